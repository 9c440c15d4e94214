import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { decodeText } from './decodeText.ts'
import { spacedRows } from './readCsv.ts'

const turkish = 'Ürün;Beden;Adet\nŞİŞME YELEK;ığüşöç;5\n'
const russian = 'Артикул;Цвет;Количество\nA100;чёрный;5\n'

describe('decodes a text file saved as', () => {
  test.each([
    ['utf8', turkish],
    ['utf8', russian],
    ['utf-16le', turkish],
    ['utf-16be', russian],
    ['windows-1254', turkish],
    ['windows-1251', russian],
  ])('%s', (encoding, text) => {
    expect(decodeText(iconv.encode(text, encoding), 'tr')).toBe(text)
    const marked = decodeText(iconv.encode(text, encoding, { addBOM: true }), 'tr')
    expect(marked.replace('\ufeff', '')).toContain(text.slice(0, 5))
  })

  test('windows-1256, for an Arabic user', () => {
    const arabic = 'الباركود;الكمية\n8690000000012;5\n'
    expect(decodeText(iconv.encode(arabic, 'windows-1256'), 'ar')).toBe(arabic)
  })
})

test('only data terminal output is split at spaces', () => {
  expect(
    spacedRows('Barkod Adet\n8690000000012     5\n8690000000029 12\n8690000000036 1\n12345678 2\n'),
  ).toEqual([
    ['Barkod', 'Adet'],
    ['8690000000012', '5'],
    ['8690000000029', '12'],
    ['8690000000036', '1'],
    ['12345678', '2'],
  ])
  expect(spacedRows('K1 01 38\nK1 01 40\n')).toBeUndefined()
  expect(spacedRows('8690000000012;5\n8690000000029;12\n')).toBeUndefined()
})
