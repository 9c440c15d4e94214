import { seasonInventory } from '#shared/catalogue.ts'
import type { OrderType } from '#shared/endpoint.ts'
import type { Product, Variant } from './catalogue.ts'

/** What of a product depends on its reader. */
export type View = { priceGroup: string; orderType: OrderType }

const quoted = (text: string) => JSON.stringify(text)

/** The wire's Product as JSON, after a comma. `place`: of the view, among those of the catalogue. */
export function cardOf(product: Product, view: View, place: number): Buffer {
  const kept = product.cards[place]
  if (kept) return kept
  const { variants, lowest } = product
  const lot = variants.find(({ lotCode }) => lotCode !== '')
  const json = productJson(product, {
    lotDescription: lot?.lotDescription ?? '',
    price: priceJson(lowest[view.priceGroup]),
    items: variants.map((variant) => itemJson(variant, view)).join(),
  })
  const card = Buffer.from(`,${json}`)
  for (let at = product.cards.length; at < place; at += 1) product.cards.push(undefined)
  product.cards[place] = card
  return card
}

/** The same with one variant alone. */
export function cardOfVariant(variant: Variant, view: View): string {
  return productJson(variant.product, {
    lotDescription: variant.lotDescription,
    price: priceJson(variant.prices[view.priceGroup]),
    items: itemJson(variant, view),
  })
}

function productJson(
  product: Product,
  { lotDescription, price, items }: { lotDescription: string; price: string; items: string },
): string {
  const name = quoted(product.itemDescription)
  const attributes = product.values.map(({ name: attribute, value }) => `,"${attribute}":${quoted(value)}`)
  return `{"itemCode":${quoted(product.itemCode)},"itemDescription":${name},"colorCode":${quoted(product.colorCode)},"colorDescription":${quoted(product.colorDescription)},"lotDescription":${quoted(lotDescription)}${price},"images":${JSON.stringify(product.images)},"updatedDate":"${product.updatedDate}","brandName":${quoted(product.brand.name)},"categoryName":${quoted(product.category.name)},"title":${name}${attributes.join('')},"items":[${items}]}`
}

function itemJson(variant: Variant, { priceGroup, orderType }: View): string {
  const { lotSizes, minQty } = variant
  const inventory = orderType === 'Season' ? seasonInventory : variant.inventory
  return `{"productId":"${variant.id}","itemDim1Code":${quoted(variant.size)},"lotCode":${quoted(variant.lotCode)},"lotDescription":${quoted(variant.lotDescription)},"piecesPerLot":${variant.piecesPerLot}${lotSizes ? `,"lotSizes":${lotSizes}` : ''},"sortOrder":${variant.sortOrder}${minQty > 1 ? `,"minQty":${minQty}` : ''},"inventory":${inventory}${priceJson(variant.prices[priceGroup])}}`
}

function priceJson(price: [amountMinor: number, currencyCode: string] | undefined): string {
  return price ? `,"unitPrice":${price[0] / 100},"currencyCode":"${price[1]}"` : ''
}
