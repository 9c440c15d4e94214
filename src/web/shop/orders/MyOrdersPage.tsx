import { Button, Group, Skeleton, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { useSession } from '#web/session.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Failure } from '#web/ui/Failure.tsx'
import { useOrdersForOthers } from '../account.ts'
import { useNews } from '../news/news.ts'
import classes from './MyOrdersPage.module.css'
import { OrderCard } from './OrderCard.tsx'
import { OrderFilters } from './OrderFilters.tsx'
import { ordersInput, useOrdersSearch } from './ordersSearch.ts'
import { useCopyOrder } from './useCopyOrder.tsx'

const pageSize = 20
const noFilters = { text: undefined, orderType: undefined, from: undefined, to: undefined }

export function MyOrdersPage() {
  const { search, change } = useOrdersSearch()
  const user = useSession((session) => session.user)
  const ordersForOthers = useOrdersForOthers()
  const returnedText = useNews(({ returned }) => returned?.text)
  const { copy, busy, dialog } = useCopyOrder()
  const orders = useInfiniteQuery({
    queryKey: ['orders', 'mine', user?.id, search],
    queryFn: async ({ pageParam, signal }) => {
      const input = { ...ordersInput(search), withPictures: true, page: pageParam, limit: pageSize }
      return (await api.post('/api/Shop/GetOrders', input, { signal })).data
    },
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => (pages.length * pageSize < total ? pages.length + 1 : undefined),
    placeholderData: (before) => before,
  })
  // Orders placed while paging shift the rows: drop duplicates.
  const rows = [
    ...new Map(orders.data?.pages.flatMap((page) => page.items).map((row) => [row.id, row])).values(),
  ]
  const { total = 0, isCapped } = orders.data?.pages[0] ?? {}
  const count = t('orders.total', { count: total })
  const isFiltered = Object.keys(search).length > 0
  return (
    <>
      <div className={classes.head}>
        <Title order={1} size="h3">
          {t('shop.orders')}
        </Title>
        <p className={classes.total} role="status">
          {orders.data &&
            `${isCapped ? t('list.atLeast', { total: count }) : count} · ${t('tax.amountsWithout')}`}
        </p>
      </div>
      {returnedText && search.state !== 'returned' && (
        <Button
          variant="light"
          color="yellow"
          mb="md"
          className={classes.returned}
          onClick={() => change({ ...noFilters, state: 'returned' })}
        >
          {returnedText}
        </Button>
      )}
      {(isFiltered || total > 0) && <OrderFilters search={search} onChange={change} />}
      {orders.error && <Failure error={orders.error} onRetry={() => void orders.refetch()} />}
      {orders.isPending && <Skeleton height={320} radius="lg" />}
      {orders.data && total === 0 && <NoOrders isFiltered={isFiltered} />}
      <ul className={classes.list} aria-busy={orders.isPlaceholderData}>
        {rows.map((row) => (
          <OrderCard
            key={row.id}
            order={row}
            withCustomer={ordersForOthers}
            isBusy={busy === row.guidKey}
            onCopy={() => copy(row.guidKey)}
          />
        ))}
      </ul>
      {orders.hasNextPage && (
        <Group justify="center" mt="md">
          <Button
            variant="default"
            loading={orders.isFetchingNextPage}
            onClick={() => void orders.fetchNextPage()}
          >
            {t('ordering.orders.more')}
          </Button>
        </Group>
      )}
      {dialog}
    </>
  )
}

function NoOrders({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <Empty title={t('list.nothingFound')}>{t('ordering.orders.noneFound')}</Empty>
  return (
    <Empty title={t('ordering.orders.emptyTitle')}>
      <p>{t('ordering.orders.emptyText')}</p>
      <Button renderRoot={(props) => <Link to="/shop" {...props} />}>{t('cart.toShop')}</Button>
    </Empty>
  )
}
