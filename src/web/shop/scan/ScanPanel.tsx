import { Alert, Button, CloseButton, Modal, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconBarcode } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'
import { Totals } from '#web/ui/Totals.tsx'
import { useOrdersForOthers } from '../account.ts'
import { lineOf, totalQty } from '../cart/stored/cart.ts'
import { useCart } from '../cart/stored/cartStore.ts'
import { totalsOf } from '../cart/totals/totals.ts'
import { usePricedLines } from '../pricing/pricedLines.ts'
import { CameraView } from './CameraView.tsx'
import { resolveWaiting, takeCode } from './intake.ts'
import { ScanList } from './ScanList.tsx'
import classes from './ScanPanel.module.css'
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

/** Typed codes; scanner input here is handled globally. */
function ScanField() {
  const [code, setCode] = useState('')
  return (
    <form
      className={classes.field}
      onSubmit={(event) => {
        event.preventDefault()
        if (!code.trim()) return
        takeCode(code)
        setCode('')
      }}
    >
      <TextInput
        className={classes.input ?? ''}
        aria-label={t('ordering.scan.code')}
        placeholder={t('ordering.scan.code')}
        leftSection={<IconBarcode size={20} aria-hidden />}
        value={code}
        maxLength={100}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="go"
        // Not on phones, where the keyboard would hide the list.
        data-autofocus={matchMedia('(pointer: fine)').matches || undefined}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button type="submit" variant="light">
        {t('product.add')}
      </Button>
    </form>
  )
}

function ScanTotals() {
  const cart = useCart()
  const added = useScans((scans) => scans.added)
  const session = added.flatMap(({ product, item, added: qty }) =>
    item.unitPrice === undefined || item.currencyCode === undefined
      ? []
      : [{ ...lineOf(cart, product, item, item.unitPrice, item.currencyCode), qty }],
  )
  const priced = usePricedLines(cart.lines)
  const prices = new Map(priced.map(({ productId, unitPrice }) => [productId, unitPrice]))
  const pricedSession = session.map((line) => ({
    ...line,
    unitPrice: prices.get(line.productId) ?? line.unitPrice,
  }))
  return (
    <dl className={classes.totals}>
      <div>
        <dt>
          {t('ordering.scan.session')} · {t('tax.without')}
        </dt>
        <dd>
          {t('ordering.scan.units', { count: totalQty(session) })}
          <div className={classes.amounts}>
            <Totals totals={totalsOf(pricedSession)} />
          </div>
        </dd>
      </div>
      <div>
        <dt>
          <Link to="/cart">{t('cart.title')}</Link>
        </dt>
        <dd>
          {t('ordering.scan.units', { count: totalQty(cart.lines) })}
          <div className={classes.amounts}>
            <Totals totals={totalsOf(priced)} />
          </div>
        </dd>
      </div>
    </dl>
  )
}
