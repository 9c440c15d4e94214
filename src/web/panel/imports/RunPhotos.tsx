import { Alert, Group } from '@mantine/core'
import { IconPhotoPlus } from '@tabler/icons-react'
import type { ImportDetail } from '#shared/imports.ts'
import { pages } from '#shared/pages.ts'
import { t } from '#web/i18n.ts'
import { useMayOpen } from '../access.ts'
import { PageButton } from '../PageButton.tsx'
import classes from './Imports.module.css'

const exampleNames = ['101_01_1.jpg', '101-01 (2).jpg', '8690000000017.jpg'] as const

/** Leads from an applied import to its photos, with file name examples. */
export function RunPhotos({ run: { state, source, counts, file } }: { run: ImportDetail }) {
  const mayAdd = useMayOpen(pages.photos)
  const hasPhotoColumn = file?.columns.some(({ target }) => target === 'photos') === true
  const needsPhotos = hasPhotoColumn || Boolean(counts?.products.added)
  if (!mayAdd || state !== 'applied' || source !== 'panel' || !needsPhotos) return null
  return (
    <Alert
      variant="light"
      color="blue"
      mb="md"
      icon={<IconPhotoPlus aria-hidden />}
      title={t('panel.import.photos.title')}
    >
      {t('panel.import.photos.text')}
      <ul className={classes.names}>
        {exampleNames.map((example) => (
          <li key={example}>
            <bdi>{example}</bdi>
          </li>
        ))}
      </ul>
      {hasPhotoColumn && <p>{t('panel.import.photos.named')}</p>}
      <Group gap="sm">
        <PageButton page={pages.photos} isMain>
          {t('panel.import.photos.go')}
        </PageButton>
        <PageButton page={pages.products} link={{ search: { missing: 'photo' } as never }}>
          {t('panel.import.photos.missing')}
        </PageButton>
      </Group>
    </Alert>
  )
}
