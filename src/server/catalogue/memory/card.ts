import { seasonInventory } from '#shared/catalogue.ts'
import type { OrderType } from '#shared/endpoint.ts'
import type { Product, Variant } from './catalogue.ts'

/** What of a product depends on its reader. */
export type View = { priceGroup: string; orderType: OrderType }

const json = (text: string) => JSON.stringify(text)

/** The wire's Product as JSON. */
export function cardOf(product: Product, view: View): Buffer {
  const key = view.orderType === 'Season' ? `Season ${view.priceGroup}` : view.priceGroup
  let card = product.cards.get(key)
  if (!card) {
    const { variants, lowest } = product
    const lot = variants.find(({ lotCode }) => lotCode !== '')
    card = Buffer.from(
      productJson(product, {
        lotDescription: lot?.lotDescription ?? '',
        price: priceJson(lowest[view.priceGroup]),
        items: variants.map((variant) => itemJson(variant, view)).join(),
      }),
    )
    product.cards.set(key, card)
  }
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
  const name = json(product.itemDescription)
  const attributes = product.values.map(({ name: attribute, value }) => `,"${attribute}":${json(value)}`)
  return `{"itemCode":${json(product.itemCode)},"itemDescription":${name},"colorCode":${json(product.colorCode)},"colorDescription":${json(product.colorDescription)},"lotDescription":${json(lotDescription)}${price},"images":${JSON.stringify(product.images)},"updatedDate":"${product.updatedDate}","brandName":${json(product.brand.name)},"categoryName":${json(product.category.name)},"title":${name}${attributes.join('')},"items":[${items}]}`
}

function itemJson(variant: Variant, { priceGroup, orderType }: View): string {
  const { lotSizes, minQty } = variant
  const inventory = orderType === 'Season' ? seasonInventory : variant.inventory
  return `{"productId":"${variant.id}","itemDim1Code":${json(variant.size)},"lotCode":${json(variant.lotCode)},"lotDescription":${json(variant.lotDescription)},"piecesPerLot":${variant.piecesPerLot}${lotSizes ? `,"lotSizes":${lotSizes}` : ''},"sortOrder":${variant.sortOrder}${minQty > 1 ? `,"minQty":${minQty}` : ''},"inventory":${inventory}${priceJson(variant.prices[priceGroup])}}`
}

function priceJson(price: [amountMinor: number, currencyCode: string] | undefined): string {
  return price ? `,"unitPrice":${price[0] / 100},"currencyCode":"${price[1]}"` : ''
}
