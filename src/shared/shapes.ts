import { z } from 'zod'
import { type ProductText, productTextNames } from './catalogue/catalogueFields.ts'
import { type AttributeName, attributeNames } from './catalogue/listing.ts'
import { id } from './endpoint.ts'

/* Fields that many answers have. */

const text = z.string()

/** One item in one colour. */
export const colorShape = { itemCode: text, itemDescription: text, colorCode: text, colorDescription: text }
export type Colored = Record<keyof typeof colorShape, string>

/** With the names of its photos; `updatedDate` is part of their addresses. */
export const picturedShape = { ...colorShape, images: z.array(text), updatedDate: text }

export const brandedShape = { brandId: id, brandName: text, categoryId: id, categoryName: text }
export type Branded = Record<keyof typeof brandedShape, string>

export const productTextShape = <Value extends z.ZodType>(value: Value) =>
  Object.fromEntries(productTextNames.map((name) => [name, value])) as Record<ProductText, Value>

/** A size or lot as ordered or put into a cart. */
export const lineShape = {
  ...picturedShape,
  brandId: id,
  brandName: text,
  categoryId: id,
  itemDim1Code: text,
  lotCode: text,
  lotDescription: text,
  piecesPerLot: z.int(),
  inventory: z.int(),
  ...productTextShape(text.optional()),
  sortOrder: z.int().optional(),
}

export const attributeShape = <Value extends z.ZodType>(value: Value) =>
  Object.fromEntries(attributeNames.map((name) => [name, value])) as Record<AttributeName, Value>
