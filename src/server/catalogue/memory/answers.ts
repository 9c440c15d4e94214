/*
 * Answers the shop's reads from memory. Each has a counterpart in SQL (products.ts, facets.ts, home.ts,
 * barcode.ts), which gives the same answer where the catalogue is not in memory.
 */

import { searchWords } from '#server/db/search.ts'
import { JsonBytes, type Packed } from '#server/http/jsonBytes.ts'
import type { Tenant } from '#server/tenancy/tenants.ts'
import { Refusal } from '#shared/errors.ts'
import { picturePath, productImagePath } from '#shared/photos/images.ts'
import { swatchesOf } from '../colors.ts'
import type { ListFilters, ListInput } from '../listInput.ts'
import { asksPrices } from '../shownPrices.ts'
import { shownFacets, shownHome } from '../texts/translate.ts'
import type { Catalogue } from './catalogue.ts'
import { countFacets, itemCounts } from './facetCounts.ts'
import { type Kept, kept } from './kept.ts'
import { isSizeInStock, matchesOf, maxWords, type Viewer } from './matches.ts'
import { compareCodes } from './order.ts'
import type { Brand, Category, Product, Variant } from './product.ts'
import { numberOf } from './shownPrices.ts'

/** Slots of products in the list's order; `starts`: where each item begins among them, in a list of items. */
type List = { slots: Uint32Array; starts: Uint32Array | undefined }

type Answers = {
  lists: Kept<List>
  pages: Kept<Packed>
  facets: Kept<{ total: number; answer: JsonBytes }>
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
        ({ slots, starts }) => slots.byteLength + (starts?.byteLength ?? 0),
      ),
      pages: kept(maxKeptBytes, () => pageBytes),
      facets: kept(maxKeptBytes, ({ answer }) => answer.length + 2000),
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
  const list = lists.get(key, from, () => listOf(matchesOf(catalogue, viewer, input), input.byItem))
  const { slots, starts } = list
  // SQL tries other words.
  if (slots.length === 0 && input.searchText) return undefined
  const end = Buffer.from(
    `],"title":${JSON.stringify(names.filter(Boolean).join(' · '))},"brandName":${JSON.stringify(names[0])},"categoryName":${JSON.stringify(names[1])},"total":${(starts ?? slots).length}}}`,
  )
  const cards = catalogue.cards.for(viewer)
  const firsts = (starts ?? slots).slice((page - 1) * limit, page * limit)
  const shown = starts ? firsts.map((at) => slots[at] ?? 0) : firsts
  const parts: Buffer[] = [start]
  for (const [index, slot] of shown.entries()) {
    const card = cards.of(slot).subarray(index === 0 ? 1 : 0)
    const [first, next] = starts?.subarray((page - 1) * limit + index) ?? []
    const colors = slots.subarray(first, next)
    if (starts && colors.length > 1) parts.push(card.subarray(0, -1), colorsJson(catalogue, viewer, colors))
    else parts.push(card)
  }
  parts.push(end)
  const packed = pages.get(
    `${page} ${limit} ${key}`,
    [list, cards.newest(shown), starts ? catalogue.stockShape : 0, viewer.reader],
    () => new Map(),
  )
  return new JsonBytes(parts, packed)
}

/** The colours of an item, and the end of the product that has them. */
function colorsJson({ slots }: Catalogue, viewer: Viewer, colors: Uint32Array): Buffer {
  const isInStock = isSizeInStock(viewer, undefined)
  const all = Array.from(colors, (slot) => {
    const product = slots[slot]
    if (!product) throw new Error(`There is no product at ${slot}`)
    const { colorCode, colorDescription } = product
    return {
      colorCode,
      colorDescription: viewer.reader?.texts('color', colorDescription) ?? colorDescription,
      ...(isInStock(product) ? {} : { isSoldOut: true }),
    }
  })
  return Buffer.from(`,"colors":${JSON.stringify(all)}}`)
}

function listOf(found: Product[], byItem: boolean): List {
  if (!byItem) return { slots: Uint32Array.from(found, ({ slot }) => slot), starts: undefined }
  const slots: number[] = []
  const starts: number[] = []
  for (const colors of Map.groupBy(found, ({ itemCode }) => itemCode).values()) {
    starts.push(slots.length)
    for (const { slot } of colors) slots.push(slot)
  }
  return { slots: Uint32Array.from(slots), starts: Uint32Array.from(starts) }
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
  const { priceGroup, tenantCurrency, ownCurrency, excludedBrandIds, newSince, reader } = viewer
  const { language } = reader ?? {}
  return JSON.stringify([
    narrowing,
    priceGroup,
    tenantCurrency,
    ownCurrency,
    excludedBrandIds,
    newSince,
    language,
  ])
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
  const key = `facets ${numberOf(viewer.rules)} ${keyOf(viewer, input)}`
  const counted = answers(catalogue).facets.get(key, from, () => {
    const facets = countFacets(catalogue, viewer, tenant, input)
    return {
      total: facets.total,
      answer: JsonBytes.of({ success: true, data: shownFacets(facets, viewer.reader) }),
    }
  })
  // SQL tries other words.
  return counted.total === 0 && input.searchText ? undefined : counted.answer
}

export function homeFromMemory(catalogue: Catalogue, viewer: Viewer, byItem: boolean): JsonBytes {
  const { reader } = viewer
  const key = `home ${byItem} ${viewer.excludedBrandIds.join()} ${reader?.language ?? ''}`
  return answers(catalogue).others.get(key, [catalogue.shape, reader], () => {
    const brands = itemCounts<Brand>()
    const categories = itemCounts<Category>()
    let item = 0
    let itemCode: string | undefined
    for (const product of catalogue.sorted('itemCode')) {
      const { brand, category } = product
      if (!byItem || product.itemCode !== itemCode) item += 1
      itemCode = product.itemCode
      if (!brand.isActive || !category.isActive || viewer.excludedBrandIds.includes(brand.id)) continue
      brands.add(brand, item)
      for (const ancestor of category.ancestors) categories.add(ancestor, item)
    }
    const photos = firstPhotos(catalogue)
    const inOrder = [...catalogue.brands.values()].toSorted((one, other) => one.sortOrder - other.sortOrder)
    const shown = {
      brands: inOrder.flatMap((brand) => {
        const productCount = brands.of(brand)
        if (!productCount || !brand.isActive) return []
        return [{ brandId: brand.id, brandName: brand.name, image: pictureOf(brand, photos), productCount }]
      }),
      categories: [...catalogue.categories.values()].flatMap((category) => {
        const productCount = categories.of(category)
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

/** What the colours in use look like. */
export function colorsFromMemory(catalogue: Catalogue, { reader }: Viewer): JsonBytes {
  return answers(catalogue).others.get(`colors ${reader?.language ?? ''}`, [catalogue.shape, reader], () => {
    const names = new Set([...catalogue.products.values()].map(({ colorDescription }) => colorDescription))
    const data = swatchesOf([...names].toSorted(compareCodes)).map((color) => ({
      ...color,
      colorDescription: reader?.texts('color', color.colorDescription) ?? color.colorDescription,
    }))
    return JsonBytes.of({ success: true, data })
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
