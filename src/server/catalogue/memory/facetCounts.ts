import type { Tenant } from '#server/tenancy/tenants.ts'
import { allAttributes } from '#shared/catalogue/attributes.ts'
import type { ProductFacets } from '#shared/catalogue/catalogue.ts'
import { fromTicks, type Ticks, ticks } from '#shared/numbers/money.ts'

import { colorFacets, maxFacetValues, sizeFacets } from '../listChoices.ts'
import type { ListFilters } from '../listInput.ts'
import { type FacetName, facetNames } from '../productFilters.ts'
import type { OrderedFacets } from '../texts/translate.ts'
import type { Catalogue } from './catalogue.ts'
import { facetTests, isNew, isOnOffer, isSizeInStock, narrowed, type Viewer } from './matches.ts'
import { compareCodes } from './order.ts'
import type { Brand, Category, Product, Value } from './product.ts'
import { shownPrices } from './shownPrices.ts'

const bitOf = Object.fromEntries(facetNames.map((name, index) => [name, 2 ** index])) as Record<
  FacetName,
  number
>

type PriceRange = { low: Ticks; high: Ticks; products: number }

/** Counts the items, by number, of each key; the products of an item follow one another. */
export function itemCounts<Key>() {
  const counts = new Map<Key, { count: number; last: number }>()
  return {
    add: (key: Key, item: number) => {
      const known = counts.get(key)
      if (!known) counts.set(key, { count: 1, last: item })
      else if (known.last !== item) {
        known.count += 1
        known.last = item
      }
    },
    of: (key: Key) => counts.get(key)?.count ?? 0,
    keys: () => [...counts.keys()],
  }
}

/** A list's facets, with the number of products or items each choice would leave. */
export function countFacets(
  catalogue: Catalogue,
  viewer: Viewer,
  { attributes }: Pick<Tenant, 'attributes'>,
  input: ListFilters,
): OrderedFacets {
  const { facets: picked = {} } = input
  const tests = [...facetTests(catalogue, viewer, picked)].map(([name, test]) => ({
    bit: bitOf[name],
    test,
  }))
  const flags = {
    inStock: isSizeInStock(viewer, picked),
    isNew: isNew(viewer),
    onOffer: isOnOffer(catalogue, viewer),
  }
  const isSizeCounted = picked.inStock && viewer.orderType !== 'Season' ? isLeft : () => true
  const priceOf = shownPrices(catalogue, viewer)
  const values = catalogue.sortedValues()
  const byValue = new Uint32Array(values.length)
  const lastOfValue = new Uint32Array(values.length)
  const firstPlace = new Uint32Array(values.length)
  const bitOfValue = values.map(({ name }) => bitOf[name as FacetName])
  const byBrand = itemCounts<Brand>()
  const byCategory = itemCounts<Category>()
  const bySize = itemCounts<string>()
  const byFlag = itemCounts<'total' | keyof typeof flags>()
  const byColor = new Map<string, Set<number>>()
  const prices = new Map<string, PriceRange>()
  let item = 0
  let itemCode: string | undefined
  for (const [at, product] of narrowed(catalogue, viewer, input, 'itemCode').entries()) {
    if (!input.byItem || product.itemCode !== itemCode) item += 1
    itemCode = product.itemCode
    let failed = 0
    for (const { bit, test } of tests) if (!test(product)) failed |= bit
    // Two facets exclude it: it counts nowhere.
    if (failed & (failed - 1)) continue
    const passes = (name: FacetName) => !(failed & ~bitOf[name])
    if (failed === 0) byFlag.add('total', item)
    for (const name of ['inStock', 'isNew', 'onOffer'] as const)
      if (passes(name) && flags[name](product)) byFlag.add(name, item)
    if (passes('brand')) byBrand.add(product.brand, item)
    if (passes('category')) for (const ancestor of product.category.ancestors) byCategory.add(ancestor, item)
    if (passes('color')) {
      const known = byColor.get(product.colorDescription)
      if (known) known.add(item)
      else byColor.set(product.colorDescription, new Set([item]))
    }
    if (passes('size'))
      for (const size of product.sizes) if (isSizeCounted(product, size)) bySize.add(size, item)
    for (const { place, value } of product.values)
      if (value !== '' && !(failed & ~(bitOfValue[place] ?? 0)) && lastOfValue[place] !== item) {
        if (byValue[place] === 0) firstPlace[place] = at
        lastOfValue[place] = item
        byValue[place] = (byValue[place] ?? 0) + 1
      }
    const currency = product.lowest[viewer.priceGroup]?.[1]
    if (currency && passes('price')) addPrice(prices, ticks(priceOf(product) ?? 0), currency)
  }
  return {
    total: byFlag.of('total'),
    inStock: byFlag.of('inStock'),
    ...(viewer.newSince === undefined ? {} : { isNew: byFlag.of('isNew') }),
    onOffer: byFlag.of('onOffer'),
    ...colorFacets(byColor, picked.colors ?? []),
    sizes: sizeFacets(
      bySize.keys().map((value) => ({ value, count: bySize.of(value) })),
      picked.sizes ?? [],
    ),
    brands: [...catalogue.brands.values()].flatMap((brand) => {
      const count = byBrand.of(brand)
      const isShown =
        brand.isActive &&
        (count > 0 || picked.brandIds?.includes(brand.id)) &&
        !viewer.excludedBrandIds.includes(brand.id)
      return isShown ? [{ brandId: brand.id, brandName: brand.name, count }] : []
    }),
    categories: categoriesOf(catalogue, byCategory.of, picked.categoryIds ?? []),
    attributes: attributesOf(catalogue, attributes, { byValue, firstPlace }, picked.attributes ?? {}),
    prices: rangesOf(prices, viewer.ownCurrency),
  }
}

