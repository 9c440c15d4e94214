import { IconX } from '@tabler/icons-react'
import { memo, useState } from 'react'
import { fromMinor, toMinor } from '#shared/money.ts'
import { t } from '#web/i18n.ts'
import { Money } from '#web/ui/Money.tsx'
import classes from './LineList.module.css'
import { codeFromAbove } from './problemText.ts'
import { editLine, removeLines } from './quickStore.ts'
import type { ResolvedLine } from './resolvedLines.ts'

export const GoodRow = memo(
  function GoodRow({ line }: { line: ResolvedLine }) {
    const { offer, count } = line
    const { product, item } = offer ?? {}
    const label = product
      ? `${product.itemDescription} ${product.colorDescription} ${item?.itemDim1Code || item?.lotCode}`
      : line.code
    return (
      <li className={classes.good}>
        <div className={classes.what}>
          <p className={classes.name}>
            {product?.itemDescription ?? line.code}{' '}
            {item && <strong className={classes.size}>{item.itemDim1Code || item.lotCode}</strong>}
          </p>
          <p className={classes.small}>
            {product?.colorDescription}
            {product && ' · '}
            <bdi>{line.original}</bdi>
            {line.isCodeFromAbove && <> · {codeFromAbove(line)}</>}
            {item?.lotCode && <> · {t('product.pieces', { count: count * item.piecesPerLot })}</>}
          </p>
        </div>
        <QtyField line={line} label={label} />
        <span className={classes.amount}>
          {item?.unitPrice !== undefined && item.currencyCode && (
            <Money amount={fromMinor(toMinor(item.unitPrice) * count)} currency={item.currencyCode} />
          )}
        </span>
        <button
          type="button"
          className={classes.icon}
          aria-label={t('cart.removeLabel', { product: label })}
          onClick={() => removeLines(new Set([line.id]))}
        >
          <IconX size={18} aria-hidden />
        </button>
      </li>
    )
  },
  // Rechecks rarely change a line.
  ({ line: one }, { line: other }) =>
    one.id === other.id &&
    one.qty === other.qty &&
    one.offer === other.offer &&
    one.problem === other.problem &&
    one.code === other.code,
)

function QtyField({ line, label }: { line: ResolvedLine; label: string }) {
  const [typed, setTyped] = useState<string>()
  const commit = () => {
    if (typed !== undefined && typed !== line.qty) editLine(line.id, { qty: typed })
    setTyped(undefined)
  }
  return (
    <input
      className={classes.qty}
      inputMode="numeric"
      autoComplete="off"
      aria-label={t('ordering.quick.qtyOf', { product: label })}
      value={typed ?? line.qty}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
        if (event.key === 'Escape') setTyped(undefined)
      }}
    />
  )
}
