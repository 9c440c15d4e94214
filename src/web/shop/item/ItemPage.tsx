import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { t } from '#web/i18n.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Failure } from '#web/ui/Failure.tsx'
import { rememberSeen } from '../seen/seen.ts'
import { useBuyer } from '../useBuyer.ts'
import { useWhyHidden } from '../useWhyHidden.ts'
import { ItemGrid } from './ItemGrid.tsx'
import { ItemHead } from './ItemHead.tsx'
import classes from './ItemPage.module.css'
import { itemQuery } from './itemQuery.ts'

const route = getRouteApi('/shop/shop/items/$itemCode')

export function ItemPage() {
  const { itemCode } = route.useParams()
  const { color } = route.useSearch()
  const navigate = route.useNavigate()
  const item = useQuery(itemQuery(useBuyer(), itemCode))
  const products = item.data?.products ?? []
  const shown = products.find(({ colorCode }) => colorCode === color) ?? products[0]
  useEffect(() => {
    if (shown) rememberSeen(shown)
  }, [shown])
  if (item.error && !item.data) return <Failure error={item.error} onRetry={() => void item.refetch()} />
  if (item.isPending) return <Loading />
  if (!shown) return <NoItem itemCode={itemCode} />
  const choose = (colorCode: string) =>
    void navigate({
      search: (before) => ({ ...before, color: colorCode }),
      replace: true,
      resetScroll: false,
    })
  return (
    <div className={classes.page}>
      <ItemHead products={products} shown={shown} onChoose={choose} />
      <ItemGrid products={products} shown={shown} />
    </div>
  )
}

function Loading() {
  return (
    <div className={classes.loading} role="status" aria-label={t('page.loading')}>
      <Skeleton className={classes.photoLoading} radius="md" />
      <Skeleton className={classes.gridLoading} radius="md" />
    </div>
  )
}

function NoItem({ itemCode }: { itemCode: string }) {
  const why = useWhyHidden(itemCode)
  return (
    <Empty title={why ?? t('ordering.item.none')}>
      <Link to="/shop">{t('products.emptyText')}</Link>
    </Empty>
  )
}
