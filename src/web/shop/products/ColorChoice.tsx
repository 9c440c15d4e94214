import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { ItemColor, Product } from '#shared/catalogue/catalogue.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { notifyFailure } from '#web/notify.ts'
import { queryClient } from '#web/queryClient.ts'
import { itemQuery } from '../item/itemQuery.ts'
import { useBuyer } from '../useBuyer.ts'
import classes from './ColorChoice.module.css'
import { Swatch } from './Swatch.tsx'
import { useSwatches } from './swatches.ts'

/** More colours than this are left to the item's page. */
const maxOnCard = 7

/** The colours of an item. */
export type ColorsToChoose = {
  colors: ItemColor[]
  /** Called once the products of all colours are there. */
  onChoose: (colorCode: string) => void
}

type Props = ColorsToChoose & {
  /** In the chosen colour. */
  product: Product
  /** With all colours, and their names. */
  isLarge?: boolean
}

/** The colours of an item as swatches; arrow keys go from one to the next. */
export function ColorChoice({ product, colors, onChoose, isLarge = false }: Props) {
  const name = useId()
  const swatches = useSwatches()
  const item = itemQuery(useBuyer(), product.itemCode)
  const [awaited, setAwaited] = useState<string>()
  const choose = async (colorCode: string) => {
    setAwaited(colorCode)
    try {
      await queryClient.ensureQueryData(item)
      onChoose(colorCode)
    } catch (failure) {
      notifyFailure(failure)
    }
    setAwaited(undefined)
  }
  const prepare = () => void queryClient.prefetchQuery(item)
  const shown = isLarge || colors.length <= maxOnCard + 1 ? colors : colors.slice(0, maxOnCard)
  const [only] = colors
  if (colors.length === 1 && only) return <Swatch name={only.colorDescription} swatches={swatches} />
  return (
    <div
      className={classes.colors}
      role="radiogroup"
      aria-label={t('ordering.item.colors')}
      data-large={isLarge || undefined}
      onPointerEnter={prepare}
      onFocus={prepare}
    >
      {shown.map(({ colorCode, colorDescription, isSoldOut }) => {
        const label = isSoldOut ? `${colorDescription}, ${t('product.noStock')}` : colorDescription
        return (
          <label
            key={colorCode}
            className={classes.color}
            title={label}
            data-none={isSoldOut}
            data-awaited={colorCode === awaited || undefined}
          >
            <input
              type="radio"
              name={name}
              checked={colorCode === (awaited ?? product.colorCode)}
              aria-label={label}
              onChange={() => void choose(colorCode)}
            />
            <Swatch name={colorDescription} swatches={swatches} />
            {isLarge && <span className={classes.name}>{colorDescription}</span>}
          </label>
        )
      })}
      {shown.length < colors.length && (
        <Link
          to="/shop/items/$itemCode"
          params={{ itemCode: product.itemCode }}
          search={{ color: product.colorCode }}
          className={classes.rest}
          aria-label={t('product.moreColors', { count: colors.length - shown.length })}
        >
          +{formatCount(colors.length - shown.length)}
        </Link>
      )}
    </div>
  )
}
