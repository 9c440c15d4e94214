import { expect } from '@playwright/test'
import type { Product } from '#shared/catalogue/catalogue.ts'
import { type Client, colorsOf } from './apiClient.ts'

const sizes = ['S', 'M', 'L'] as const
const colors = [
  { code: 'SYH', name: 'Black' },
  { code: 'BYZ', name: 'White' },
] as const

/** Prices in hundredths. */
export type SeasonRow = {
  itemCode: string
  colorCode: string
  /** Or the lot's code. */
  size: string
  barcode: string
  stock: number
  lira: number
  euro: number
}
export type Season = { mark: string; brands: [string, string]; products: number; rows: SeasonRow[] }

export const lotCode = 'SML'
const inStock = { size: 40, lot: 12 }
const piecesPerLot = 4
const itemCount = 1000
/** The others belong to the second brand. */
const firstBrandItems = 600

/** A thousand items in two colours, with three sizes and a lot. Prices rise by 8 % without rounding. */
export function newSeason(): Season {
  const now = Date.now()
  const mark = `W${now.toString(36).toUpperCase()}`
  const rows = Array.from({ length: itemCount }, (_, index) => {
    const itemCode = `${mark}${String(index + 1).padStart(4, '0')}`
    const [lira, euro] = [42_050 + (index % 40) * 1000, 1025 + (index % 40) * 25]
    return colors.flatMap(({ code }) =>
      [...sizes, lotCode].map((size) => ({ itemCode, colorCode: code, size, ...valuesOf(size, lira, euro) })),
    )
  }).flat()
  const withBarcodes = rows.map((row, index) => ({
    ...row,
    barcode: `29${String(now).slice(-7)}${String(index + 1).padStart(4, '0')}`,
  }))
  return {
    mark,
    brands: [`Kuzey ${mark}`, `Güney ${mark}`],
    products: itemCount * colors.length,
    rows: withBarcodes,
  }
}

function valuesOf(size: string, lira: number, euro: number) {
  const isLot = size === lotCode
  const times = isLot ? piecesPerLot : 1
  return { lira: lira * times, euro: euro * times, stock: isLot ? inStock.lot : inStock.size }
}

/** Like a Turkish Excel. */
const withComma = (hundredths: number) => (hundredths / 100).toFixed(2).replace('.', ',')

export const unknownHeadings = [
  ['Maker', 'brandName'],
  ['Department', 'categoryName'],
  ['Free', 'inventory'],
] as const

const headings = [
  'Style;Item name;Colour code;Colour name;Size;Lot code;Lot description;Pieces per lot;Barcode',
  'Maker;Department;Price CB;Currency CB;Price TF;Currency TF;Free',
].join(';')

export function seasonFile({ brands, mark, rows }: Season): string {
  const lines = rows.map(({ itemCode, colorCode, size, barcode, lira, euro, stock }) => {
    const isFirst = Number(itemCode.slice(-4)) <= firstBrandItems
    const what = isFirst ? 'Dress' : 'Shirt'
    const color = colors.find(({ code }) => code === colorCode)?.name
    const lot = size === lotCode ? `;${lotCode};S/M/L 1-2-1;${piecesPerLot}` : `${size};;;`
    const department = `Season ${mark} > ${what}`
    return [
      `${itemCode};${what} ${itemCode.slice(-4)};${colorCode};${color};${lot};${barcode}`,
      `${brands[isFirst ? 0 : 1]};${department};${withComma(lira)};TRY;${withComma(euro)};EUR;${stock}`,
    ].join(';')
  })
  return [headings, ...lines].join('\n')
}

export const firstBrandProducts = firstBrandItems * colors.length

/** Ten times too high. */
export const wrongPrices = ({ rows }: Season): string =>
  ['Barcode;Price CB', ...rows.map(({ barcode, lira }) => `${barcode};${withComma(lira * 10)}`)].join('\n')

/** To raise lira prices by 8 %. */
export const raisedPrices = ({ rows }: Season): string =>
  rows.map(({ barcode, lira }) => `${barcode}\t${withComma(raised(lira))}`).join('\n')

export const raised = (hundredths: number): number => Math.round(hundredths * 1.08)

/** In hundredths. */
export async function shownPrices(of: Client, { rows }: Season, itemCode: string, currAccCode: string) {
  const products = await colorsOf(of, itemCode, currAccCode)
  return rows
    .filter((row) => row.itemCode === itemCode)
    .map((row) => ({ row, price: Math.round((itemIn(products, row).unitPrice ?? 0) * 100) }))
}

export function itemIn(
  products: Product[],
  { itemCode, colorCode, size }: SeasonRow,
): Product['items'][number] {
  const product = products.find((one) => one.itemCode === itemCode && one.colorCode === colorCode)
  const found = product?.items.find((one) => (one.lotCode || one.itemDim1Code) === size)
  expect(found, `${itemCode} ${colorCode} ${size}`).toBeDefined()
  return found as Product['items'][number]
}
