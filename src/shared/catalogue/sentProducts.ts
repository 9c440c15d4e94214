import { z } from 'zod'
import { currencyCode, id, line, version } from '#shared/endpoint.ts'
import { attributeShape } from '#shared/shapes.ts'
import {
  type ProductText,
  productTextNames,
  productTexts,
  type VariantCodeField,
  variantCodeFields,
} from './catalogueFields.ts'
import { lotDescriptionOf, piecesIn } from './lots.ts'
import { code, sentShape } from './variantSchemas.ts'

/* What the office may enter for a product, with rules across fields. */

const requiredText = (max: number) => line(max).pipe(z.string().min(1))

/** Limits per save: colours of an item, variants of a colour, variants in total. */
export const saveLimits = { colors: 200, items: 1000, all: 3000 }

/** In units. */
export const maxUnitPrice = 10_000_000_000

/** Two decimals. */
export const sentAmount = z
  .number()
  .min(0)
  .max(maxUnitPrice)
  .refine((amount) => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-3, {
    params: { key: 'field.decimals' },
  })
const price = z.object({ priceGroup: requiredText(20), unitPrice: sentAmount, currencyCode })

const variantFields = {
  /** Either a size or a lotCode. */
  itemDim1Code: code(10).default(''),
  lotCode: code(30).default(''),
  ...sentShape,
  prices: z.array(price).max(50).default([]),
}

const sentVariant = z
  .object({
    productId: id.optional(),
    ...variantFields,
    /**
     * The stock as read. If inventory differs and the stock has moved since, nothing is saved and the refusal has the
     * current one. If absent or equal to inventory, stock stays as it is.
     */
    inventoryRead: z.int().min(0).optional(),
  })
  .transform((given) => {
    const { lotCode, lotSizes } = given
    // Derived from lotSizes if given.
    if (!lotCode) return { ...given, lotDescription: '', piecesPerLot: 1, lotSizes: [] }
    if (lotSizes.length === 0) return given
    return {
      ...given,
      piecesPerLot: piecesIn(lotSizes),
      lotDescription: given.lotDescription || lotDescriptionOf(lotSizes),
    }
  })

const sentTexts = Object.fromEntries(
  productTextNames.map((name) => [name, line(productTexts[name].maxLength).optional()]),
) as Record<ProductText, z.ZodOptional<ReturnType<typeof line>>>

export const productFields = {
  itemDescription: requiredText(255),
  colorCode: code(10).default(''),
  colorDescription: line(255).default(''),
  brandId: id,
  categoryId: id,
  ...sentTexts,
  ...attributeShape(line(255).default('')),
  isActive: z.boolean().default(true),
  /** In order. Missing variants are deleted, unless ordered. */
  items: z.array(sentVariant).max(saveLimits.items).default([]),
}

type SentItems = {
  items: (Record<VariantCodeField, string> & {
    productId?: string | undefined
    itemDim1Code: string
    lotCode: string
    lotSizes: { size: string }[]
    prices: { priceGroup: string }[]
  })[]
}
type Path = (string | number)[]

/** Returns a function that refuses texts it has seen before; empty ones are ignored. */
export function refuseRepeated(context: z.core.$RefinementCtx, input: unknown, seen: Set<string>) {
  return (text: string, path: Path) => {
    if (text && seen.has(text))
      context.addIssue({ code: 'custom', path, params: { key: 'field.taken' }, input })
    seen.add(text)
  }
}

/** Variants have either a size or a lot; sizes, lots and codes must be unique. */
export function refuseVariantClashes(
  products: SentItems[],
  context: z.core.$RefinementCtx,
  at: (index: number) => Path,
) {
  const codes = variantCodeFields.map((field) => ({
    field,
    refuse: refuseRepeated(context, products, new Set()),
  }))
  const refuseId = refuseRepeated(context, products, new Set())
  for (const [index, { items }] of products.entries()) {
    const name = refuseRepeated(context, products, new Set())
    for (const [position, item] of items.entries()) {
      const path = [...at(index), 'items', position]
      const { itemDim1Code, lotCode } = item
      if (Boolean(itemDim1Code) === Boolean(lotCode)) {
        const key = lotCode ? 'field.sizeOrLot' : 'field.required'
        context.addIssue({
          code: 'custom',
          path: [...path, 'itemDim1Code'],
          params: { key },
          input: products,
        })
      }
      name(itemDim1Code && `size ${itemDim1Code}`, [...path, 'itemDim1Code'])
      name(lotCode && `lot ${lotCode}`, [...path, 'lotCode'])
      for (const { field, refuse } of codes) refuse(item[field], [...path, field])
      refuseId(item.productId ?? '', [...path, 'productId'])
      const group = refuseRepeated(context, products, new Set())
      for (const [place, { priceGroup }] of item.prices.entries())
        group(priceGroup, [...path, 'prices', place])
      const size = refuseRepeated(context, products, new Set())
      for (const [place, one] of item.lotSizes.entries()) size(one.size, [...path, 'lotSizes', place, 'size'])
    }
  }
}

export const sentColor = z.object({ id: id.optional(), version: version.optional(), ...productFields })
export type SentProduct = z.output<typeof sentColor>
export type SentVariant = SentProduct['items'][number]
