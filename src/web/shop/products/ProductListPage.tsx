import { Skeleton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { t } from '#web/i18n.ts'
import { lazyPart } from '../lazy.ts'
import { useIsWide } from '../useIsWide.ts'
import { useSettled } from '../useSettled.ts'
import { MoreProducts } from './MoreProducts.tsx'
import { PageOfProducts } from './PageOfProducts.tsx'
import { ProductPanel } from './ProductCell.tsx'
import classes from './ProductListPage.module.css'
import {
  type Counted,
  type ProductCall,
  pageQuery,
  pageSize,
  totalText,
  useProductCall,
} from './productQuery.ts'
import { readPlace, useHistoryEntry, usePlace } from './scrollPlace.ts'

const route = getRouteApi('/shop/shop/products')
const ListToolbar = lazyPart(async () => (await import('./ListToolbar.tsx')).ListToolbar)
const FacetColumn = lazyPart(async () => (await import('./FacetColumn.tsx')).FacetColumn)
const NothingFound = lazyPart(async () => (await import('./NothingFound.tsx')).NothingFound)

/** The address alone defines the list. */
export function ProductListPage() {
  const search = route.useSearch()
  const isWide = useIsWide()
  const call = useProductCall(search)
  const first = useQuery({ ...pageQuery(call, 1), placeholderData: keepPreviousData })
  const [shown, setShown] = useState(call)
  // Keep the old list until the new one has loaded.
  if (shown.key !== call.key && !first.isPlaceholderData) setShown(call)
  const isOld = first.isPlaceholderData
  // First show usable cards; then load tools and draw the rest.
  const isSettled = useSettled(!first.isPending)
  useEffect(() => {
    // Most visitors press a card next. On failure it loads when shown.
    if (isSettled) ProductPanel.preload().catch(() => {})
  }, [isSettled])
  const { title = '', total, searchedText } = first.data ?? {}
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
          <h1 className={classes.title}>
            {search.text === undefined
              ? first.data && (title || t('products.all'))
              : t('products.resultsFor', { text: search.text })}
          </h1>
          <p className={classes.total} role="status">
            {first.data && !isOld && totalText(first.data)}
            {searchedText && !isOld && ` · ${t('products.searchedInstead', { text: searchedText })}`}
          </p>
        </div>
        <div className={classes.toolbar}>
          {isSettled && (
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
          <ProductList call={shown} counted={first.data} isOld={isOld} isSettled={isSettled} />
        )}
      </div>
    </div>
  )
}

type ListProps = { call: ProductCall; counted: Counted | undefined; isOld: boolean; isSettled: boolean }

/** All pages scrolled to so far. `isOld`: waiting for another list. */
function ProductList({ call, counted, isOld, isSettled }: ListProps) {
  const grid = useRef<HTMLUListElement>(null)
  const entry = useHistoryEntry()
  const pagesAt = () => readPlace(entry, call.key)?.pages ?? 1
  const [loaded, setLoaded] = useState(() => ({ list: call.key, pages: pagesAt() }))
  if (loaded.list !== call.key) setLoaded({ list: call.key, pages: pagesAt() })
  const last = useQuery(pageQuery(call, loaded.pages))
  const known = last.data ?? counted
  const pageCount = pageCountOf(known, loaded.pages, last.data?.products.length)
  const pages = isOld ? loaded.pages : Math.min(loaded.pages, pageCount)
  // Restores the place at once.
  const [isReturning] = useState(() => (readPlace(entry, call.key)?.index ?? 0) > 0)
  const isWhole = isSettled || isReturning
  usePlace(grid, isOld ? undefined : call.key, pages)
  return (
    <>
      <ul ref={grid} className={classes.grid} data-old={isOld || undefined} inert={isOld} aria-busy={isOld}>
        {Array.from({ length: pages }, (_, index) => (
          <PageOfProducts
            key={index}
            call={call}
            page={index + 1}
            total={isOld || known?.isCapped ? undefined : known?.total}
            isWhole={isWhole}
          />
        ))}
      </ul>
      {isWhole && pages < pageCount && !isOld && (
        <MoreProducts
          isLoading={last.isPending}
          hasFailed={last.isError}
          onReach={() => setLoaded({ list: call.key, pages: pages + 1 })}
        />
      )}
    </>
  )
}

/** A list too long to count goes on until a page is empty: pages of items are not all full. */
function pageCountOf(known: Counted | undefined, pages: number, lastLength = 1): number {
  if (known?.isCapped) return lastLength > 0 ? pages + 1 : pages
  return known ? Math.ceil(known.total / pageSize) : pages
}
