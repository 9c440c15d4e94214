import { Button, Skeleton, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { useSession } from '#web/session.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Failure } from '#web/ui/Failure.tsx'
import { useViewedAccount } from '../account.ts'
import { useCart } from '../cart/cartStore.ts'
import { ProductCard } from './ProductCard.tsx'
import classes from './ProductListPage.module.css'

const route = getRouteApi('/shop/shop/products')
const pageSize = 24

export function ProductListPage() {
  const { brandId, categoryId } = route.useSearch()
  const currAccCode = useViewedAccount()
  const userId = useSession((session) => session.user?.id)
  const orderType = useCart((cart) => cart.orderType)
  const list = useInfiniteQuery({
    queryKey: ['products', userId, { brandId, categoryId, currAccCode, orderType }],
    queryFn: async ({ pageParam, signal }) => {
      const input = { brandId, categoryId, currAccCode, orderType, page: pageParam, limit: pageSize }
      return (await api.post('/api/Shop/GetCategoryProducts', input, { signal })).data
    },
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (pages.length * pageSize < last.total ? pages.length + 1 : undefined),
    // Back comes to the same place in the same list.
    gcTime: 600_000,
  })
  const first = list.data?.pages[0]
  const products = list.data?.pages.flatMap((page) => page.products) ?? []
  return (
    <>
      <div className={classes.head}>
        <Title order={1} size="h3">
          {first ? first.title || t('products.all') : ' '}
        </Title>
        {first && (
          <Text size="sm" c="var(--ink-soft)">
            {t('products.total', { count: first.total })}
          </Text>
        )}
      </div>
      {list.error && <Failure error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Loading />}
      {first?.total === 0 && (
        <Empty title={t('products.emptyTitle')}>
          <Link to="/shop">{t('products.emptyText')}</Link>
        </Empty>
      )}
      <ul className={classes.grid}>
        {products.map((product) => (
          <li key={`${product.itemCode} ${product.colorCode}`}>
            <ProductCard product={product} />
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <More
          isLoading={list.isFetchingNextPage}
          hasFailed={list.isFetchNextPageError}
          onReach={() => void list.fetchNextPage()}
        />
      )}
    </>
  )
}

type MoreProps = { isLoading: boolean; hasFailed: boolean; onReach: () => void }

/** Loads the next page shortly before the end of the list comes into view; a button for whoever needs one. */
function More({ isLoading, hasFailed, onReach }: MoreProps) {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isLoading || hasFailed || !end.current) return undefined
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && onReach(), {
      rootMargin: '1200px',
    })
    watcher.observe(end.current)
    return () => watcher.disconnect()
  }, [isLoading, hasFailed, onReach])
  return (
    <div ref={end} className={classes.more}>
      <Button variant="default" loading={isLoading} onClick={onReach}>
        {t('products.more')}
      </Button>
    </div>
  )
}

function Loading() {
  return (
    <div className={classes.grid} role="status" aria-label={t('page.loading')}>
      {Array.from({ length: 10 }, (_, index) => (
        <Skeleton key={index} className={classes.skeleton} radius="md" />
      ))}
    </div>
  )
}
