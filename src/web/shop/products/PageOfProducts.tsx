import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from '#web/i18n.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { ProductCard } from './ProductCard.tsx'
import classes from './ProductListPage.module.css'
import { type ProductCall, pageQuery, pageSize } from './productQuery.ts'

type Props = { call: ProductCall; page: number; total: number | undefined }

/** One page of a list: its cards, or what stands for them until they come; what went wrong, and a way to try again. */
export function PageOfProducts({ call, page, total = Number.POSITIVE_INFINITY }: Props) {
  const query = useQuery(pageQuery(call, page))
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
        <Skeleton className={classes.skeleton} radius="md" />
      </li>
    ))
  }
  return query.data.products.map((product) => (
    <li key={`${product.itemCode} ${product.colorCode}`} className={classes.cell}>
      <ProductCard product={product} />
    </li>
  ))
}
