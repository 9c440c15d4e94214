import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { documentOf, lineOf } from '#test/erp/documents.ts'
import { fieldProblems } from '../fieldProblems.ts'
import {
  fillPattern,
  isPattern,
  lineParts,
  linePattern,
  numberOf,
  orderParts,
  orderPattern,
} from './fieldPattern.ts'

const change = { productCode: 'A1-01-L4', barcode: '0869', size: '', lotCode: 'L4', piecesPerLot: 4 }
const line = lineOf(1, { ...change, qty: 3, unitPrice: 1499.05 })
const order = documentOf([line], {
  orderNumber: '1025',
  placedAt: '2026-03-02T22:14:58.120Z',
  placedDate: '2026-03-03',
})

test('fills a pattern from an order and one of its lines', () => {
  expect(fillPattern('{orderNumber}/{account.code} {account.city}', order)).toBe('1025/120.01 Bursa')
  expect(fillPattern('{line.qty}x{line.productCode} = {line.total}', order, line)).toBe(
    '3xA1-01-L4 = 4497.15',
  )
  expect(fillPattern('{line.unitPrice}', order, line, ',')).toBe('1499,05')
  expect(fillPattern('{line.pieces} {placedDate} {placedAt}', order, line)).toBe(
    '12 2026-03-03 2026-03-02T22:14:58.120Z',
  )
  expect(fillPattern('[{branch.code}{guest.name}]', order)).toBe('[]')
  expect(fillPattern('', order)).toBe('')
})

test('every part can be filled', () => {
  for (const name of [...orderParts, ...lineParts]) {
    expect(fillPattern(`{${name}}`, order, line)).not.toBe(`{${name}}`)
    expect(isPattern(`a{${name}}b`, true)).toBe(true)
  }
})

test('every part is documented', () => {
  const text = readFileSync(new URL('../../../docs/erp-files.md', import.meta.url), 'utf8')
  const documentedParts = new Set([...text.matchAll(/`\{([\w.]+)\}`/g)].map(([, name]) => name))
  expect(documentedParts).toEqual(new Set([...orderParts, ...lineParts]))
})

test('a single numeric part is a number', () => {
  expect(numberOf('{line.unitPrice}', order, line)).toEqual({ number: 1499.05, decimals: 2 })
  expect(numberOf('{line.qty}', order, line)).toEqual({ number: 3, decimals: 0 })
  expect(numberOf('{total}', order)).toEqual({ number: 4497.15, decimals: 2 })
  expect(numberOf('{line.qty} pcs', order, line)).toBeUndefined()
  // Codes keep their zeros.
  expect(numberOf('{line.barcode}', order, line)).toBeUndefined()
  expect(numberOf('{orderNumber}', order, line)).toBeUndefined()
  expect(numberOf('{line.qty}', order)).toBeUndefined()
})

test('unknown parts, or those not allowed here, are refused per field', () => {
  expect(linePattern.parse(' {line.qty} ')).toBe('{line.qty}')
  expect(orderPattern.parse('no part at all')).toBe('no part at all')
  for (const wrong of ['{qty}', '{toString}', '{account}', '{orderNumber', 'a}', '{}', '{{orderNumber}}']) {
    expect(linePattern.safeParse(wrong).success).toBe(false)
  }
  const refused = z.object({ value: orderPattern }).safeParse({ value: '{line.qty}' })
  expect(refused.error && fieldProblems(refused.error)).toEqual({
    value: { key: 'field.pattern', values: {} },
  })
})
