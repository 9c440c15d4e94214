import { useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { t } from '#web/i18n.ts'
import { lazyPart } from '../lazy.ts'

const ImageViewer = lazyPart(async () => (await import('./ImageViewer.tsx')).ImageViewer)

/** Shown while the address has `imgModal=1`. */
export function ImageOverlay() {
  const isOpen = useSearch({ strict: false, select: (search) => search.imgModal === 1 })
  return (
    isOpen && (
      <Suspense
        fallback={
          <div
            role="status"
            aria-label={t('page.loading')}
            style={{ position: 'fixed', inset: 0, zIndex: 300, background: '#0e1116e6' }}
          />
        }
      >
        <ImageViewer />
      </Suspense>
    )
  )
}
