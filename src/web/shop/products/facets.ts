import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { Facets } from '#shared/catalogue/catalogue.ts'
import { api } from '#web/api.ts'
import { type ProductListSearch, withFacets } from './productListSearch.ts'
import type { ProductCall } from './productQuery.ts'

const route = getRouteApi('/shop/shop/products')

/** Facets with counts for the current choice; previous counts stay while loading. */
export function useFacetCounts(
  { narrowing, userId }: Pick<ProductCall, 'narrowing' | 'userId'>,
  { enabled = true } = {},
) {
  return useQuery({
    queryKey: ['facets', userId, narrowing],
    queryFn: async ({ signal }) => (await api.post('/api/Shop/GetProductFacets', narrowing, { signal })).data,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    enabled,
  })
}

/** Writes facets or sort order into the address, each as a history entry for Back. */
export function useChangeList() {
  const navigate = useNavigate()
  const before: ProductListSearch = route.useSearch()
  return (change: { facets?: Facets; sort?: ProductListSearch['sort'] | undefined }, replace = false) => {
    const { filters: _, ...narrowed } = change.facets ? withFacets(before, change.facets) : before
    const { sort, ...rest } = narrowed
    const next = 'sort' in change ? change.sort : sort
    void navigate({
      to: '/shop/products',
      search: { ...rest, ...(next ? { sort: next } : {}) },
      replace,
      resetScroll: false,
    })
  }
}

export function toggle(values: string[] | undefined, value: string): string[] {
  return values?.includes(value) ? values.filter((one) => one !== value) : [...(values ?? []), value]
}

/** `without`: the facets without this value. */
export type Chosen = { key: string; label: string; without: Facets }

/** Facets that are on or off. */
export const facetFlags = ['inStock', 'isNew', 'onOffer'] as const

type Labels = {
  nameOf: (kind: 'brand' | 'category', id: string) => string
  valueOf: (attribute: string, value: string) => string
  /** The chosen colours, those of a whole family together. */
  colorGroups: (names: string[]) => { label: string; names: string[] }[]
  sizeOf: (size: string) => string
  flagOf: (flag: (typeof facetFlags)[number]) => string
  from: (price: number) => string
  to: (price: number) => string
}

export function chosenOf(facets: Facets, labels: Labels): Chosen[] {
  const { brandIds = [], categoryIds = [], colors = [], sizes = [], attributes = {} } = facets
  const { priceFrom, priceTo } = facets
  const { priceFrom: _from, ...fromNothing } = facets
  const { priceTo: _to, ...toAnything } = facets
  return [
    ...brandIds.map((id) => ({
      key: `brand ${id}`,
      label: labels.nameOf('brand', id),
      without: { ...facets, brandIds: toggle(brandIds, id) },
    })),
    ...categoryIds.map((id) => ({
      key: `category ${id}`,
      label: labels.nameOf('category', id),
      without: { ...facets, categoryIds: toggle(categoryIds, id) },
    })),
    ...labels.colorGroups(colors).map(({ label, names }) => ({
      key: `color ${label}`,
      label,
      without: { ...facets, colors: colors.filter((name) => !names.includes(name)) },
    })),
    ...sizes.map((size) => ({
      key: `size ${size}`,
      label: labels.sizeOf(size),
      without: { ...facets, sizes: toggle(sizes, size) },
    })),
    ...Object.entries(attributes).flatMap(([name, values]) =>
      values.map((value) => ({
        key: `${name} ${value}`,
        label: labels.valueOf(name, value),
        without: { ...facets, attributes: { ...attributes, [name]: toggle(values, value) } },
      })),
    ),
    ...facetFlags.flatMap((flag) =>
      facets[flag] ? [{ key: flag, label: labels.flagOf(flag), without: withoutFlag(facets, flag) }] : [],
    ),
    ...(priceFrom === undefined
      ? []
      : [{ key: 'from', label: labels.from(priceFrom), without: fromNothing }]),
    ...(priceTo === undefined ? [] : [{ key: 'to', label: labels.to(priceTo), without: toAnything }]),
  ]
}

export function withoutFlag(facets: Facets, flag: (typeof facetFlags)[number]): Facets {
  const { [flag]: _off, ...others } = facets
  return others
}
