import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { Product } from '#shared/catalogue/catalogue.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { useCart } from '../cart/stored/cartStore.ts'
import classes from './ColorChoice.module.css'
import { Swatch } from './Swatch.tsx'
import { useSwatches } from './swatches.ts'

/** More colours than this are left to the item's page. */
const maxOnCard = 7

type Props = {
  products: Product[]
  chosen: Product
  onChoose: (colorCode: string) => void
  /** With all colours, and their names. */
  isLarge?: boolean
}

/** The colours of an item as swatches; arrow keys go from one to the next. */
export function ColorChoice({ products, chosen, onChoose, isLarge = false }: Props) {
  const name = useId()
  const swatches = useSwatches()
  const isSeason = useCart((cart) => cart.orderType === 'Season')
  const shown = isLarge || products.length <= maxOnCard + 1 ? products : products.slice(0, maxOnCard)
  const [only] = products
  if (products.length === 1 && only) return <Swatch name={only.colorDescription} swatches={swatches} />
  return (
    <div
      className={classes.colors}
      role="radiogroup"
      aria-label={t('ordering.item.colors')}
      data-large={isLarge || undefined}
    >
      {shown.map((product) => {
        const { colorCode, colorDescription, items } = product
        const isSoldOut = !isSeason && items.every(({ inventory }) => inventory === 0)
        const label = isSoldOut ? `${colorDescription}, ${t('product.noStock')}` : colorDescription
        return (
          <label key={colorCode} className={classes.color} title={label} data-none={isSoldOut || undefined}>
            <input
              type="radio"
              name={name}
              checked={product === chosen}
              aria-label={label}
              onChange={() => onChoose(colorCode)}
            />
            <Swatch name={colorDescription} swatches={swatches} />
            {isLarge && <span className={classes.name}>{colorDescription}</span>}
          </label>
        )
      })}
      {shown.length < products.length && (
        <Link
          to="/shop/items/$itemCode"
          params={{ itemCode: chosen.itemCode }}
          search={{ color: chosen.colorCode }}
          className={classes.rest}
          aria-label={t('product.moreColors', { count: products.length - shown.length })}
        >
          +{formatCount(products.length - shown.length)}
        </Link>
      )}
    </div>
  )
}
