import { attributeNames } from '#shared/listing.ts'
import { lotDescriptionOf } from '#shared/lots.ts'
import type { OfficeVariant } from '#shared/products.ts'

type Variant = Omit<OfficeVariant, 'productId' | 'isOrdered'> & { productId?: string | undefined }
export type Recordable = {
  itemDescription: string
  colorDescription: string
  brandName: string
  categoryName: string
  isActive: boolean
  items: Variant[]
} & Record<(typeof attributeNames)[number], string>

type Fields = Record<string, unknown>

const nameOf = ({ itemDim1Code, lotCode }: Variant) => itemDim1Code || lotCode

/** What is said of a variant, by the field that says it; each a line of its own. */
const lines: Record<string, (variant: Variant) => string[]> = {
  barcodes: ({ barcode }) => (barcode ? [barcode] : []),
  inventory: ({ inventory }) => [String(inventory)],
  lots: ({ lotCode, lotDescription, lotSizes, piecesPerLot }) => {
    if (!lotCode) return []
    const content = lotSizes.length > 0 ? lotDescriptionOf(lotSizes) : ''
    return [[...new Set([lotDescription, content])].filter(Boolean).join(', ') + ` = ${piecesPerLot}`]
  },
  prices: ({ prices }) =>
    prices.map(
      ({ priceGroup, unitPrice, currencyCode }) => `${priceGroup} ${unitPrice.toFixed(2)} ${currencyCode}`,
    ),
  inactiveVariants: ({ isActive }) => (isActive ? [] : ['']),
}

/**
 * What the change log keeps of a product before and after: of its sizes and lots only those lines that differ. Without
 * `before` all of a new one.
 */
export function recordedProduct(
  before: Recordable | undefined,
  after: Recordable,
): { before?: Fields; after: Fields } {
  const known = new Map(before?.items.map((item) => [item.productId, item]))
  const kept = new Set(after.items.map(({ productId }) => productId))
  const was: Record<string, string[]> = {}
  const is: Record<string, string[]> = {}
  for (const [field, linesOf] of Object.entries(lines)) {
    const [left, right]: [string[], string[]] = [[], []]
    for (const item of after.items) {
      const old = item.productId ? known.get(item.productId) : undefined
      const [oldLines, newLines] = [old ? linesOf(old) : [], linesOf(item)]
      const named = (line: string) => `${nameOf(item)} ${line}`.trim()
      left.push(...oldLines.filter((line) => !newLines.includes(line)).map(named))
      right.push(...newLines.filter((line) => !oldLines.includes(line)).map(named))
    }
    if (left.length > 0) was[field] = left
    if (right.length > 0) is[field] = right
  }
  const gone = (before?.items ?? []).filter(({ productId }) => !kept.has(productId)).map(nameOf)
  const come = after.items.filter(({ productId }) => !productId || !known.has(productId)).map(nameOf)
  const sizes = (names: string[]) => (names.length > 0 ? { variants: names } : {})
  return {
    ...(before ? { before: { ...headOf(before), ...sizes(gone), ...was } } : {}),
    after: { ...headOf(after), ...sizes(come), ...is },
  }
}

function headOf(product: Recordable): Fields {
  return {
    itemDescription: product.itemDescription,
    colorDescription: product.colorDescription,
    brandName: product.brandName,
    categoryName: product.categoryName,
    isActive: product.isActive,
    ...Object.fromEntries(attributeNames.map((name) => [name, product[name]])),
  }
}
