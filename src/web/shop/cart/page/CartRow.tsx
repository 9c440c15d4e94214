import { memo, Suspense } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { amountOfLine } from '#shared/numbers/money.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { variantLabel } from '#web/sizes.ts'
import { Outline } from '#web/ui/LineIcon.tsx'
import { Money } from '#web/ui/Money.tsx'
import { QuantityStepper } from '#web/ui/QuantityStepper.tsx'
import { useOrdersForOthers } from '../../account.ts'
import { useLinePrice, usePricesPending } from '../../pricing/pricing.ts'
import { UnitPrice } from '../../pricing/UnitPrice.tsx'
import { LineDiscount } from '../../seller/seller.ts'
import { useLine } from '../lines/useLine.ts'
import { lineName, setQty } from '../offers/lineChanges.ts'
import { problemOf } from '../offers/offers.ts'
import { RowProblem } from '../offers/RowProblem.tsx'
import { useOffers } from '../offers/useOffers.ts'
import type { CartLine, Editing } from '../stored/cart.ts'
import classes from './CartLines.module.css'

type Props = { productId: string; editing: Editing | null }

const binIcon =
  'M4 7l16 0M10 11l0 6M14 11l0 6M5 7l1 12a2 2 0 0 0 2 2h8a2 2 0 0 0 2 -2l1 -12M9 7v-3a1 1 0 0 1 1 -1h4a1 1 0 0 1 1 1v3'
const identity = (line: CartLine | undefined) => line

/** Takes an id, so typing redraws only this row. */
export const CartRow = memo(function CartRow({ productId, editing }: Props) {
  const line = useLine(productId, identity)
  return line ? <Row line={line} editing={editing} /> : null
})

function Row({ line, editing }: { line: CartLine; editing: Editing | null }) {
  const placed = editing?.placed[line.productId]
  const problem = useOffers(useShallow(({ offers }) => problemOf(line, offers.get(line.productId), placed)))
  const price = useLinePrice(line)
  const isPending = usePricesPending()
  const isSeller = useOrdersForOthers()
  const label = lineName(line)
  const isGone = problem?.gone !== undefined
  return (
    <li className={classes.row} id={line.productId} data-lot={line.lotCode ? true : undefined}>
      <div className={classes.what}>
        <strong>
          <bdi>{variantLabel(line)}</bdi>
        </strong>
        {line.lotCode && (
          <span className={classes.small}>
            <bdi>{line.lotDescription}</bdi> · {t('product.pieces', { count: line.qty * line.piecesPerLot })}
          </span>
        )}
        {editing && <ChangeFromOrder qty={line.qty} before={placed?.qty ?? 0} />}
      </div>
      <QuantityStepper
        value={line.qty}
        max={line.inventory}
        label={label}
        disabled={isGone}
        onChange={(qty) => setQty(line, qty)}
      />
      <div className={classes.amount}>
        {!isPending && (
          <Money
            amount={amountOfLine({ qty: line.qty, unitPrice: price })}
            currency={line.priceCurrencyCode}
          />
        )}
        <span className={classes.small}>
          <UnitPrice line={line} />
        </span>
        {isSeller && (
          <Suspense>
            <LineDiscount line={line} />
          </Suspense>
        )}
      </div>
      <button
        type="button"
        className={classes.remove}
        data-remove
        aria-label={t('cart.removeLabel', { product: label })}
        onClick={(event) => {
          focusNextRow(event.currentTarget)
          setQty(line, 0)
        }}
      >
        <Outline path={binIcon} size={18} />
      </button>
      {problem && <RowProblem line={line} problem={problem} />}
    </li>
  )
}

/** What an amended order had here. */
function ChangeFromOrder({ qty, before }: { qty: number; before: number }) {
  if (before === qty) return null
  return (
    <span className={classes.changed}>
      {before === 0 ? t('ordering.cart.lineNew') : t('ordering.cart.lineWas', { count: formatCount(before) })}
    </span>
  )
}

/** The pressed button disappears: focus the next row's. */
function focusNextRow(pressed: HTMLElement): void {
  const all = [...document.querySelectorAll<HTMLElement>('[data-remove]')]
  const index = all.indexOf(pressed)
  const next = all[index + 1] ?? all[index - 1]
  next?.focus({ preventScroll: true })
}