const isLeft = ({ variants }: Product, size: string) =>
  variants.some(({ inventory, sizes }) => inventory > 0 && sizes.includes(size))

function addPrice(prices: Map<string, PriceRange>, price: Ticks, currency: string): void {
  const known = prices.get(currency)
  if (!known) prices.set(currency, { low: price, high: price, products: 1 })
  else {
    if (price < known.low) known.low = price
    if (price > known.high) known.high = price
    known.products += 1
  }
}

function categoriesOf(
  catalogue: Catalogue,
  countOf: (category: Category) => number,
  picked: string[],
): OrderedFacets['categories'] {
  return [...catalogue.categories.values()].flatMap((category) => {
    const count = countOf(category)
    if (!category.isActive || (count === 0 && !picked.includes(category.id))) return []
    const { id: categoryId, name: categoryName, parentId, sortOrder } = category
    return [{ categoryId, categoryName, ...(parentId ? { parentId } : {}), count, sortOrder }]
  })
}

/** The most frequent values, those of earlier products first, and chosen ones; in the order of the tenant's attributes. */
function attributesOf(
  catalogue: Catalogue,
  settings: Tenant['attributes'],
  { byValue, firstPlace }: Record<'byValue' | 'firstPlace', Uint32Array>,
  picked: Partial<Record<string, string[]>>,
): ProductFacets['attributes'] {
  const values = catalogue.sortedValues()
  return allAttributes(settings).flatMap(({ name, isFacet }) => {
    if (!isFacet) return []
    const chosen = new Set(picked[name])
    const found = values.filter((one) => one.name === name && (byValue[one.place] ?? 0) > 0)
    const countOf = ({ place }: Value) => byValue[place] ?? 0
    const firstOf = ({ place }: Value) => firstPlace[place] ?? 0
    const frequent =
      found.length <= maxFacetValues
        ? found
        : found
            .toSorted((one, other) => countOf(other) - countOf(one) || firstOf(one) - firstOf(other))
            .slice(0, maxFacetValues)
    const shown = new Set([...frequent, ...found.filter(({ value }) => chosen.has(value))])
    const known = new Set([...found].map(({ value }) => value))
    const missing = [...chosen].filter((value) => !known.has(value))
    const listed = [
      ...found.filter((one) => shown.has(one)).map((one) => ({ value: one.value, count: countOf(one) })),
      ...missing.map((value) => ({ value, count: 0 })),
    ]
    if (missing.length > 0) listed.sort((one, other) => catalogue.names.compare(one.value, other.value))
    return listed.length > 0 ? [{ name, values: listed }] : []
  })
}

function rangesOf(prices: Map<string, PriceRange>, own: string): ProductFacets['prices'] {
  return [...prices]
    .toSorted(
      ([one, { products }], [other, { products: otherProducts }]) =>
        Number(other === own) - Number(one === own) || otherProducts - products || compareCodes(one, other),
    )
    .map(([currencyCode, { low, high }]) => ({ currencyCode, min: fromTicks(low), max: fromTicks(high) }))
}
