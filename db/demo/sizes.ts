/** `pieces` is per size. */
export type Lot = { code: string; sizes: string[]; pieces: number[] }

export type SizeRange = { sizes: string[]; lots: Lot[] }

function lot(code: string, sizes: string, pieces: string): Lot {
  return { code, sizes: sizes.split('/'), pieces: pieces.split('-').map(Number) }
}

/** Size ranges by name, with their lots. */
export const sizeRanges: Record<string, SizeRange> = {
  women: {
    sizes: ['XS', 'S', 'M', 'L', 'XL', 'XXL'],
    lots: [lot('S6', 'S/M/L/XL', '1-2-2-1'), lot('A12', 'XS/S/M/L/XL/XXL', '1-2-3-3-2-1')],
  },
  curvy: {
    sizes: ['S', 'M', 'L', 'XL', 'XXL', '3XL'],
    lots: [lot('B7', 'M/L/XL/XXL/3XL', '1-2-2-1-1'), lot('S6', 'S/M/L/XL', '1-2-2-1')],
  },
  men: {
    sizes: ['S', 'M', 'L', 'XL', 'XXL', '3XL'],
    lots: [lot('M8', 'M/L/XL/XXL', '2-2-2-2'), lot('E12', 'S/M/L/XL/XXL/3XL', '1-2-3-3-2-1')],
  },
  jeans: {
    sizes: ['28', '29', '30', '31', '32', '33', '34', '36', '38'],
    lots: [
      lot('J10', '29/30/31/32/33/34/36', '1-1-2-2-2-1-1'),
      lot('J12', '28/30/31/32/33/34/36/38', '1-1-2-2-2-2-1-1'),
    ],
  },
  heels: {
    sizes: ['36', '37', '38', '39', '40', '41'],
    lots: [lot('K8', '36/37/38/39/40', '1-2-2-2-1'), lot('K12', '36/37/38/39/40/41', '1-2-3-3-2-1')],
  },
  shoes: {
    sizes: ['40', '41', '42', '43', '44', '45'],
    lots: [lot('N8', '40/41/42/43/44', '1-2-2-2-1'), lot('N12', '40/41/42/43/44/45', '1-2-3-3-2-1')],
  },
  kids: {
    sizes: ['2Y', '4Y', '6Y', '8Y', '10Y', '12Y'],
    lots: [lot('C6', '2Y/4Y/6Y/8Y/10Y/12Y', '1-1-1-1-1-1'), lot('C5', '4Y/6Y/8Y/10Y/12Y', '1-1-1-1-1')],
  },
  belts: {
    sizes: ['90', '100', '110', '120'],
    lots: [lot('P8', '90/100/110/120', '1-3-3-1')],
  },
  one: {
    sizes: ['STD'],
    lots: [lot('P6', 'STD', '6'), lot('P12', 'STD', '12')],
  },
}

export function piecesOf({ pieces }: Lot): number {
  return pieces.reduce((sum, count) => sum + count, 0)
}

/** As in "S/M/L/XL 1-2-2-1". */
export function describeLot({ sizes, pieces }: Lot): string {
  return `${sizes.join('/')} ${pieces.join('-')}`
}
