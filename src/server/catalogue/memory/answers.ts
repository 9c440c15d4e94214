/*
 * Answers the shop's reads from memory. Each has a counterpart in SQL (products.ts, facets.ts, home.ts,
 * barcode.ts), which gives the same answer where the catalogue is not in memory.
 */

import { searchWords } from '#server/db/search.ts'
import { JsonBytes, type Packed } from '#server/http/jsonBytes.ts'
import type { Tenant } from '#server/tenancy/tenants.ts'
import { Refusal } from '#shared/errors.ts'
import { picturePath, productImagePath } from '#shared/photos/images.ts'
import type { ListFilters, ListInput } from '../listInput.ts'
import { asksPrices } from '../shownPrices.ts'
import { shownFacets, shownHome } from '../texts/translate.ts'
import type { Catalogue } from './catalogue.ts'
import { countFacets } from './facetCounts.ts'
import { type Kept, kept } from './kept.ts'
import { matchesOf, maxWords, type Viewer } from './matches.ts'
import type { Brand, Category, Product, Variant } from './product.ts'
import { numberOf } from './shownPrices.ts'

type Answers = {
  /** Slots of products. */
  lists: Kept<Uint32Array>
  pages: Kept<Packed>
  others: Kept<JsonBytes>
}

/** Least memory for all kept lists: a few narrowings of each kind. */
const minListBytes = 3_200_000
const listBytesPerProduct = 40
/** With more products, a search holds up all other calls too long; in SQL it takes the same at any size. */
const maxSearchedProducts = 50_000
const maxKeptBytes = 8_000_000
/** Estimated size of a compressed page. */
const pageBytes = 5000
const answersOf = new WeakMap<Catalogue, Answers>()

function answers(catalogue: Catalogue): Answers {
  let known = answersOf.get(catalogue)
  if (!known) {
    known = {
      lists: kept(
        Math.max(minListBytes, listBytesPerProduct * catalogue.products.size),
        ({ byteLength }) => byteLength,
      ),
      pages: kept(maxKeptBytes, () => pageBytes),
      others: kept(maxKeptBytes, ({ length }) => length + 2000),
    }
    answersOf.set(catalogue, known)
  }
  return known
}

const start = Buffer.from('{"success":true,"data":{"products":[')

/** Undefined: left to SQL. */
export function listFromMemory(
  catalogue: Catalogue,
  viewer: Viewer,
  input: ListInput,
): JsonBytes | undefined {
  if (input.rulePrices || isForSql(catalogue, input)) return undefined
  const names = namesOf(catalogue, viewer, input)
  const { page, limit, sort, rulePrices: _asked, ...filters } = input
  const rules = asksPrices(input) ? numberOf(viewer.rules) : 0
  const key = `${sort} ${rules} ${keyOf(viewer, filters)}`
  const { lists, pages } = answers(catalogue)
  const from = [catalogue.shape, filters.facets?.inStock ? catalogue.stockShape : 0, viewer.reader]
  const matches = lists.get(key, from, () =>
    Uint32Array.from(matchesOf(catalogue, viewer, input), ({ slot }) => slot),
  )
  const end = Buffer.from(
    `],"title":${JSON.stringify(names.filter(Boolean).join(' · '))},"brandName":${JSON.stringify(names[0])},"categoryName":${JSON.stringify(names[1])},"total":${matches.length}}}`,
  )
  const cards = catalogue.cards.for(viewer)
  const shown = matches.subarray((page - 1) * limit, page * limit)
  const parts: Buffer[] = [start]
  for (const slot of shown) {
    const card = cards.of(slot)
    parts.push(parts.length === 1 ? card.subarray(1) : card)
  }
  parts.push(end)
  const packed = pages.get(
    `${page} ${limit} ${key}`,
    [matches, cards.newest(shown), viewer.reader],
    () => new Map(),
  )
  return new JsonBytes(parts, packed)
}

function isForSql({ products }: Catalogue, { searchText = '' }: ListFilters): boolean {
  if (searchText === '') return false
  return products.size > maxSearchedProducts || searchWords(searchText).length > maxWords
}

/** Names of the brand and category that a list is narrowed to; '' for none. */
function namesOf(
  catalogue: Catalogue,
  { reader }: Viewer,
  { brandId, categoryId }: ListFilters,
): [string, string] {
  const brand = brandId ? catalogue.brands.get(brandId) : undefined
  const category = categoryId ? catalogue.categories.get(categoryId) : undefined
  if ((brandId && !brand) || (categoryId && !category)) throw new Refusal('notFound')
  const [brandName, categoryName] = [brand?.name ?? '', category?.name ?? '']
  return reader
    ? [reader.texts('brand', brandName), reader.texts('category', categoryName)]
    : [brandName, categoryName]
}

/** Key that is the same for all viewers who get the same answer. */
function keyOf(viewer: Viewer, filters: ListFilters): string {
  const { currAccCode: _account, ...narrowing } = filters
  const { priceGroup, tenantCurrency, ownCurrency, excludedBrandIds, reader } = viewer
  const { language } = reader ?? {}
  return JSON.stringify([narrowing, priceGroup, tenantCurrency, ownCurrency, excludedBrandIds, language])
}

