import { type Brand, brands } from './brands.ts'
import { colours as coloursByKey } from './colours.ts'
import { type SizeRange, sizeRanges } from './sizes.ts'
import { readTable } from './table.ts'

export type Item = {
  brand: Brand
  category: string
  name: string
  /** In the keys of its pictures. */
  look: string
  /** `key`: in the keys of its pictures. */
  colours: { key: string; code: string; name: string; isSoldOut: boolean }[]
  range: SizeRange
  sell: 'size' | 'lot' | 'both'
  /** In euro per piece; the price groups' prices derive from it. */
  price: number
  /** The price group that has no price for it. */
  unpriced: 'CB' | 'TF' | undefined
  fabric: string
  cut: string
}

/** @throws for a line that names an unknown brand, colour, size range or way of selling */
export function readItems(assortment: string): Item[] {
  const items: Item[] = []
  let [brandName, category] = ['', '']
  for (const cells of readTable(assortment)) {
    const heading = /^\[(.+)\] (.+)$/.exec(cells.join())
    if (heading) [brandName, category] = [heading[1] ?? '', heading[2] ?? '']
    else items.push(readItem(cells, brandName, category))
  }
  return items
}

function readItem(cells: string[], brandName: string, category: string): Item {
  const [name = '', look = '', colourCodes = '', selling = '', money = '', fabric = '', cut = ''] = cells
  const [rangeName = '', sell = ''] = selling.split(' ')
  const [price, unpriced] = money.split(' -')
  const [brand, range] = [brands.get(brandName), sizeRanges.get(rangeName)]
  const colours = colourCodes.split(' ').map((marked) => {
    const key = marked.replace('!', '')
    const known = coloursByKey.get(key) ?? { code: '', name: '' }
    return { key, ...known, isSoldOut: marked.endsWith('!') }
  })
  const isKnown = colours.every((colour) => colour.name) && ['size', 'lot', 'both'].includes(sell)
  if (cells.length !== 7 || !brand || !range || !isKnown) throw new Error(`Not an item: ${cells.join(' | ')}`)
  return {
    brand,
    category,
    name,
    look,
    colours,
    range,
    sell: sell as Item['sell'],
    price: Number(price),
    unpriced: unpriced as Item['unpriced'],
    fabric,
    cut,
  }
}
