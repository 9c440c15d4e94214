import { randomUUID } from 'node:crypto'
import type { ErpDocument, ErpLine } from '#shared/erp/document.ts'
import { minorOfLine, toTicks } from '#shared/numbers/money.ts'
import type { TrytonRecords } from './trytond.ts'

const pad = (number: number) => String(number).padStart(4, '0')
const address = { street: 'Laleli Cad. 5', city: 'Istanbul' }

export const records: TrytonRecords = {
  products: [
    ...Array.from({ length: 1000 }, (_, index) => ({
      code: `B${pad(index + 1)}`,
      name: `Gömlek ${index + 1}`,
      listPrice: `${10 + (index % 90)}.${String(index % 100).padStart(2, '0')}`,
      stock: 100,
      taxPercent: index % 5 === 4 ? (10 as const) : (20 as const),
    })),
    { code: 'B0001-L12', name: 'Gömlek 1, seri', listPrice: '120', stock: 20 },
    { code: 'GONE', name: 'Eski', listPrice: '10', isActive: false },
    { code: 'INNER', name: 'Kumaş', listPrice: '10', isSalable: false },
  ],
  parties: [
    {
      code: '120.01',
      name: 'Mağaza 1',
      email: 'm1@example.test',
      addresses: [address, { street: 'Ulus 7', city: 'Ankara', name: 'SUBE-2' }],
    },
    { code: '120.02', name: 'Mağaza 2', addresses: [address] },
    { code: '120.03', name: 'Kapalı', isActive: false, addresses: [address] },
    ...[4, 5, 6].map((number) => ({ code: `120.0${number}`, name: 'Adressiz', addresses: [] })),
  ],
}

type Change = Partial<Omit<ErpLine, 'unitPriceMinor' | 'amountMinor'>>

export const lineOf = (lineNo: number, change: Change = {}): ErpLine => {
  const line = { ...usualLine(lineNo), ...change }
  const ticks = toTicks(line.unitPrice)
  return { ...line, unitPriceMinor: minorOfLine(1, ticks), amountMinor: minorOfLine(line.qty, ticks) }
}

const usualLine = (lineNo: number) => ({
  lineNo,
  productCode: `B${pad(lineNo)}`,
  barcode: '',
  externalCode: '',
  itemCode: `I${lineNo}`,
  itemDescription: 'Gömlek',
  colorCode: '01',
  colorDescription: 'Mavi',
  size: 'M',
  lotCode: '',
  piecesPerLot: 1,
  qty: 1 + (lineNo % 7),
  unitPrice: (1999 + lineNo) / 100,
})

export function documentOf(
  lines: number | ErpLine[],
  { account = '120.01', ...change }: Partial<Omit<ErpDocument, 'account'>> & { account?: string } = {},
): ErpDocument {
  const orderLines =
    typeof lines === 'number' ? Array.from({ length: lines }, (_, index) => lineOf(index + 1)) : lines
  const key = randomUUID()
  return {
    key,
    guidKey: key,
    orderNumber: '1001',
    orderVersion: 1,
    orderType: 'Rpt',
    placedAt: '2026-03-05T09:10:11.000Z',
    placedDate: '2026-03-05',
    description: 'Acele',
    priceGroup: 'CB',
    currencyCode: 'EUR',
    totalMinor: orderLines.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    account: {
      code: account,
      description: `Mağaza ${account}`,
      email: 'yeni@example.test',
      phone: '+90 212 000 00 00',
      taxNumber: '1234567890',
      taxOffice: 'Fatih',
      address: 'Yeni Sok. 3',
      city: 'Bursa',
      country: 'Türkiye',
      currencyCode: 'EUR',
    },
    branch: null,
    agent: { code: 'P1', name: 'Ali Veli' },
    guest: null,
    lines: orderLines,
    ...change,
  }
}
