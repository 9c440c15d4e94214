import { Skeleton, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { t } from '#web/i18n.ts'
import { lazyPart } from '../lazy.ts'
import { useCalm } from '../useCalm.ts'
import { useIsWide } from '../useIsWide.ts'
import { MoreProducts } from './MoreProducts.tsx'
import { PageOfProducts } from './PageOfProducts.tsx'
import { ProductPanel } from './ProductCell.tsx'
import classes from './ProductListPage.module.css'
import { readPlace, useHistoryEntry, usePlace } from './place.ts'
import { type ProductCall, pageQuery, pageSize, useProductCall } from './productQuery.ts'

const route = getRouteApi('/shop/shop/products')
const ListToolbar = lazyPart(async () => (await import('./ListToolbar.tsx')).ListToolbar)
const FacetColumn = lazyPart(async () => (await import('./FacetColumn.tsx')).FacetColumn)
const NothingFound = lazyPart(async () => (await import('./NothingFound.tsx')).NothingFound)

/** Products of a brand, a category or a search, narrowed by facets: all of it said by the address. */
export function ProductListPage() {
  const search = route.useSearch()
  const isWide = useIsWide()
  const call = useProductCall(search)
  const first = useQuery({ ...pageQuery(call, 1), placeholderData: keepPreviousData })
  const [shown, setShown] = useState(call)
  // The list before stays until the new one is there.
  if (shown.key !== call.key && !first.isPlaceholderData) setShown(call)
  const isOld = first.isPlaceholderData
  // The tools are fetched, and what lies below the window is drawn, once the cards in it can be seen and pressed.
  const isCalm = useCalm(!first.isPending)
  useEffect(() => {
    // Most who come press a card next. What cannot be had now is asked for again when it is shown.
    if (isCalm) ProductPanel.preload().catch(() => {})
  }, [isCalm])
  const { title = '', total } = first.data ?? {}
  return (
    <div className={classes.page}>
      {isWide && (
        <aside className={classes.side}>
          <Suspense fallback={<Skeleton height={420} radius="md" />}>
            <FacetColumn search={search} call={call} />
          </Suspense>
        </aside>
      )}
      <div className={classes.main}>
        <div className={classes.head}>
          <Title order={1} size="h3">
            {search.text === undefined
              ? first.data && (title || t('products.all'))
              : t('products.resultsFor', { text: search.text })}
          </Title>
          <p className={classes.total} role="status">
            {total !== undefined && !isOld && t('products.total', { count: total })}
          </p>
        </div>
        <div className={classes.toolbar}>
          {isCalm && (
            <Suspense>
              <ListToolbar search={search} call={call} />
            </Suspense>
          )}
        </div>
        {total === 0 && !isOld ? (
          <Suspense>
            <NothingFound search={search} call={call} />
          </Suspense>
        ) : (
          <ProductList call={shown} total={total} isOld={isOld} isCalm={isCalm} />
        )}
      </div>
    </div>
  )
}

type ListProps = { call: ProductCall; total: number | undefined; isOld: boolean; isCalm: boolean }

/** The pages that have been scrolled to, one after the other. `isOld` while they wait for others to take their place. */
function ProductList({ call, total, isOld, isCalm }: ListProps) {
  const grid = useRef<HTMLUListElement>(null)
  const entry = useHistoryEntry()
  const pagesAt = () => readPlace(entry, call.key)?.pages ?? 1
  const [loaded, setLoaded] = useState(() => ({ list: call.key, pages: pagesAt() }))
  if (loaded.list !== call.key) setLoaded({ list: call.key, pages: pagesAt() })
  const most = total === undefined ? loaded.pages : Math.ceil(total / pageSize)
  const pages = isOld ? loaded.pages : Math.min(loaded.pages, most)
  const last = useQuery(pageQuery(call, pages))
  // Whoever comes back to a place further down is taken there at once.
  const [isComingBack] = useState(() => (readPlace(entry, call.key)?.index ?? 0) > 0)
  const isWhole = isCalm || isComingBack
  usePlace(grid, isOld ? undefined : call.key, pages)
  return (
    <>
      <ul ref={grid} className={classes.grid} data-old={isOld || undefined} inert={isOld} aria-busy={isOld}>
        {Array.from({ length: pages }, (_, index) => (
          <PageOfProducts
            key={index}
            call={call}
            page={index + 1}
            total={isOld ? undefined : total}
            isWhole={isWhole}
          />
        ))}
      </ul>
      {isWhole && pages < most && !isOld && (
        <MoreProducts
          isLoading={last.isPending}
          hasFailed={last.isError}
          onReach={() => setLoaded({ list: call.key, pages: pages + 1 })}
        />
      )}
    </>
  )
}
