import { Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { LineProblem } from '#shared/errors.ts'
import { CallFailed } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyFailure } from '#web/notify.ts'
import { Note } from '#web/ui/Note.tsx'
import { findLine } from '../lines/cartGroups.ts'
import { problemsId } from '../offers/CartProblems.tsx'
import { ChangedPrices } from '../offers/ChangedPrices.tsx'
import { problemKindsOf } from '../offers/offers.ts'
import { useOffers } from '../offers/useOffers.ts'
import { closeIfOrdered } from '../saving/draftSaving.ts'
import { useCart } from '../stored/cartStore.ts'
import { quantityKey } from '../stored/editing.ts'
import classes from './PlacingNotice.module.css'
import { stopPlacing, usePlacing } from './placing.ts'
import { scrollIntoViewRef } from './scrollIntoViewRef.ts'
import { useIsBeingOrdered } from './useIsBeingOrdered.ts'

export function PlacingNotice() {
  const placing = usePlacing((state) => state.placing)
  // A refusal is about the sent quantities.
  const isUnchanged = useCart(
    ({ guidKey, lines }) =>
      placing.step === 'refused' &&
      placing.order.guidKey === guidKey &&
      quantityKey(placing.order.lines) === quantityKey(lines),
  )
  const isBeingOrdered = useIsBeingOrdered()
  const guidKey = useCart((cart) => cart.guidKey)
  const isOfThisTab = 'order' in placing && placing.order.guidKey === guidKey
  if (isBeingOrdered && !(isOfThisTab && placing.step === 'sending')) {
    const isSlow = isOfThisTab && placing.step === 'waiting' && placing.isSlow === true
    return <Waiting isSlow={isSlow} guidKey={guidKey} />
  }
  if (placing.step !== 'refused' || !isUnchanged) return null
  return <Refused error={placing.error} guidKey={placing.order.guidKey} />
}

function Waiting({ isSlow, guidKey }: { isSlow: boolean; guidKey: string }) {
  return (
    <Note
      ref={scrollIntoViewRef}
      color="blue"
      role="status"
      title={t(isSlow ? 'ordering.cart.slow' : 'ordering.cart.waiting')}
    >
      <p>{t(isSlow ? 'ordering.cart.slowText' : 'ordering.cart.keptAndSent')}</p>
      <Button size="xs" variant="default" onClick={() => stopPlacing(guidKey)}>
        {t('ordering.cart.stopSending')}
      </Button>
    </Note>
  )
}

function Refused({ error, guidKey }: { error: Error; guidKey: string }) {
  const { code, lines = [] } = error instanceof CallFailed ? error : {}
  const offers = useOffers((state) => state.offers)
  const hasProblems = useCart((cart) => problemKindsOf(cart, offers).size > 0)
  // EditingBar shows the differences.
  if (code === 'record.changed') return null
  return (
    <Note ref={scrollIntoViewRef} color="red" role="alert" title={error.message}>
      {code === 'order.priceChanged' && <RefusedPrices refused={lines} />}
      {lines.length > 0 && hasProblems && (
        <a href={`#${problemsId}`} className={classes.lines}>
          {t('cart.seeLines')}
        </a>
      )}
      {code === 'order.alreadyPlaced' && <AlreadyPlaced error={error} guidKey={guidKey} />}
    </Note>
  )
}

/** The refused prices. The cart shows new prices by rules on its own; for new list prices, it asks. */
function RefusedPrices({ refused }: { refused: LineProblem[] }) {
  const lines = useCart((cart) => cart.lines)
  const changed = refused.flatMap(({ productId, unitPrice: was, newUnitPrice: now, ...more }) => {
    const line = findLine(lines, productId)
    if (!line || was === undefined || now == null) return []
    return [{ line, was, now, nowCurrency: more.newPriceCurrencyCode ?? '' }]
  })
  return <ChangedPrices changed={changed} />
}

/** Placed from an earlier state of this cart. */
function AlreadyPlaced({ error, guidKey }: { error: Error; guidKey: string }) {
  const keepNew = async () => {
    await closeIfOrdered(guidKey, error)
    stopPlacing(guidKey)
  }
  return (
    <Group gap="sm">
      <Button
        size="xs"
        variant="default"
        renderRoot={(props) => <Link to="/cart/$guidKey" params={{ guidKey }} {...props} />}
      >
        {t('ordering.order.see')}
      </Button>
      <Button size="xs" variant="default" onClick={() => void keepNew().catch(notifyFailure)}>
        {t('ordering.cart.keepNew')}
      </Button>
    </Group>
  )
}
