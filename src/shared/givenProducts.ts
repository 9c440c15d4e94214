import { z } from 'zod'
import { currencyCode, id, line, version } from './endpoint.ts'
import { lotDescriptionOf, piecesIn } from './lots.ts'
import { code, givenShape } from './variantSchemas.ts'

/* What the office may give of a product, and what of it does not go together. */

const requiredText = (max: number) => line(max).pipe(z.string().min(1))

/** Colours of an item that are saved at once, sizes and lots of a colour, and of all of them, at most. */
export const most = { colors: 200, items: 1000, all: 3000 }

/** An amount of money as the office gives it: two decimals. */
export const amountOf = z
  .number()
  .min(0)
  .max(10_000_000_000)
  .refine((amount) => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-3, {
    params: { key: 'field.decimals' },
  })
const price = z.object({ priceGroup: requiredText(20), unitPrice: amountOf, currencyCode })

const attribute = line(255).default('')
const attributes = {
  attribute01: attribute,
  attribute02: attribute,
  attribute03: attribute,
  attribute04: attribute,
  attribute05: attribute,
  attribute06: attribute,
  attribute07: attribute,
  attribute08: attribute,
  attribute09: attribute,
  attribute10: attribute,
}

const variantFields = {
  /** A size, or else a lot has its lotCode. */
  itemDim1Code: code(10).default(''),
  lotCode: code(30).default(''),
  ...givenShape,
  prices: z.array(price).max(50).default([]),
}

const givenVariant = z
  .object({
    /** Absent for a new one. */
    productId: id.optional(),
    ...variantFields,
    /**
     * The stock as it was read. Where another is wanted and it has moved since, nothing is saved and the answer says
     * what it is now; absent, or the same as inventory, the stock stays whatever it is.
     */
    inventoryRead: z.int().min(0).optional(),
  })
  .transform((given) => {
    const { lotCode, lotSizes } = given
    // Made of lotSizes where these are given.
    if (!lotCode) return { ...given, lotDescription: '', piecesPerLot: 1, lotSizes: [] }
    if (lotSizes.length === 0) return given
    return {
      ...given,
      piecesPerLot: piecesIn(lotSizes),
      lotDescription: given.lotDescription || lotDescriptionOf(lotSizes),
    }
  })

export const productFields = {
  itemDescription: requiredText(255),
  colorCode: code(10).default(''),
  colorDescription: line(255).default(''),
  brandId: id,
  categoryId: id,
  ...attributes,
  isActive: z.boolean().default(true),
  /** All its sizes and lots in their order: those left out are deleted, unless they have been ordered. */
  items: z.array(givenVariant).max(most.items).default([]),
}

type GivenItems = {
  items: {
    productId?: string | undefined
    itemDim1Code: string
    lotCode: string
    barcode: string
    lotSizes: { size: string }[]
    prices: { priceGroup: string }[]
  }[]
}
type Path = (string | number)[]

/** Says of each of some texts that was there before it: ones that are empty do not count. */
export function refuseRepeated(context: z.core.$RefinementCtx, input: unknown, seen: Set<string>) {
  return (text: string, path: Path) => {
    if (text && seen.has(text))
      context.addIssue({ code: 'custom', path, params: { key: 'field.taken' }, input })
    seen.add(text)
  }
}

/** A variant has a size or a lot; sizes, lots and barcodes stand once. */
export function variantsApart(
  products: GivenItems[],
  context: z.core.$RefinementCtx,
  at: (index: number) => Path,
) {
  const barcode = refuseRepeated(context, products, new Set())
  const known = refuseRepeated(context, products, new Set())
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
      barcode(item.barcode, [...path, 'barcode'])
      known(item.productId ?? '', [...path, 'productId'])
      const group = refuseRepeated(context, products, new Set())
      for (const [place, { priceGroup }] of item.prices.entries())
        group(priceGroup, [...path, 'prices', place])
      const size = refuseRepeated(context, products, new Set())
      for (const [place, one] of item.lotSizes.entries()) size(one.size, [...path, 'lotSizes', place, 'size'])
    }
  }
}

export const givenColor = z.object({ id: id.optional(), version: version.optional(), ...productFields })
export type GivenProduct = z.output<typeof givenColor>
export type GivenVariant = GivenProduct['items'][number]
