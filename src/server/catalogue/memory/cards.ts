import { seasonInventory } from '#shared/catalogue/catalogue.ts'
import { productTextNames } from '#shared/catalogue/catalogueFields.ts'
import type { TextKind } from '#shared/catalogue/textKinds.ts'
import type { OrderType } from '#shared/endpoint.ts'
import type { Reader } from '../texts/translate.ts'
import type { Product, Variant } from './product.ts'

/** What a product's card depends on, besides the product. */
export type View = { priceGroup: string; orderType: OrderType; reader: Reader | undefined }

/** Products as they are sent to the readers of one view: the wire's Product as JSON. */
export type Cards = {
  /** The card of the product at a slot, after a comma. */
  of(slot: number): Buffer
  /** Adds the card with one variant alone to the parts of an answer. */
  addVariant(variant: Variant, parts: Buffer[]): void
  /** A number that changes when one of these cards is made again. */
  newest(slots: Uint32Array): number
}

/** The cards of all views, made when they are first sent. */
export type CardStore = {
  for(view: View): Cards
  /** The product changed. */
  drop(slot: number): void
  clear(): void
}

type KeptCards = Cards & Pick<CardStore, 'drop' | 'clear'> & { readonly bytes: number }

/** `maxBytes`: limit for all views; the least recently read one is dropped first. */
export function cardStore(slots: readonly (Product | undefined)[], maxBytes: number): CardStore {
  const views = new Map<string, { reader: Reader | undefined; cards: KeptCards }>()
  const makeRoom = () => {
    let bytes = 0
    for (const { cards } of views.values()) bytes += cards.bytes
    for (const [name, { cards }] of views) {
      if (bytes <= maxBytes || views.size === 1) return
      bytes -= cards.bytes
      views.delete(name)
    }
  }
  return {
    for: (view) => {
      const { priceGroup, orderType, reader } = view
      const name = JSON.stringify([priceGroup, orderType === 'Season', reader?.language])
      let kept = views.get(name)
      if (kept?.reader !== reader || !kept) kept = { reader, cards: keptCards(slots, view) }
      views.delete(name)
      views.set(name, kept)
      makeRoom()
      return kept.cards
    },
    drop: (slot) => {
      for (const { cards } of views.values()) cards.drop(slot)
    },
    clear: () => {
      for (const { cards } of views.values()) cards.clear()
    },
  }
}

/** A card of many sizes is a few thousand bytes. */
const chunkBytes = 512 * 1024
/** All cards are made again when more than this, and more than is in use, is idle. */
const minIdleBytes = 1024 * 1024
/** Most bytes of a character in UTF-8. */
const maxCharacterBytes = 3
const placeBytes = 4
/**
 * Numbers kept per slot: chunk, start, end of the card or 0 if there is none, and the count of cards made
 * until then.
 */
const numbersPerSlot = 4

const commaBytes = 1
const endOfItems = Buffer.from(']}')
const nothing = Buffer.alloc(0)

/**
 * Keeps cards in a few large buffers: a buffer for each card takes more memory, and more time to gather for a
 * list. Bytes that were handed out are never overwritten. Each card is followed by the places of its items,
 * and whether what precedes the items is the same for the variant alone.
 */
