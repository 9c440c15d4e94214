import type { Tenant } from '#server/tenancy/tenants.ts'
import { allAttributes } from '#shared/catalogue/attributes.ts'
import type { ProductFacets } from '#shared/catalogue/catalogue.ts'
import { attributeNames } from '#shared/catalogue/listing.ts'
import { fromTicks, type Ticks, ticks } from '#shared/numbers/money.ts'
import { maxFacetValues } from '../facets.ts'
import type { ListFilters } from '../listInput.ts'
import type { OrderedFacets } from '../texts/translate.ts'
import type { Catalogue } from './catalogue.ts'
import { type FacetName, facetTests, isInStock, narrowed, type Viewer } from './matches.ts'
import { compareCodes } from './order.ts'
import type { Brand, Category, Value } from './product.ts'
import { shownPrices } from './shownPrices.ts'

const facetNames: FacetName[] = ['brand', 'category', 'inStock', 'price', ...attributeNames]
const bitOf = Object.fromEntries(facetNames.map((name, index) => [name, 2 ** index])) as Record<
  FacetName,
  number
>

type PriceRange = { low: Ticks; high: Ticks; products: number }

/** A list's facets, with the number of products each choice would leave. */
export function countFacets(
  catalogue: Catalogue,
  viewer: Viewer,
  { attributes }: Pick<Tenant, 'attributes'>,
  input: ListFilters,
): OrderedFacets {
  const tests = [...facetTests(catalogue, viewer, input.facets)].map(([name, test]) => ({
    bit: bitOf[name],
    test,
  }))
  const inStock = isInStock(viewer)
  const priceOf = shownPrices(catalogue, viewer)
  const values = catalogue.sortedValues()
  const byValue = new Uint32Array(values.length)
  const firstPlace = new Uint32Array(values.length)
  const bitOfValue = values.map(({ name }) => bitOf[name as FacetName])
  const byBrand = new Map<Brand, number>()
  const byLeaf = new Map<Category, number>()
  const prices = new Map<string, PriceRange>()
  const counted = { total: 0, inStock: 0 }
  for (const [at, product] of narrowed(catalogue, viewer, input, 'itemCode').entries()) {
    let failed = 0
    for (const { bit, test } of tests) if (!test(product)) failed |= bit
    // Two facets exclude it: it counts nowhere.
    if (failed & (failed - 1)) continue
    if (failed === 0) counted.total += 1
    if (!(failed & ~bitOf.inStock) && inStock(product)) counted.inStock += 1
    if (!(failed & ~bitOf.brand)) byBrand.set(product.brand, (byBrand.get(product.brand) ?? 0) + 1)
    if (!(failed & ~bitOf.category)) byLeaf.set(product.category, (byLeaf.get(product.category) ?? 0) + 1)
    for (const { place, value } of product.values)
      if (value !== '' && !(failed & ~(bitOfValue[place] ?? 0))) {
        if (byValue[place] === 0) firstPlace[place] = at
        byValue[place] = (byValue[place] ?? 0) + 1
      }
    const currency = product.lowest[viewer.priceGroup]?.[1]
    if (currency && !(failed & ~bitOf.price)) addPrice(prices, ticks(priceOf(product) ?? 0), currency)
  }
  const picked = input.facets ?? {}
  return {
    ...counted,
    brands: [...catalogue.brands.values()].flatMap((brand) => {
      const count = byBrand.get(brand) ?? 0
      const isShown =
        brand.isActive &&
        (count > 0 || picked.brandIds?.includes(brand.id)) &&
        !viewer.excludedBrandIds.includes(brand.id)
      return isShown ? [{ brandId: brand.id, brandName: brand.name, count }] : []
    }),
    categories: categoriesOf(catalogue, byLeaf, picked.categoryIds ?? []),
    attributes: attributesOf(catalogue, attributes, { byValue, firstPlace }, picked.attributes ?? {}),
    prices: rangesOf(prices, viewer.ownCurrency),
  }
}

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
  byLeaf: Map<Category, number>,
  picked: string[],
): OrderedFacets['categories'] {
  const counts = new Map<Category, number>()
  for (const [leaf, count] of byLeaf)
    for (const ancestor of leaf.ancestors) counts.set(ancestor, (counts.get(ancestor) ?? 0) + count)
  return [...catalogue.categories.values()].flatMap((category) => {
    const count = counts.get(category) ?? 0
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
