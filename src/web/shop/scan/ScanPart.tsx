import { Suspense, useEffect, useEffectEvent } from 'react'
import { notifyFailure } from '#web/notify.ts'
import { lazyPart } from '../lazy.ts'
import { useOverlay } from '../overlay.ts'
import { listenForScans, type ScannedKey } from './wedge.ts'

const ScanPanel = lazyPart(async () => (await import('./ScanPanel.tsx')).ScanPanel)

/** Hears scanners on every page of the shop and shows the scan panel over it: all but the ear is loaded when needed. */
export function ScanPart() {
  const { isOpen, open, close } = useOverlay('scanModal')
  const take = useEffectEvent((keys: ScannedKey[]) => {
    if (!isOpen) open()
    import('./intake.ts').then(({ takeKeys }) => takeKeys(keys), notifyFailure)
  })
  useEffect(() => listenForScans((keys) => take(keys)), [])
  return <Suspense>{isOpen && <ScanPanel onClose={close} />}</Suspense>
}
