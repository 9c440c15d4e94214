import type { VariantCodeField } from '#shared/catalogue/catalogueFields.ts'
import type { Colored } from '#shared/shapes.ts'
import type { BrandRecord, CategoryRecord, Prices } from './records.ts'

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
  variantsInStock: number
  /** Lowest by price group. */
  lowest: Prices
}