function keptCards(slots: readonly (Product | undefined)[], view: View): KeptCards {
  let chunks: Buffer[] = []
  let table = new Uint32Array(numbersPerSlot * Math.max(slots.length, 16))
  /** Bytes used in the last chunk. */
  let used = 0
  let chunksBytes = 0
  let inUseBytes = 0
  let idleBytes = 0
  let made = 0

  const clear = () => {
    chunks = []
    table = new Uint32Array(numbersPerSlot * Math.max(slots.length, 16))
    used = 0
    chunksBytes = 0
    inUseBytes = 0
    idleBytes = 0
  }

  const room = (bytes: number): Buffer => {
    const last = chunks.at(-1)
    if (last && used + bytes <= last.length) return last
    used = 0
    const chunk = Buffer.allocUnsafeSlow(Math.max(chunkBytes, bytes))
    chunks.push(chunk)
    chunksBytes += chunk.length
    return chunk
  }

  const write = (slot: number, { before, items }: CardTexts) => {
    const characters = items.reduce((sum, { text }) => sum + text.length + 1, before.length + 3)
    const chunk = room(characters * maxCharacterBytes + (items.length + 1) * placeBytes)
    const start = used
    let at = start + chunk.write(`,${before}`, start)
    const places: number[] = []
    for (const { text, isSameBefore } of items) {
      if (places.length > 0) at += chunk.write(',', at)
      places.push((at - start) * 2 + Number(isSameBefore))
      at += chunk.write(text, at)
    }
    at += endOfItems.copy(chunk, at)
    const end = at
    for (const place of places) at = chunk.writeUInt32LE(place, at)
    used = at
    inUseBytes += end - start
    if (numbersPerSlot * slot >= table.length) {
      const larger = new Uint32Array(numbersPerSlot * Math.max(slots.length, slot + 1))
      larger.set(table)
      table = larger
    }
    made += 1
    table.set([chunks.length - 1, start, end, made], numbersPerSlot * slot)
  }

  const make = (slot: number) => {
    const product = slots[slot]
    if (!product) throw new Error(`There is no product at ${slot}`)
    if (idleBytes > minIdleBytes && idleBytes > inUseBytes) clear()
    write(slot, textsOf(product, view))
  }

  /** Where the slot's numbers begin; makes its card if it is not there. */
  const find = (slot: number): number => {
    if (!table[numbersPerSlot * slot + 2]) make(slot)
    return numbersPerSlot * slot
  }
  const chunkAt = (at: number): Buffer => chunks[table[at] ?? 0] ?? nothing

  return {
    get bytes() {
      return chunksBytes
    },
    of: (slot) => {
      const at = find(slot)
      return chunkAt(at).subarray(table[at + 1], table[at + 2])
    },
    addVariant: (variant, parts) => {
      const { product } = variant
      const at = find(product.slot)
      const chunk = chunkAt(at)
      const start = table[at + 1] ?? 0
      const end = table[at + 2] ?? 0
      const index = product.variants.indexOf(variant)
      const placeOf = (item: number) => chunk.readUInt32LE(end + item * placeBytes)
      const place = placeOf(index)
      const isLast = index === product.variants.length - 1
      const itemEnd = isLast ? end - endOfItems.length : start + (placeOf(index + 1) >> 1) - commaBytes
      const before =
        place & 1
          ? chunk.subarray(start + commaBytes, start + (placeOf(0) >> 1))
          : Buffer.from(textsOf(product, view, variant).before)
      parts.push(before, chunk.subarray(start + (place >> 1), itemEnd), endOfItems)
    },
    newest: (shown) =>
      shown.reduce((newest, slot) => Math.max(newest, table[numbersPerSlot * slot + 3] ?? 0), 0),
    drop: (slot) => {
      const end = table[numbersPerSlot * slot + 2]
      if (!end) return
      const bytes = end - (table[numbersPerSlot * slot + 1] ?? 0)
      inUseBytes -= bytes
      idleBytes += bytes
      table[numbersPerSlot * slot + 2] = 0
    },
    clear,
  }
}

/** JSON of a product up to its items, and of each item. */
type CardTexts = {
  before: string
  /** `isSameBefore`: whether `before` is the same for the product with this variant alone. */
  items: { text: string; isSameBefore: boolean }[]
}

const quoted = (text: string) => JSON.stringify(text)

/** `only`: the product with this variant alone. */
function textsOf(product: Product, view: View, only?: Variant): CardTexts {
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
  return { before: beforeItems(product, lotDescription, price, view.reader), items }
}

/** A text in the reader's language, as JSON. */
const textJson = (reader: Reader | undefined, kind: TextKind, source: string) =>
  JSON.stringify(reader && source !== '' ? reader.texts(kind, source) : source)

function beforeItems(
  product: Product,
  lotDescription: string,
  price: string,
  reader: Reader | undefined,
): string {
  const name = textJson(reader, 'item', product.itemDescription)
  const attributes = product.values.map(
    ({ name: attribute, value }) => `,"${attribute}":${textJson(reader, 'value', value)}`,
  )
  const texts = productTextNames.map((text, index) => {
    const value = product.texts[index]
    return value ? `,"${text}":${quoted(value)}` : ''
  })
  return `{"itemCode":${quoted(product.itemCode)},"itemDescription":${name},"colorCode":${quoted(product.colorCode)},"colorDescription":${textJson(reader, 'color', product.colorDescription)},"lotDescription":${textJson(reader, 'lot', lotDescription)}${price},"images":${JSON.stringify(product.images)},"updatedDate":"${product.updatedDate}","brandId":"${product.brand.id}","brandName":${textJson(reader, 'brand', product.brand.name)},"categoryId":"${product.category.id}","categoryName":${textJson(reader, 'category', product.category.name)},"title":${name}${texts.join('')}${attributes.join('')},"items":[`
}

function itemJson(variant: Variant, { orderType, reader }: View, price: string): string {
  const { lotSizes, minQty, externalCode } = variant
  const inventory = orderType === 'Season' ? seasonInventory : variant.inventory
  return `{"productId":"${variant.id}","itemDim1Code":${quoted(variant.size)},"lotCode":${quoted(variant.lotCode)},"lotDescription":${textJson(reader, 'lot', variant.lotDescription)},"piecesPerLot":${variant.piecesPerLot}${lotSizes ? `,"lotSizes":${lotSizes}` : ''},"sortOrder":${variant.sortOrder}${minQty > 1 ? `,"minQty":${minQty}` : ''}${externalCode ? `,"externalCode":${quoted(externalCode)}` : ''},"inventory":${inventory}${price}}`
}

function priceJson(price: [amountMinor: number, currencyCode: string] | undefined): string {
  return price ? `,"unitPrice":${price[0] / 100},"currencyCode":"${price[1]}"` : ''
}
