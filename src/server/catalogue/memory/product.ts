import type { VariantCodeField } from '#shared/catalogue/catalogueFields.ts'
import { lotSizesOf } from '#shared/catalogue/lots.ts'
import type { Colored } from '#shared/shapes.ts'
import type { BrandRecord, CategoryRecord, Prices, ProductRecord, VariantRecord } from './records.ts'

export type Brand = BrandRecord & { products: number }
export type Category = CategoryRecord & { products: number; ancestors: Category[] }

/** A value of an attribute. `place`: its place in the order of values. */
export type Value = { name: string; value: string; products: number; place: number }

export type Variant = Record<VariantCodeField, string | null> & {
  id: string
  product: Product
  size: string
  lotCode: string
  lotDescription: string
  piecesPerLot: number
  /** As JSON; '' if unknown. */
  lotSizes: string
  /** Its size, or those within the lot. */
  sizes: readonly string[]
  sortOrder: number
  minQty: number
  inventory: number
  prices: Prices
}

/** An active product, with its active variants. */
export type Product = Colored & {
  id: string
  /** Its place in tables of products; taken again when it is gone. */
  slot: number
  brand: Brand
  category: Category
  values: Value[]
  updatedDate: string
  /** Folded; line 1 is the code, line 2 the name. */
  searchText: string
  /** Folded; line 1 has the translations of the name. */
  translatedText: string
  images: string[]
  /** In the order of their names; '' for none. */
  texts: string[]
  variants: Variant[]
  /** Its sizes, and those within its lots. */
  sizes: readonly string[]
  variantsInStock: number
  /** Lowest by price group. */
  lowest: Prices
}

/** `shared`: gives one copy of a text that many products have. */
export function productOf(
  record: ProductRecord,
  { slot, brand, category, values }: Pick<Product, 'slot' | 'brand' | 'category' | 'values'>,
  shared: (text: string) => string,
): Product {
  const [id, itemCode, itemDescription, colorCode, colorDescription] = record
  const [, , , , , , , , updatedDate, searchText, translatedText, images, variants, texts] = record
  const product: Product = {
    id,
    slot,
    itemCode,
    itemDescription: shared(itemDescription),
    colorCode: shared(colorCode),
    colorDescription: shared(colorDescription),
    brand,
    category,
    values,
    updatedDate,
    searchText,
    translatedText: shared(translatedText),
    images: images ?? [],
    texts: texts.map(shared),
    variants: [],
    sizes: [],
    variantsInStock: 0,
    lowest: {},
  }
  let previous: VariantRecord | undefined
  for (const one of variants ?? []) {
    // Sizes of a product mostly have the same prices and lots.
    if (previous && JSON.stringify(previous[10]) === JSON.stringify(one[10])) one[10] = previous[10]
    previous = one
    product.variants.push(variantOf(product, one, shared))
  }
  product.sizes = [...new Set(product.variants.flatMap(({ sizes }) => sizes))]
  product.variantsInStock = product.variants.filter(({ inventory }) => inventory > 0).length
  product.lowest = lowestOf(product.variants)
  return product
}

function variantOf(product: Product, record: VariantRecord, shared: (text: string) => string): Variant {
  const [id, size, lotCode, lotDescription, piecesPerLot, lotSizes, sortOrder, minQty, barcode] = record
  const [, , , , , , , , , inventory, prices, externalCode] = record
  return {
    id,
    product,
    size: shared(size),
    lotCode: shared(lotCode),
    lotDescription: shared(lotDescription),
    piecesPerLot,
    lotSizes: lotSizes.length > 0 ? shared(JSON.stringify(lotSizes)) : '',
    sizes: sizesOf(record, shared),
    sortOrder,
    minQty,
    barcode,
    externalCode,
    inventory,
    prices: prices ?? noPrices,
  }
}

function sizesOf(record: VariantRecord, shared: (text: string) => string): readonly string[] {
  const [, size, lotCode, lotDescription, piecesPerLot, lotSizes] = record
  if (lotCode === '') return [shared(size)]
  return (lotSizesOf({ lotDescription, piecesPerLot, lotSizes }) ?? []).map((one) => shared(one.size))
}

const noPrices: Prices = {}

function lowestOf(variants: Variant[]): Prices {
  const [first] = variants
  if (!first) return noPrices
  if (variants.every(({ prices }) => prices === first.prices)) return first.prices
  const lowest: Prices = {}
  for (const { prices } of variants) {
    for (const [group, price] of Object.entries(prices)) {
      const known = lowest[group]
      if (!known || price[0] < known[0] || (price[0] === known[0] && price[1] < known[1]))
        lowest[group] = price
    }
  }
  return lowest
}
