import { Alert, CloseButton, Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'
import { useOrdersForOthers } from '../account.ts'
import { useCart } from '../cart/cartStore.ts'
import { CameraView } from './CameraView.tsx'
import { resolveWaiting } from './intake.ts'
import { ScanField } from './ScanField.tsx'
import { ScanList } from './ScanList.tsx'
import classes from './ScanPanel.module.css'
import { ScanTotals } from './ScanTotals.tsx'
import { useScans } from './scanStore.ts'

/** Scanning by camera, scanner or hand: each scan is in the cart at once and on top of the list. */
export function ScanPanel({ onClose }: { onClose: () => void }) {
  const isPhone = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false })
  // What has waited since the page before.
  useEffect(() => resolveWaiting(), [])
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      fullScreen={isPhone ?? false}
      size={640}
      padding={0}
      transitionProps={{ duration: 0 }}
    >
      <div className={classes.panel}>
        <div className={classes.head}>
          {/* Names the dialog. Mantine's own header would be a second banner of the page. */}
          <Modal.Title fw={600} fz="lg">
            {t('ordering.scan.title')}
          </Modal.Title>
          <CloseButton size="lg" aria-label={t('action.close')} onClick={onClose} />
        </div>
        <div className={classes.intake}>
          <PriceNote />
          <CameraView />
          <ScanField />
          <ScanTotals />
        </div>
        <ScanList />
        <Flash />
      </div>
    </Modal>
  )
}

/** Agents without a customer see the prices of the house: said until they have read it. */
function PriceNote() {
  const ordersForOthers = useOrdersForOthers()
  const hasCustomer = useCart((cart) => cart.currAccCode !== '')
  const isRead = useScans((scans) => scans.isPriceNoteRead)
  if (!ordersForOthers || hasCustomer || isRead) return null
  return (
    <Alert
      color="blue"
      variant="light"
      withCloseButton
      closeButtonLabel={t('action.understood')}
      onClose={() => useScans.setState({ isPriceNoteRead: true })}
    >
      {t('ordering.scan.priceNote', { group: settings.priceGroup })}
    </Alert>
  )
}

/** Lights the edge up at every scan: seen from the corner of an eye. */
function Flash() {
  const last = useScans((scans) => scans.last)
  const [former] = useState(last?.at)
  if (!last || last.at === former) return null
  return <span key={last.at} className={classes.flash} data-good={last.isGood} aria-hidden />
}
