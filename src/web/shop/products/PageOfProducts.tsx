import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, useDeferredValue } from 'react'
import { t } from '#web/i18n.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { isWide } from '../useIsWide.ts'
import { ProductCell } from './ProductCell.tsx'
import classes from './ProductListPage.module.css'
import { type ProductCall, pageQuery, pageSize } from './productQuery.ts'

/** Cards drawn at once: the two rows in view. */
function initialCount(): number {
  if (isWide()) return 8
  return matchMedia('(min-width: 640px)').matches ? 6 : 4
}

type Props = {
  call: ProductCall
  page: number
  total: number | undefined
  /** False draws only the cards in view, with one placeholder for the rest. */
  isWhole: boolean
}

/** One page of the list, with placeholders or an error. */
export function PageOfProducts({ call, page, total = Number.POSITIVE_INFINITY, isWhole }: Props) {
  const query = useQuery(pageQuery(call, page))
  const drawnCount = useDeferredValue(pageSize, initialCount())
  if (query.error && !query.data) {
    return (
      <li className={classes.whole}>
        <Failure error={query.error} onRetry={() => void query.refetch()} />
      </li>
    )
  }
  if (!query.data) {
    const length = Math.max(1, Math.min(pageSize, total - (page - 1) * pageSize))
    return Array.from({ length }, (_, index) => (
      <li key={index} className={classes.cell} {...(index === 0 ? { 'aria-label': t('page.loading') } : {})}>
        <div className={classes.skeleton} />
      </li>
    ))
  }
  const { products } = query.data
  const initial = initialCount()
  const shown = isWhole ? products : products.slice(0, initial)
  const rest = products.length - shown.length
  return (
    <>
      {shown.map((product, index) => {
        const key = product.itemCode + product.colorCode
        const className = page === 1 && index < initial ? classes.first : classes.cell
        return index < drawnCount ? (
          <ProductCell key={key} product={product} list="page" className={className} />
        ) : (
          <li key={key} className={className}>
            <div className={classes.skeleton} />
          </li>
        )
      })}
      {rest > 0 && <li aria-hidden className={classes.rest} style={{ '--cells': rest } as CSSProperties} />}
    </>
  )
}
