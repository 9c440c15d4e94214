import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { memo } from 'react'
import { t } from '#web/i18n.ts'
import { Money } from '#web/ui/Money.tsx'
import { ProductPhoto } from '#web/ui/ProductPhoto.tsx'
import { QuantityStepper } from '#web/ui/QuantityStepper.tsx'
import classes from './CartLines.module.css'
import { type CartLine, groupLines } from './cart.ts'
import { setCartQty } from './cartStore.ts'

/** The cart's lines, those of one item in one colour together. */
export function CartLines({ lines, gone }: { lines: CartLine[]; gone: CartLine[] }) {
  const goneIds = new Set(gone.map((line) => line.productId))
  return groupLines(lines).map((group) => {
    const [first] = group
    if (!first) return null
    return (
      <section
        key={`${first.itemCode} ${first.colorCode}`}
        className={classes.group}
        aria-label={`${first.itemDescription} ${first.colorDescription}`}
      >
        <div className={classes.photo}>
          <ProductPhoto of={first} />
        </div>
        <div className={classes.body}>
          <h2 className={classes.name}>{first.itemDescription}</h2>
          <p className={classes.small}>
            {first.brandName} · {first.colorDescription} · <bdi>{first.itemCode}</bdi>
          </p>
          <ul className={classes.rows}>
            {group.map((line) => (
              <Row key={line.productId} line={line} isGone={goneIds.has(line.productId)} />
            ))}
          </ul>
        </div>
      </section>
    )
  })
}

/** Its own line alone: typing a quantity in a long cart renders this row and no other. */
const Row = memo(function Row({ line, isGone }: { line: CartLine; isGone: boolean }) {
  const name = line.itemDim1Code || line.lotCode
  const label = `${line.itemDescription} ${line.colorDescription} ${name}`
  const isShort = !isGone && line.qty > line.inventory
  return (
    <li className={classes.row} id={line.productId}>
      <div className={classes.what}>
        <strong>{name}</strong>
        {line.lotCode && (
          <span className={classes.small}>
            <bdi>{line.lotDescription}</bdi> · {t('product.pieces', { count: line.qty * line.piecesPerLot })}
          </span>
        )}
        {isGone && <span className={classes.problem}>{t('cart.lineGone')}</span>}
        {isShort && (
          <span className={classes.problem}>
            {t('cart.onlyLeft', { count: line.inventory })}{' '}
            <button
              type="button"
              className={classes.fix}
              onClick={() => setCartQty(line.productId, line.inventory)}
            >
              {line.inventory > 0 ? t('cart.takeLeft', { count: line.inventory }) : t('cart.remove')}
            </button>
          </span>
        )}
      </div>
      <QuantityStepper
        value={line.qty}
        max={line.inventory}
        label={label}
        disabled={isGone}
        onChange={(qty) => setCartQty(line.productId, qty)}
      />
      <div className={classes.amount}>
        <Money amount={line.unitPrice * line.qty} currency={line.priceCurrencyCode} />
        <span className={classes.small}>
          <Money amount={line.unitPrice} currency={line.priceCurrencyCode} />
        </span>
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={34}
        aria-label={t('cart.removeLabel', { product: label })}
        onClick={() => setCartQty(line.productId, 0)}
      >
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    </li>
  )
})
