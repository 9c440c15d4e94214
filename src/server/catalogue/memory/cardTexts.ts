import { seasonInventory } from '#shared/catalogue.ts'
import type { OrderType } from '#shared/endpoint.ts'
import type { Product, Variant } from './product.ts'

/** What of a product depends on its reader. */
export type View = { priceGroup: string; orderType: OrderType }

/** JSON of a product up to its items, and of each item. */
export type CardTexts = {
  before: string
  /** `isSameBefore`: so it is for the product with this variant alone. */
  items: { text: string; isSameBefore: boolean }[]
}

const quoted = (text: string) => JSON.stringify(text)

/** `only`: with one variant alone. */
export function textsOf(product: Product, view: View, only?: Variant): CardTexts {
  const { variants, lowest } = product
  const lot = only ?? variants.find(({ lotCode }) => lotCode !== '')
  const lotDescription = lot?.lotDescription ?? ''
  const price = priceJson((only?.prices ?? lowest)[view.priceGroup])
  const items = variants.map((variant) => {
    const ownPrice = priceJson(variant.prices[view.priceGroup])
    return {
      text: itemJson(variant, view, ownPrice),
      isSameBefore: ownPrice === price && variant.lotDescription === lotDescription,
    }
  })
  return { before: beforeItems(product, lotDescription, price), items }
}

function beforeItems(product: Product, lotDescription: string, price: string): string {
  const name = quoted(product.itemDescription)
  const attributes = product.values.map(({ name: attribute, value }) => `,"${attribute}":${quoted(value)}`)
  return `{"itemCode":${quoted(product.itemCode)},"itemDescription":${name},"colorCode":${quoted(product.colorCode)},"colorDescription":${quoted(product.colorDescription)},"lotDescription":${quoted(lotDescription)}${price},"images":${JSON.stringify(product.images)},"updatedDate":"${product.updatedDate}","brandName":${quoted(product.brand.name)},"categoryName":${quoted(product.category.name)},"title":${name}${attributes.join('')},"items":[`
}

function itemJson(variant: Variant, { orderType }: View, price: string): string {
  const { lotSizes, minQty } = variant
  const inventory = orderType === 'Season' ? seasonInventory : variant.inventory
  return `{"productId":"${variant.id}","itemDim1Code":${quoted(variant.size)},"lotCode":${quoted(variant.lotCode)},"lotDescription":${quoted(variant.lotDescription)},"piecesPerLot":${variant.piecesPerLot}${lotSizes ? `,"lotSizes":${lotSizes}` : ''},"sortOrder":${variant.sortOrder}${minQty > 1 ? `,"minQty":${minQty}` : ''},"inventory":${inventory}${price}}`
}

function priceJson(price: [amountMinor: number, currencyCode: string] | undefined): string {
  return price ? `,"unitPrice":${price[0] / 100},"currencyCode":"${price[1]}"` : ''
}
