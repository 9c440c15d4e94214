import { z } from 'zod'
import { fromMinor, minor, toMinor, toTicks } from '../numbers/money.ts'
import type { ErpDocument, ErpLine } from './document.ts'

/** Text, or a number with as many decimals. */
type Value = string | { number: number; decimals: number }

const count = (number: number): Value => ({ number, decimals: 0 })
const money = (amount: number): Value => ({ number: fromMinor(minor(amount)), decimals: 2 })
const price = (number: number): Value => ({ number, decimals: toTicks(number) % 100 === 0 ? 2 : 4 })

const orderValues = {
  orderNumber: ({ orderNumber }) => orderNumber,
  orderType: ({ orderType }) => orderType,
  orderVersion: ({ orderVersion }) => count(orderVersion),
  key: ({ key }) => key,
  guidKey: ({ guidKey }) => guidKey,
  /** As 2026-03-02, in the tenant's time zone: every spreadsheet reads it as a date. */
  placedDate: ({ placedDate }) => placedDate,
  /** As 2026-03-02T09:14:58.120Z. */
  placedAt: ({ placedAt }) => placedAt,
  description: ({ description }) => description,
  priceGroup: ({ priceGroup }) => priceGroup,
  currencyCode: ({ currencyCode }) => currencyCode,
  total: ({ totalMinor }) => money(totalMinor),
  /** VAT; '' if not known. */
  tax: ({ taxMinor }) => (taxMinor === undefined ? '' : money(taxMinor)),
  lineCount: ({ lines }) => count(lines.length),
  'account.code': ({ account }) => account.code,
  'account.description': ({ account }) => account.description,
  'account.email': ({ account }) => account.email,
  'account.phone': ({ account }) => account.phone,
  'account.taxNumber': ({ account }) => account.taxNumber,
  'account.taxOffice': ({ account }) => account.taxOffice,
  'account.address': ({ account }) => account.address,
  'account.city': ({ account }) => account.city,
  'account.country': ({ account }) => account.country,
  'account.currencyCode': ({ account }) => account.currencyCode,
  'branch.code': ({ branch }) => branch?.code ?? '',
  'branch.companyName': ({ branch }) => branch?.companyName ?? '',
  'branch.address': ({ branch }) => branch?.address ?? '',
  'agent.code': ({ agent }) => agent.code,
  'agent.name': ({ agent }) => agent.name,
  'guest.name': ({ guest }) => guest?.name ?? '',
  'guest.phone': ({ guest }) => guest?.phone ?? '',
  'guest.email': ({ guest }) => guest?.email ?? '',
} satisfies Record<string, (document: ErpDocument) => Value>

const lineValues = {
  'line.lineNo': ({ lineNo }) => count(lineNo),
  'line.productCode': ({ productCode }) => productCode,
  'line.barcode': ({ barcode }) => barcode,
  'line.externalCode': ({ externalCode }) => externalCode,
  'line.itemCode': ({ itemCode }) => itemCode,
  'line.itemDescription': ({ itemDescription }) => itemDescription,
  'line.colorCode': ({ colorCode }) => colorCode,
  'line.colorDescription': ({ colorDescription }) => colorDescription,
  'line.size': ({ size }) => size,
  'line.lotCode': ({ lotCode }) => lotCode,
  'line.piecesPerLot': ({ piecesPerLot }) => count(piecesPerLot),
  'line.qty': ({ qty }) => count(qty),
  /** A lot counts its contents. */
  'line.pieces': ({ qty, piecesPerLot }) => count(qty * piecesPerLot),
  'line.unitPrice': ({ unitPrice }) => price(unitPrice),
  'line.total': ({ amountMinor }) => money(amountMinor),
  /** With two decimals, like money. */
  'line.taxPercent': ({ taxPercent }) => (taxPercent === undefined ? '' : money(toMinor(taxPercent))),
} satisfies Record<string, (line: ErpLine) => Value>

export type OrderPart = keyof typeof orderValues
export type LinePart = keyof typeof lineValues

/** Parts for order patterns, and the additional ones for line patterns. */
export const orderParts = Object.keys(orderValues) as OrderPart[]
export const lineParts = Object.keys(lineValues) as LinePart[]

const part = /\{([\w.]+)\}/g

const isOrderPart = (name: string): name is OrderPart => Object.hasOwn(orderValues, name)
const isLinePart = (name: string): name is LinePart => Object.hasOwn(lineValues, name)

/** Only known parts; those of lines only if filled per line. */
export function isPattern(pattern: string, isForLines: boolean): boolean {
  const names = [...pattern.matchAll(part)].map(([, name = '']) => name)
  if (/[{}]/.test(pattern.replace(part, ''))) return false
  return names.every((name) => isOrderPart(name) || (isForLines && isLinePart(name)))
}

const pattern = (isForLines: boolean) =>
  z
    .string()
    .trim()
    .max(500)
    .refine((given) => isPattern(given, isForLines), { params: { key: 'field.pattern' } })

/** Such as `{orderNumber} {account.code}`. */
export const orderPattern = pattern(false)
/** Also with line parts, such as `{line.productCode}`. */
export const linePattern = pattern(true)

/** Money becomes a decimal with `point`, as 1499.00. Missing values become '', unknown parts stay. */
export function fillPattern(given: string, document: ErpDocument, line?: ErpLine, point = '.'): string {
  return given.replace(part, (whole, name: string) => {
    const value = valueOf(name, document, line)
    return value === undefined ? whole : valueText(value, point)
  })
}

/** If the pattern is a single numeric part; money in major units. */
export function numberOf(
  given: string,
  document: ErpDocument,
  line?: ErpLine,
): { number: number; decimals: number } | undefined {
  const name = /^\{([\w.]+)\}$/.exec(given)?.[1]
  const value = name === undefined ? undefined : valueOf(name, document, line)
  return typeof value === 'string' ? undefined : value
}

function valueOf(name: string, document: ErpDocument, line: ErpLine | undefined): Value | undefined {
  if (isOrderPart(name)) return orderValues[name](document)
  return line && isLinePart(name) ? lineValues[name](line) : undefined
}

function valueText(value: Value, point: string): string {
  if (typeof value === 'string') return value
  return value.number.toFixed(value.decimals).replace('.', point)
}
