import { type Brand, brand } from './brands.ts'
import { type SizeRange, sizeRanges } from './sizes.ts'

export type Item = {
  brand: Brand
  category: string
  name: string
  /** See goodsPicture. */
  look: string
  colours: { code: string; isSoldOut: boolean }[]
  range: SizeRange
  sell: 'size' | 'lot' | 'both'
  /** In euro per piece; the price groups' prices derive from it. */
  price: number
  /** The price group that has no price for it. */
  unpriced: 'CB' | 'TF' | undefined
  fabric: string
  cut: string
}

/**
 * "[Brand] Category > Sub" heads a group; the lines below it are items: name | look | colours | size range and how it
 * is sold | euro | fabric | cut. A colour with "!" is sold out; "-CB" or "-TF" after the price means no price for
 * that group.
 */
export function readItems(table: string): Item[] {
  const items: Item[] = []
  let group = { brand: '', category: '' }
  for (const line of table.split('\n')) {
    const heading = /^\[(.+)\] (.+)$/.exec(line.trim())
    if (heading) group = { brand: heading[1] ?? '', category: heading[2] ?? '' }
    else if (line.trim() !== '') items.push(readItem(line, group))
  }
  return items
}

function readItem(line: string, group: { brand: string; category: string }): Item {
  const cells = line.split('|').map((cell) => cell.trim())
  const [name = '', look = '', colourCodes = '', selling = '', money = '', fabric = '', cut = ''] = cells
  const [rangeName = '', sell = ''] = selling.split(' ')
  const [price, unpriced] = money.split(' -')
  const range = sizeRanges[rangeName]
  if (cells.length !== 7 || !range || !['size', 'lot', 'both'].includes(sell))
    throw new Error(`Not an item: ${line}`)
  return {
    brand: brand(group.brand),
    category: group.category,
    name,
    look,
    colours: colourCodes
      .split(' ')
      .map((code) => ({ code: code.replace('!', ''), isSoldOut: code.endsWith('!') })),
    range,
    sell: sell as Item['sell'],
    price: Number(price),
    unpriced: unpriced as Item['unpriced'],
    fabric,
    cut,
  }
}
