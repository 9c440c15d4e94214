import { Alert, Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { t } from '#web/i18n.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { Money } from '#web/ui/Money.tsx'
import classes from './CartChanges.module.css'
import type { FreshCart } from './useFreshCart.ts'

/** Says which prices are not what they were when the lines were added. */
export function CartChanges({ fresh }: { fresh: FreshCart }) {
  const notice = useRef<HTMLDivElement>(null)
  const { changes } = fresh
  useEffect(() => {
    // The form that caused it may be far below.
    if (changes.length > 0) notice.current?.scrollIntoView({ block: 'center' })
  }, [changes])
  if (fresh.error) return <Failure error={fresh.error} />
  if (fresh.changes.length === 0) return null
  return (
    <Alert
      ref={notice}
      color="yellow"
      variant="light"
      title={t('cart.pricesChanged', { count: fresh.changes.length })}
    >
      <ul className={classes.list}>
        {fresh.changes.slice(0, 20).map(({ line, newUnitPrice, newPriceCurrencyCode }) => (
          <li key={line.productId}>
            {line.itemDescription} {line.colorDescription} <bdi>{line.itemDim1Code || line.lotCode}</bdi>:{' '}
            <s>
              <Money amount={line.unitPrice} currency={line.priceCurrencyCode} />
            </s>{' '}
            <strong>
              <Money amount={newUnitPrice} currency={newPriceCurrencyCode} />
            </strong>
          </li>
        ))}
      </ul>
      <Button size="xs" variant="default" mt="sm" onClick={fresh.forget}>
        {t('action.understood')}
      </Button>
    </Alert>
  )
}
