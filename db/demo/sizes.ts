import { readTable } from './table.ts'

/** `description` is as in "S/M/L/XL 1-2-2-1": sizes, and pieces of each. */
export type Lot = { code: string; description: string; pieces: number }

export type SizeRange = { sizes: string[]; lots: Lot[] }

/** Name | sizes | lots: code, sizes, and pieces of each. */
const table = `
women | XS/S/M/L/XL/XXL | S6 S/M/L/XL 1-2-2-1 | A12 XS/S/M/L/XL/XXL 1-2-3-3-2-1
curvy | S/M/L/XL/XXL/3XL | B7 M/L/XL/XXL/3XL 1-2-2-1-1 | S6 S/M/L/XL 1-2-2-1
men   | S/M/L/XL/XXL/3XL | M8 M/L/XL/XXL 2-2-2-2 | E12 S/M/L/XL/XXL/3XL 1-2-3-3-2-1
jeans | 28/29/30/31/32/33/34/36/38 | J10 29/30/31/32/33/34/36 1-1-2-2-2-1-1 | J12 28/30/31/32/33/34/36/38 1-1-2-2-2-2-1-1
heels | 36/37/38/39/40/41 | K8 36/37/38/39/40 1-2-2-2-1 | K12 36/37/38/39/40/41 1-2-3-3-2-1
shoes | 40/41/42/43/44/45 | N8 40/41/42/43/44 1-2-2-2-1 | N12 40/41/42/43/44/45 1-2-3-3-2-1
kids  | 2Y/4Y/6Y/8Y/10Y/12Y | C6 2Y/4Y/6Y/8Y/10Y/12Y 1-1-1-1-1-1 | C5 4Y/6Y/8Y/10Y/12Y 1-1-1-1-1
belts | 90/100/110/120 | P8 90/100/110/120 1-3-3-1
one   | STD | P6 STD 6 | P12 STD 12
`

/** By name. */
export const sizeRanges: ReadonlyMap<string, SizeRange> = new Map(
  readTable(table).map(([name = '', sizes = '', ...lots]) => [
    name,
    { sizes: sizes.split('/'), lots: lots.map(readLot) },
  ]),
)

function readLot(cell: string): Lot {
  const [code = '', sizes = '', counts = ''] = cell.split(' ')
  const pieces = counts.split('-').reduce((sum, count) => sum + Number(count), 0)
  return { code, description: `${sizes} ${counts}`, pieces }
}
