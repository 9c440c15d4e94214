import { describe, expect, test } from 'vitest'
import type { ReadLine } from './orderLine.ts'
import { faultOf } from './orderLine.ts'
import { qtyReadings, readQty } from './quantity.ts'
import { readPasted } from './readPasted.ts'
import { readLine } from './readText.ts'

const short = (line: ReadLine | undefined) =>
  line && [line.code, line.colorCode, line.size, line.qty].join(' |')

describe('a quantity', () => {
  test.each([
    ['5', 5],
    [' 12 ', 12],
    ['1 000', 1000],
    ['12\u00a0500', 12500],
    ['1.000.000', 1_000_000],
    ['5,00', 5],
    ['5.0', 5],
    ['5,', 5],
    ['+7', 7],
    ['0', 0],
    ['0,000', 0],
    // Four digits after a separator are decimals, not thousands.
    ['1.0000', 1],
    ['٥', 5],
    ['١٢٣', 123],
    ['۱۲', 12],
    ['١٬٠٠٠', 1000],
    ['5 adet', 5],
    ['3 шт.', 3],
    ['4 pcs', 4],
    ['6 buc', 6],
    ['٧ قطع', 7],
  ])('reads %s', (text, qty) => expect(readQty(text)).toBe(qty))

  test.each([
    '',
    'x',
    '2,5',
    '1.5',
    '-3',
    '1e3',
    '5 5',
    '1,00,000',
    '12abc',
    '1000001',
    '0,500',
    '0.125',
    '1.000',
    '1,000',
    '5.250 adet',
  ])('does not guess at %s', (text) => expect(readQty(text)).toBeUndefined())

  test.each([
    ['5.000', [5, 5000]],
    ['5,000', [5, 5000]],
    ['+12.000 adet', [12, 12_000]],
    ['٥٫٠٠٠', [5, 5000]],
    ['5,250', [5250]],
    ['5', []],
    ['0,500', []],
    ['1.000.000', []],
    ['1 000', []],
    ['5,00', []],
  ])('with an ambiguous separator has all readings: %s', (text, readings) =>
    expect(qtyReadings(text)).toEqual(readings),
  )

  test.each(['A100 5.000', 'A100;M;5.000', 'A100;5,000', 'A100: 5,000', '5.000 x A100'])(
    'is reported as ambiguous: %s',
    (text) => {
      const read = readLine(text)
      expect(read && faultOf(read)).toBe('unclearQty')
    },
  )
})

describe('a line', () => {
  test.each([
    ['8690000000012', '8690000000012 | | |1'],
    ['A100', 'A100 | | |1'],
    ['A100 5', 'A100 | | |5'],
    ['A100-beyaz-S 3 adet', 'A100-beyaz-S | | |3'],
    ['A100 = 5 ad.', 'A100 | | |5'],
    ['A100: 4шт', 'A100 | | |4'],
    ['A100 x 3 pcs', 'A100 | | |3'],
    ['A100 (3)', 'A100 | | |3'],
    ['A100 12PZ', 'A100 | | |12'],
    ['A-12PZ', 'A-12PZ | | |1'],
    ['A100 pcs', 'A100 pcs | | |1'],
    ['A100;5', 'A100 | | |5'],
    ['A100\t5', 'A100 | | |5'],
    ['A100, 5', 'A100 | | |5'],
    ['A100|5', 'A100 | | |5'],
    ['"A100";"5"', 'A100 | | |5'],
    ['A100\tM\t5', 'A100 | |M |5'],
    ['A100;01;38;5', 'A100 |01 |38 |5'],
    ['A100;01;M', 'A100 |01 |M |1'],
    ['A100;M', 'A100 | |M |1'],
    ['A100;', 'A100 | | |'],
    ['A100\t', 'A100 | | |'],
    ['A100;;;', 'A100 | | |'],
    ['A100;M;', 'A100 | |M |'],
    ['A100,', 'A100 | | |1'],
    ['A100;abcdefg', 'A100 | | |abcdefg'],
    ['A100;2,5', 'A100 | | |2,5'],
    ['A100 2,5', 'A100 | | |2,5'],
    ['A100 -3', 'A100 | | |-3'],
    ['A100 0', 'A100 | | |0'],
    ['5 x A100', 'A100 | | |5'],
    ['5x A100', 'A100 | | |5'],
    ['5*A100', 'A100 | | |5'],
    ['5 × A100-01-M', 'A100-01-M | | |5'],
    ['5 х A100', 'A100 | | |5'],
    ['A100 x 5', 'A100 | | |5'],
    ['A100 x5', 'A100 | | |5'],
    ['A100: 5', 'A100 | | |5'],
    ['A100=5', 'A100 | | |5'],
    ['5 8690000000012', '8690000000012 | | |5'],
    ['8690000000012 5', '8690000000012 | | |5'],
    ['5;A1000', 'A1000 | | |5'],
    ['8690000000012;1.000', '8690000000012 | | |1.000'],
    ['8690000000012 ٥', '8690000000012 | | |5'],
    ['A100 01 38 5', 'A100 01 38 | | |5'],
    ['A100 siyah M', 'A100 siyah M | | |1'],
    ['R02-16,5 3', 'R02-16,5 | | |3'],
    ['3 x R02-16,5', 'R02-16,5 | | |3'],
    ['R02-16,5;3', 'R02-16,5 | | |3'],
    ['R02-16.5', 'R02-16.5 | | |1'],
    ['[28.11.2026 09:12] Ayşe: A100 AMV S 3', 'A100 AMV S | | |3'],
    ['28.11.2026 09:12 - Ayşe: A100 AMV S 3', 'A100 AMV S | | |3'],
    ['• A100 AMV S – 3', 'A100 AMV S | | |3'],
    ['- A100 AMV M – 2', 'A100 AMV M | | |2'],
    ['1) A100 AMV L 2', 'A100 AMV L | | |2'],
    ['BOX20', 'BOX20 | | |1'],
    ['10X20', '10X20 | | |1'],
  ])('%s', (text, read) => expect(short(readLine(text))).toBe(read))

  test.each([
    ['R02-16,5', 'R02-16 | | |5', 'R02-16,5'],
    ['R02 16.5', 'R02 | | |16.5', 'R02 16.5'],
    ['A100,5', 'A100 | | |5', 'A100,5'],
  ])('%s may be a code as a whole', (text, read, code) => {
    const line = readLine(text)
    expect(short(line)).toBe(read)
    expect(line?.whole).toEqual({ code, qty: '1' })
  })

  test.each(['A100;2,5', 'A100 5', 'A100, 5', 'R02-16,5 3'])('%s is read in one way', (text) =>
    expect(readLine(text)).not.toHaveProperty('whole'),
  )

  test('is skipped if empty', () => expect(readLine(' \t ')).toBeUndefined())

  test('keeps its original text', () => {
    expect(readLine('  3 x  A100 ')?.original).toBe('  3 x  A100 ')
  })

  test('reports problems without asking the server', () => {
    const fault = (text: string) => {
      const line = readLine(text)
      return line && faultOf(line)
    }
    expect(fault('A100 5')).toBeUndefined()
    expect(fault('A100;')).toBe('noQty')
    expect(fault('A100;0')).toBe('badQty')
    expect(fault('A100;2,5')).toBe('badQty')
    expect(fault(';5')).toBe('noCode')
    expect(fault('8,69E+12;5')).toBe('shortened')
    expect(fault(`${'A'.repeat(101)};5`)).toBe('tooLong')
  })
})

