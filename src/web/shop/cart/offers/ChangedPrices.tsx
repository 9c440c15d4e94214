import { Button } from '@mantine/core'
import { t } from '#web/i18n.ts'
import { Money } from '#web/ui/Money.tsx'
import { Note } from '#web/ui/Note.tsx'
import { agreeToPrices, changedPricesOf } from '../../pricing/changedPrices.ts'
import { usePricing } from '../../pricing/pricing.ts'
import { useDeferredLines } from '../lines/deferredLines.ts'
import type { CartLine } from '../stored/cart.ts'
import { useCart } from '../stored/cartStore.ts'
import classes from './ChangedPrices.module.css'
import { lineName } from './lineChanges.ts'
import { Arrow } from './RowProblem.tsx'

/** Scroll and focus target. */
export const changedPricesId = 'changed-prices'

/** Rules changed what lines cost while the cart was open: placing waits until the buyer agrees. */
export function ChangedPricesNotice() {
  const hasNoted = useCart((cart) => cart.changedPrices !== undefined)
  const views = usePricing((state) => state.views)
  return (
    <>
      {hasNoted && <Noted />}
      {views && <views.LostPrices />}
    </>
  )
}

function Noted() {
  const lines = useDeferredLines()
  const guidKey = useCart((cart) => cart.guidKey)
  const changedPrices = useCart((cart) => cart.changedPrices)
  const changed = changedPricesOf({ lines, guidKey, changedPrices })
  if (changed.length === 0) return null
  return (
    <Note
      id={changedPricesId}
      tabIndex={-1}
      color="red"
      role="alert"
      title={t('ordering.cart.pricesChanged')}
    >
      <ChangedPrices changed={changed} />
      <Button size="xs" variant="default" onClick={() => agree(changed[0]?.line)}>
        {t('ordering.cart.pricesAgreed')}
      </Button>
    </Note>
  )
}

/** The pressed button disappears: focus a line that it was about. Not the one that orders, which a held key would press. */
function agree(line: CartLine | undefined): void {
  agreeToPrices()
  document
    .getElementById(line?.productId ?? '')
    ?.querySelector('input')
    ?.focus({ preventScroll: true })
}

type Changed = { line: CartLine; was: number; now: number; nowCurrency?: string }

const maxListed = 10

/** What a unit of a line cost and costs now. */
export function ChangedPrices({ changed }: { changed: Changed[] }) {
  return (
    <ul className={classes.changed}>
      {changed.slice(0, maxListed).map(({ line, was, now, nowCurrency = line.priceCurrencyCode }) => (
        <li key={line.productId}>
          {lineName(line)}: <Money amount={was} currency={line.priceCurrencyCode} /> <Arrow />{' '}
          <Money amount={now} currency={nowCurrency} />
        </li>
      ))}
      {changed.length > maxListed && (
        <li>{t('ordering.order.more', { count: changed.length - maxListed })}</li>
      )}
    </ul>
  )
}
