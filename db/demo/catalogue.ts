import { assortments } from './assortments.ts'
import { shapeColumns } from './attributes.ts'
import type { Brand, Currency } from './brands.ts'
import { type Item, readItems } from './items.ts'
import { readPictures } from './pictures.ts'
import { between, seededRandom } from './random.ts'
import type { DemoTenant } from './tenants.ts'

export type DemoCatalogue = {
  /** One row per variant, in the columns of the product import; of items that came lately, and of all others. */
  rows: Record<string, string>[]
  newRows: Record<string, string>[]
  pictures: { file: string; svg: string }[]
  brandImages: { brandName: string; svg: string }[]
  /** For every category, "Kadın" as well as "Kadın > Elbise". */
  categoryImages: { categoryName: string; svg: string }[]
}

/** The company's part of the barcodes. */
const firms: Record<DemoTenant['key'], string> = {
  default: '0011',
  open: '0022',
  'tf-it': '0033',
  'tf-ro': '0044',
}

/** Always the same for the same tenant. */
export function demoCatalogue(tenant: DemoTenant['key']): DemoCatalogue {
  const items = readItems(assortments[tenant])
  const picture = readPictures()
  const random = seededRandom(`catalogue ${tenant}`)
  const counters = new Map<string, number>()
  const catalogue: DemoCatalogue = {
    rows: [],
    newRows: [],
    pictures: [],
    brandImages: brandsOf(items).map(({ name }) => ({ brandName: name, svg: picture(name) })),
    categoryImages: categoryImages(items, picture),
  }
  for (const [itemIndex, item] of items.entries()) {
    const number = (counters.get(item.brand.prefix) ?? 1000) + 1
    counters.set(item.brand.prefix, number)
    const itemCode = `${item.brand.prefix}${number}`
    for (const [colourIndex, { key, code, name, isSoldOut }] of item.colours.entries()) {
      const views = colourIndex === 0 || (itemIndex + colourIndex) % 3 === 0 ? [1, 2] : [1]
      const pictures = views.map((view) => ({
        file: `${itemCode}_${code}_${view}.jpg`,
        svg: picture(`${item.look}, ${key}, ${view}`),
      }))
      catalogue.pictures.push(...pictures)
      for (const variant of variantsOf(item, itemIndex)) {
        const rows = isNew(itemIndex) ? catalogue.newRows : catalogue.rows
        rows.push({
          brandName: item.brand.name,
          categoryName: item.category,
          taxCode: taxCodeOf(item, tenant),
          itemCode,
          itemDescription: item.name,
          colorCode: code,
          colorDescription: name,
          ...variant.columns,
          barcode: barcode(firms[tenant], catalogue.rows.length + catalogue.newRows.length + 1),
          ...priceColumns(item, variant.pieces),
          inventory: String(isSoldOut ? 0 : inventory(random, variant.isLot)),
          attribute01: seasonOf(item),
          attribute02: item.fabric,
          ...shapeColumns(item.cut),
          photos: pictures.map(({ file }) => file).join('|'),
        })
      }
    }
  }
  return catalogue
}

/** A few of each brand. */
const isNew = (itemIndex: number) => itemIndex % 7 === 3

/** In Turkey, accessories are taxed higher than clothes and shoes. */
const taxCodeOf = ({ category }: Item, tenant: DemoTenant['key']) =>
  tenant === 'default' && category.startsWith('Aksesuar') ? '20' : ''

type Variant = { pieces: number; isLot: boolean; columns: Record<string, string> }

function variantsOf({ range, sell }: Item, itemIndex: number): Variant[] {
  const sizes = range.sizes.map((size) => ({
    pieces: 1,
    isLot: false,
    columns: { itemDim1Code: size, lotCode: '', lotDescription: '', piecesPerLot: '' },
  }))
  const lots = range.lots.map(({ code, description, pieces }) => ({
    pieces,
    isLot: true,
    columns: {
      itemDim1Code: '',
      lotCode: code,
      lotDescription: description,
      piecesPerLot: String(pieces),
    },
  }))
  if (sell === 'size') return sizes
  if (sell === 'lot') return lots
  // Items also sold by size mostly have one kind of lot.
  return [...sizes, ...(itemIndex % 4 === 0 ? lots : lots.slice(0, 1))]
}

/** Fixed, so that the demo never changes. */
const unitsPerEuro: Record<Currency, number> = { EUR: 1, USD: 1.16, TRY: 48 }

/** CB buyers pay in cash, TF buyers later. */
const priceGroupFactor = { CB: 0.95, TF: 1 }

/** Lots are a little cheaper than single pieces. */
const lotPriceFactor = 0.96

function price(item: Item, group: 'CB' | 'TF', currency: Currency, pieces: number): string {
  if (item.unpriced === group) return ''
  const exact = item.price * priceGroupFactor[group] * unitsPerEuro[currency]
  // TRY prices end in .00 or .50, others in a multiple of 0.10.
  const step = currency === 'TRY' ? 0.5 : 0.1
  const unit = Math.round(exact / step) * step
  return (pieces === 1 ? unit : unit * pieces * lotPriceFactor).toFixed(2)
}

function priceColumns(item: Item, pieces: number): Record<string, string> {
  const { currencyCB, currencyTF } = item.brand
  const [priceTF, priceCB] = [price(item, 'TF', currencyTF, pieces), price(item, 'CB', currencyCB, pieces)]
  return {
    priceTF,
    currencyTF: priceTF === '' ? '' : currencyTF,
    priceCB,
    currencyCB: priceCB === '' ? '' : currencyCB,
  }
}

/** About one in twelve is sold out; a few are nearly so. */
function inventory(random: () => number, isLot: boolean): number {
  const roll = random()
  if (roll < 0.08) return 0
  if (roll < 0.14) return between(random, 1, 3)
  return isLot ? between(random, 4, 60) : between(random, 12, 260)
}

const winterGoods = /^(jumper|coat|puffer|boot|scarf|hat|suit tweed|blazer tweed)|hood|flanel/i
const summerGoods = /strap (maxi|floral|mini)|shorts|sandal|\bshort\b|shirt band/

function seasonOf(item: Item): string {
  if (winterGoods.test(item.look) || item.fabric === 'Flanel') return 'Sonbahar-Kış'
  if (summerGoods.test(item.look) || item.fabric.startsWith('Keten')) return 'İlkbahar-Yaz'
  return 'Dört Mevsim'
}

/** EAN-13 with Turkey's prefix 869. */
function barcode(firm: string, serial: number): string {
  const digits = `869${firm}${String(serial).padStart(5, '0')}`
  const sum = [...digits].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  )
  return `${digits}${(10 - (sum % 10)) % 10}`
}

function brandsOf(items: Item[]): Brand[] {
  return [...new Set(items.map((item) => item.brand))]
}

/** A category shows its first item; a top category the middle one in another colour. */
function categoryImages(items: Item[], picture: (key: string) => string): DemoCatalogue['categoryImages'] {
  const members = new Map<string, Item[]>()
  for (const item of items) {
    const [top = ''] = item.category.split(' > ')
    for (const name of [top, item.category]) members.set(name, [...(members.get(name) ?? []), item])
  }
  return [...members].map(([categoryName, list]) => {
    const [top = '', sub] = categoryName.split(' > ')
    const item = list[sub ? 0 : Math.floor(list.length / 2)] as Item
    const colour = item.colours.at(sub ? -1 : 0)?.key ?? 'gri'
    return { categoryName, svg: picture(`${item.look}, ${colour}, ${top}`) }
  })
}
