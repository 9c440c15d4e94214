import { useRef } from 'react'
import type { Product, ProductItem } from '#shared/catalogue/catalogue.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { variantLabel } from '#web/sizes.ts'
import { QuantityStepper } from '#web/ui/QuantityStepper.tsx'
import { useLine } from '../cart/lines/useLine.ts'
import { availableQty } from '../cart/stored/cart.ts'
import { addToCart, setItemQty, useCart } from '../cart/stored/cartStore.ts'
import { LotContent } from '../item/LotContent.tsx'
import { OfferPrice } from '../pricing/Price.tsx'
import { cheapestOf, isGivenAway, useOfferPrice } from '../pricing/pricing.ts'
import classes from './SizeGrid.module.css'

export function SizeGrid({ product }: { product: Product }) {
  const sizes = product.items.filter((item) => !item.lotCode)
  const lots = product.items.filter((item) => item.lotCode)
  return (
    <>
      {product.items.length === 0 && <p className={classes.none}>{t('product.noItems')}</p>}
      {sizes.length > 0 && (
        <Group title={t('product.sizes')} isAlone={lots.length === 0} product={product} items={sizes} />
      )}
      {lots.length > 0 && (
        <Group title={t('product.lots')} isAlone={sizes.length === 0} product={product} items={lots} />
      )}
    </>
  )
}

type GroupProps = { title: string; isAlone: boolean; product: Product; items: ProductItem[] }

function Group({ title, isAlone, product, items }: GroupProps) {
  return (
    <div className={classes.group} role="group" aria-label={title}>
      {!isAlone && (
        <p className={classes.title} aria-hidden>
          {title}
        </p>
      )}
      <ul className={classes.rows}>
        {items.map((item) => (
          <Row key={item.productId} product={product} item={item} />
        ))}
      </ul>
    </div>
  )
}

function Row({ product, item }: { product: Product; item: ProductItem }) {
  const qty = useLine(item.productId, (line) => line?.qty ?? 0)
  const isSeason = useCart((cart) => cart.orderType === 'Season')
  const stock = useCart((cart) => availableQty(cart, item.productId, item.inventory))
  const name = variantLabel(item)
  const label = `${product.itemDescription} ${product.colorDescription} ${name}`
  const cheapest = cheapestOf(product) ?? item
  const prices = [useOfferPrice({ product, item }), useOfferPrice({ product, item: cheapest })]
  const hasPrice =
    item.unitPrice !== undefined && item.currencyCode !== undefined && !isGivenAway(item, prices[0], qty)
  const differs = hasPrice && (item.unitPrice !== product.unitPrice || prices[0] !== prices[1])
  const firstAtPrice = product.items.find(
    (one) => one.unitPrice === item.unitPrice && one.piecesPerLot === item.piecesPerLot,
  )
  const row = useRef<HTMLLIElement>(null)
  /** The pressed control is replaced: move the keyboard focus. */
  const keepFocus = (selector: string) =>
    requestAnimationFrame(() => row.current?.querySelector<HTMLElement>(selector)?.focus())
  const change = (next: number) => {
    setItemQty(product, item, next)
    if (next === 0) keepFocus('button')
  }
  return (
    <li className={classes.row} ref={row}>
      <div className={classes.what}>
        <span>
          <bdi className={classes.name}>{name}</bdi>
          {item.lotCode && (
            <span className={classes.small}> {t('product.pieces', { count: item.piecesPerLot })}</span>
          )}
        </span>
        {item.lotCode && (
          <span className={classes.small}>
            <LotContent lot={item} />
          </span>
        )}
        <span className={classes.small} data-none={stock === 0 || !hasPrice || undefined}>
          {!hasPrice && t('product.noPrice')}
          {hasPrice && stock === 0 && t('product.noStock')}
          {hasPrice && stock > 0 && !isSeason && t('product.stock', { count: formatCount(stock) })}
        </span>
        {item.minQty && (
          <span className={classes.small}>{t('product.minQty', { count: formatCount(item.minQty) })}</span>
        )}
        {differs && (
          <span className={classes.small}>
            <OfferPrice product={product} item={item} isExplained={firstAtPrice === item} />
          </span>
        )}
      </div>
      {qty > 0 ? (
        <QuantityStepper value={qty} max={stock} label={label} onChange={change} />
      ) : (
        <button
          type="button"
          className={classes.add}
          disabled={stock < (item.minQty ?? 1) || !hasPrice}
          aria-label={t('product.addLabel', { product: label })}
          onClick={(event) => {
            const isByKeyboard = event.detail === 0
            // Removing a focused button forces a layout.
            if (!isByKeyboard) event.currentTarget.blur()
            addToCart(product, item)
            // A tap would open a phone's keyboard.
            if (isByKeyboard) keepFocus('input')
          }}
        >
          {t('product.add')}
        </button>
      )}
    </li>
  )
}
