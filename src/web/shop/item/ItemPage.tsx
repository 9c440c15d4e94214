import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { useSession } from '#web/session.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Failure } from '#web/ui/Failure.tsx'
import { useViewedAccount } from '../account.ts'
import { useCart } from '../cart/stored/cartStore.ts'
import { rememberSeen } from '../seen/seen.ts'
import { useWhyHidden } from '../useWhyHidden.ts'
import { ItemGrid } from './ItemGrid.tsx'
import { ItemHead } from './ItemHead.tsx'
import classes from './ItemPage.module.css'

const route = getRouteApi('/shop/shop/items/$itemCode')

/** More than any item has. */
const maxColors = 200

export function ItemPage() {
  const { itemCode } = route.useParams()
  const { color } = route.useSearch()
  const navigate = route.useNavigate()
  const item = useItem(itemCode)
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

function useItem(itemCode: string) {
  const currAccCode = useViewedAccount()
  const userId = useSession((session) => session.user?.id)
  const orderType = useCart((cart) => cart.orderType)
  const input = { itemCode, currAccCode, orderType, limit: maxColors }
  return useQuery({
    queryKey: ['item', userId, input],
    queryFn: async ({ signal }) => (await api.post('/api/Shop/GetCategoryProducts', input, { signal })).data,
  })
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
