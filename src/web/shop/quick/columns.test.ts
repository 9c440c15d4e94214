import { describe, expect, test } from 'vitest'
import { detectLayout, type Grid, isSize, readGrid, signatureOf } from './columns.ts'

const rolesOf = (grid: Grid) => detectLayout(grid).roles.join(' ')
const grid = (...rows: string[]): Grid => rows.map((row) => row.split(';'))

describe('columns are told by their heads', () => {
  test.each([
    ['Ürün Kodu;Ürün Adı;Renk;Beden;Adet;Fiyat', 'code ignore color size qty ignore'],
    ['Barkod;Miktar', 'barcode qty'],
    ['Bizim kod;Artikel-EAN;Adet', 'code barcode qty'],
    ['Model;Renk Kodu;Renk Adı;Beden;Adet', 'code color ignore size qty'],
    ['Sezon kodu;Kod;Adet', 'ignore code qty'],
    ['STOK KODU;AÇIKLAMA;SİPARİŞ ADEDİ', 'code ignore qty'],
    ['EAN13;Item code;Colour;Size;Qty', 'barcode code color size qty'],
    ['Style;Description;Order Qty', 'code ignore qty'],
    ['Артикул;Наименование;Цвет;Размер;Количество', 'code ignore color size qty'],
    ['Штрих-код;Кол-во', 'barcode qty'],
    ['Codice articolo;Descrizione;Colore;Taglia;Q.tà', 'code ignore color size qty'],
    ['Code-barres;Désignation;Quantité', 'barcode ignore qty'],
    ['Référence;Coloris;Taille;Qté', 'code color size qty'],
    ['Cod produs;Culoare;Mărime;Cantitate', 'code color size qty'],
    ['الباركود;المقاس;الكمية', 'barcode size qty'],
    ['رمز المنتج;اللون;المقاس;العدد', 'code color size qty'],
  ])('%s', (heads, roles) => {
    const width = heads.split(';').length
    expect(rolesOf([heads.split(';'), Array.from({ length: width }, () => '7')])).toBe(roles)
  })

  test('below a title and an address', () => {
    const sheet = grid('Yılmaz Tekstil', 'Sipariş 2026', '', 'Model;Renk;Beden;Adet', 'A100;01;M;5')
    expect(detectLayout(sheet)).toEqual({ head: 3, roles: ['code', 'color', 'size', 'qty'] })
  })
})

describe('columns are told by what stands in them', () => {
  test('a barcode and a quantity', () => {
    expect(detectLayout(grid('8690000000012;5', '8690000000029;12'))).toEqual({
      head: undefined,
      roles: ['barcode', 'qty'],
    })
  })

  test('an item, letters for its size, and a quantity', () => {
    expect(rolesOf(grid('A100;M;5', 'A100;XL;12', 'B20;2XL;1'))).toBe('code size qty')
  })

  test('sizes that are numbers beside quantities', () => {
    expect(rolesOf(grid('A100;38;5', 'A100;40;12', 'B20;42;1'))).toBe('code size qty')
  })

  test('under heads that say nothing', () => {
    expect(rolesOf(grid('No;X1;X2', '1;8690000000012;5', '2;8690000000029;7'))).toBe('ignore barcode qty')
  })
})

describe('a column for each size', () => {
  const matrix = grid('Model;Renk;S;M;L;XL;Toplam', 'A100;01;1;2;;3;6', 'A200;02;;;;;0', 'A300;03;x;4;;;4')

  test('is recognised, and its sum is not counted', () => {
    expect(rolesOf(grid('Model;Renk;S;M;L;Toplam', 'A100;01;1;2;;3'))).toBe(
      'code color matrix matrix matrix ignore',
    )
    expect(rolesOf(grid('Артикул;36;38;40;Количество', 'A100;1;2;3;6'))).toBe(
      'code matrix matrix matrix ignore',
    )
  })

  test('gives a line for every quantity; a row without any is counted, a bad one kept', () => {
    const roles = ['code', 'color', 'matrix', 'matrix', 'matrix', 'matrix', 'ignore'] as const
    const { lines, withoutQty } = readGrid(matrix, { head: 0, roles: [...roles] })
    expect(lines.map(({ code, colorCode, size, qty }) => `${code} ${colorCode} ${size} ${qty}`)).toEqual([
      'A100 01 S 1',
      'A100 01 M 2',
      'A100 01 XL 3',
      'A300 03 S x',
      'A300 03 M 4',
    ])
    expect(withoutQty).toBe(1)
  })
})

describe('a grid is read', () => {
  test('by barcode where there is one, else by code; rows without a quantity are counted', () => {
    const sheet = grid(
      'Barkod;Kod;Adet',
      '8690000000012;A100;5',
      ';A200;3',
      '8690000000029;A300;',
      ';;',
      ';A400;0',
    )
    const { lines, withoutQty } = readGrid(sheet, detectLayout(sheet))
    expect(lines.map(({ code, qty }) => `${code} ${qty}`)).toEqual(['8690000000012 5', 'A200 3'])
    expect(withoutQty).toBe(2)
    expect(lines[0]?.original).toBe('8690000000012 · A100 · 5')
  })

  test('as one of each where it has no quantities', () => {
    const sheet = grid('Kod', 'A100', 'A200')
    expect(readGrid(sheet, detectLayout(sheet)).lines.map(({ qty }) => qty)).toEqual(['1', '1'])
  })
})

test('sizes', () => {
  for (const size of [
    'S',
    'M',
    'XL',
    '2XL',
    'XXL',
    'S/M',
    '38',
    '36.5',
    '38/40',
    '4Y',
    '2-3 YAŞ',
    '6 AY',
    'STD',
    'Tek Ebat',
  ]) {
    expect([size, isSize(size)]).toEqual([size, true])
  }
  for (const text of ['A100', 'Model', '8690000000012', '5', '150', 'Siyah', '']) {
    expect([text, isSize(text)]).toEqual([text, false])
  }
})

test('the same heads are the same layout, whatever the case', () => {
  const one = grid('Barkod;Adet', '1;2')
  const other = grid('BARKOD ;adet', '3;4')
  expect(signatureOf(one, 0)).toBe(signatureOf(other, 0))
  expect(signatureOf(one, undefined)).toBe('#2')
})