describe('a pasted text', () => {
  test('is read line by line, skipping empty lines', () => {
    const pasted = readPasted('A100 5\r\n\r\n3 x A200\nA300;M;2\n8690000000012')
    expect(pasted.kind === 'lines' && pasted.lines.map(short)).toEqual([
      'A100 | | |5',
      'A200 | | |3',
      'A300 | |M |2',
      '8690000000012 | | |1',
    ])
  })

  test('has no quantity where the cell is blank that has it in other rows', () => {
    const pasted = readPasted('A100;38;2\nA100;39;\nA200;M;\nA300\t\nA400,')
    expect(pasted.kind === 'lines' && pasted.lines.map(short)).toEqual([
      'A100 | |38 |2',
      'A100 | |39 |',
      'A200 | |M |',
      'A300 | | |',
      'A400 | | |1',
    ])
  })

  test('may have the quantity of each size in one line', () => {
    const read = (text: string) => {
      const pasted = readPasted(text)
      return pasted.kind === 'lines' && pasted.lines.map(short)
    }
    expect(read('A100 AMV S/1 M/2 XL/10')).toEqual([
      'A100 AMV | |S |1',
      'A100 AMV | |M |2',
      'A100 AMV | |XL |10',
    ])
    expect(read('A100 AMV 38/40 42/44')).toEqual(['A100 AMV 38/40 42/44 | | |1'])
  })

  test('drops only a header line', () => {
    const pasted = readPasted('Kod Adet\nA100 5\nA200 3')
    expect(pasted.kind === 'lines' && pasted.lines.map(short)).toEqual(['A100 | | |5', 'A200 | | |3'])
    const series = readPasted('ELBISE-SERI\nA100 5')
    expect(series.kind === 'lines' && series.lines).toHaveLength(2)
    const bare = readPasted('A100 5\nA200 3')
    expect(bare.kind === 'lines' && bare.lines).toHaveLength(2)
  })

  test('with a header row is a table', () => {
    const pasted = readPasted('Barkod\tBeden\tAdet\n8690000000012\tM\t5')
    expect(pasted).toMatchObject({ kind: 'table', layout: { head: 0, roles: ['barcode', 'size', 'qty'] } })
  })

  test('with more columns than an order line is a table', () => {
    expect(readPasted('1;A100;Kazak;01;M;5\n2;A200;Gömlek;02;L;3').kind).toBe('table')
  })

  test('with rows that take their code from above is a table', () => {
    expect(readPasted('A100\tS\t5\n\tM\t3')).toMatchObject({ kind: 'table', layout: { head: undefined } })
    expect(readPasted('A100\tS\t5\nA100\tM\t3').kind).toBe('lines')
  })

  test('keeps leading zeros of codes', () => {
    const pasted = readPasted('="0123"\t5\n="0456"\t2')
    expect(pasted.kind === 'lines' && pasted.lines.map(short)).toEqual(['0123 | | |5', '0456 | | |2'])
  })
})
