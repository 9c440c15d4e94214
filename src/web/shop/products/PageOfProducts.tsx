import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, useDeferredValue } from 'react'
import { t } from '#web/i18n.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { isWide } from '../useIsWide.ts'
import { ProductCell } from './ProductCell.tsx'
import classes from './ProductListPage.module.css'
import { type ProductCall, pageQuery, pageSize } from './productQuery.ts'

/** How many cards are drawn at once: two rows, what a window shows at first. The others follow when there is time. */
function atOnce(): number {
  if (isWide()) return 8
  return matchMedia('(min-width: 640px)').matches ? 6 : 4
}

type Props = {
  call: ProductCall
  page: number
  total: number | undefined
  /** False while only what the window shows at first is wanted: one empty place then stands for the rest. */
  isWhole: boolean
}

/** One page of a list: its cards, or what stands for them until they come; what went wrong, and a way to try again. */
export function PageOfProducts({ call, page, total = Number.POSITIVE_INFINITY, isWhole }: Props) {
  const query = useQuery(pageQuery(call, page))
  const drawn = useDeferredValue(pageSize, atOnce())
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
  const first = atOnce()
  const shown = isWhole ? products : products.slice(0, first)
  const rest = products.length - shown.length
  return (
    <>
      {shown.map((product, index) => {
        const key = `${product.itemCode} ${product.colorCode}`
        const className = page === 1 && index < first ? classes.first : classes.cell
        return index < drawn ? (
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
