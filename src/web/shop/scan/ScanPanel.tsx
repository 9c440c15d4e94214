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

/** Scans by camera, scanner or hand go to the cart at once. */
export function ScanPanel({ onClose }: { onClose: () => void }) {
  const isPhone = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false })
  // Left from the previous page.
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
          {/* Mantine's header would be a second banner landmark. */}
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

/** Without a customer, agents see the house prices. */
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

/** Visible from the corner of the eye. */
function Flash() {
  const last = useScans((scans) => scans.last)
  const [initialAt] = useState(last?.at)
  if (!last || last.at === initialAt) return null
  return <span key={last.at} className={classes.flash} data-good={last.isGood} aria-hidden />
}