export function facetsFromMemory(
  catalogue: Catalogue,
  viewer: Viewer,
  tenant: Pick<Tenant, 'attributes'>,
  input: ListFilters,
): JsonBytes | undefined {
  if (isForSql(catalogue, input)) return undefined
  namesOf(catalogue, viewer, input)
  const from = [catalogue.shape, catalogue.stockShape, tenant.attributes, viewer.reader]
  return answers(catalogue).others.get(`facets ${numberOf(viewer.rules)} ${keyOf(viewer, input)}`, from, () =>
    JsonBytes.of({
      success: true,
      data: shownFacets(countFacets(catalogue, viewer, tenant, input), viewer.reader),
    }),
  )
}

export function homeFromMemory(catalogue: Catalogue, viewer: Viewer): JsonBytes {
  const { reader } = viewer
  const key = `home ${viewer.excludedBrandIds.join()} ${reader?.language ?? ''}`
  return answers(catalogue).others.get(key, [catalogue.shape, reader], () => {
    const brands = new Map<Brand, number>()
    const categories = new Map<Category, number>()
    const add = <Group>(counts: Map<Group, number>, group: Group) =>
      counts.set(group, (counts.get(group) ?? 0) + 1)
    for (const { brand, category } of catalogue.products.values()) {
      if (!brand.isActive || !category.isActive || viewer.excludedBrandIds.includes(brand.id)) continue
      add(brands, brand)
      for (const ancestor of category.ancestors) add(categories, ancestor)
    }
    const photos = firstPhotos(catalogue)
    const inOrder = [...catalogue.brands.values()].toSorted((one, other) => one.sortOrder - other.sortOrder)
    const shown = {
      brands: inOrder.flatMap((brand) => {
        const productCount = brands.get(brand)
        if (!productCount || !brand.isActive) return []
        return [{ brandId: brand.id, brandName: brand.name, image: pictureOf(brand, photos), productCount }]
      }),
      categories: [...catalogue.categories.values()].flatMap((category) => {
        const productCount = categories.get(category)
        if (!productCount || !category.isActive) return []
        const { id: categoryId, name: categoryName, parentId, sortOrder } = category
        const image = pictureOf(category, photos)
        return [
          { categoryId, categoryName, ...(parentId ? { parentId } : {}), image, productCount, sortOrder },
        ]
      }),
    }
    return JsonBytes.of({ success: true, data: shownHome(shown, reader) })
  })
}

/** The first product with a photo, for each brand and category. */
function firstPhotos(catalogue: Catalogue): Map<Brand | Category, Product> {
  const photos = new Map<Brand | Category, Product>()
  for (const product of catalogue.sorted('itemCode')) {
    if (product.images.length === 0) continue
    for (const group of [product.brand, ...product.category.ancestors])
      if (!photos.has(group)) photos.set(group, product)
  }
  return photos
}

function pictureOf(group: Brand | Category, photos: Map<Brand | Category, Product>): string {
  if (group.image) return picturePath(group.image)
  const product = photos.get(group)
  const [file] = product?.images ?? []
  return product && file ? productImagePath(640, { ...product, file }) : ''
}

const startOfIds = Buffer.from('{"success":true,"data":[')
const between = Buffer.from(',')
const endOfIds = Buffer.from(']}')

export function idsFromMemory(catalogue: Catalogue, viewer: Viewer, ids: string[]): JsonBytes {
  const cards = catalogue.cards.for(viewer)
  const parts: Buffer[] = [startOfIds]
  for (const id of ids) {
    const variant = catalogue.variants.get(id)
    if (!variant || !isVisible(variant.product, viewer)) continue
    if (parts.length > 1) parts.push(between)
    cards.addVariant(variant, parts)
  }
  parts.push(endOfIds)
  return new JsonBytes(parts)
}

function isVisible({ brand, category }: Product, { excludedBrandIds }: Viewer): boolean {
  return brand.isActive && category.isActive && !excludedBrandIds.includes(brand.id)
}

/** Undefined: not an active variant's code; left to SQL. */
export function barcodeFromMemory(
  catalogue: Catalogue,
  viewer: Viewer,
  barcode: string,
): JsonBytes | undefined {
  const variant = [...catalogue.codes.values()].flatMap((known) => known.get(barcode) ?? [])[0]
  if (!variant) return undefined
  const { product } = variant
  if (viewer.excludedBrandIds.includes(product.brand.id)) return unseen('brandExcluded')
  if (!isVisible(product, viewer)) return unseen('inactive')
  const whyNot = whyNotOf(variant, viewer)
  const card = catalogue.cards.for(viewer).of(product.slot).subarray(1)
  const end = `,"productId":"${variant.id}"${whyNot ? `,"whyNot":"${whyNot}"` : ''}}`
  return new JsonBytes([startOfOne, card, Buffer.from(end)])
}

const startOfOne = Buffer.from('{"success":true,"data":')
const unseen = (whyNot: string) => JsonBytes.of({ success: true, data: null, whyNot })

function whyNotOf({ prices, inventory }: Variant, { priceGroup, orderType }: Viewer): string | undefined {
  if (!prices[priceGroup]) return 'noPrice'
  return orderType !== 'Season' && inventory === 0 ? 'noStock' : undefined
}
