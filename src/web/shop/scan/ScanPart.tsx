import { Suspense, useEffect, useEffectEvent } from 'react'
import { notifyFailure } from '#web/notify.ts'
import { lazyPart } from '../lazy.ts'
import { useOverlay } from '../overlay.ts'
import { listenForScans, type ScannedKey } from './wedge.ts'

const ScanPanel = lazyPart(async () => (await import('./ScanPanel.tsx')).ScanPanel)

/** Listens for scanners on every shop page; loads the rest when needed. */
export function ScanPart() {
  const { isOpen, open, close } = useOverlay('scanModal')
  const handleKeys = useEffectEvent((keys: ScannedKey[]) => {
    if (!isOpen) open()
    import('./intake.ts').then(({ takeKeys }) => takeKeys(keys), notifyFailure)
  })
  useEffect(() => listenForScans((keys) => handleKeys(keys)), [])
  return <Suspense>{isOpen && <ScanPanel onClose={close} />}</Suspense>
}
