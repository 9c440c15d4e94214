import { describe, expect, test } from 'vitest'
import { isSize } from '#shared/imports/sizes.ts'
import { detectLayout, type Grid, readGrid, signatureOf } from './columns.ts'

const rolesOf = (grid: Grid) => detectLayout(grid).roles.join(' ')
const grid = (...rows: string[]): Grid => rows.map((row) => row.split(';'))

describe('columns are detected by headers', () => {
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
    // Exactly a quantity header wins, wherever it is.
    ['Kod;Adet;Paket içi adet', 'code qty ignore'],
    ['Item;Qty;Pieces per box', 'code qty ignore'],
    ['Kod;Sipariş adedi;Sipariş tarihi', 'code qty ignore'],
    ['Codice;Pezzi;Data ordine;Numero ordine', 'code qty ignore ignore'],
    // A sum counts only without another quantity; money never.
    ['Kod;Renk;Beden;Toplam Adet', 'code color size qty'],
    ['Kod;Adet;Toplam Adet', 'code qty ignore'],
    ['Kod;Toplam Tutar', 'code ignore'],
    ['Model No;Renk No;Beden No;Adet', 'code color size qty'],
    ['Sipariş No;Product No;Qty', 'ignore code qty'],
  ])('%s', (heads, roles) => {
    const width = heads.split(';').length
    expect(rolesOf([heads.split(';'), Array.from({ length: width }, () => '7')])).toBe(roles)
  })

  test('below a title and an address', () => {
    const sheet = grid('Yılmaz Tekstil', 'Sipariş 2026', '', 'Model;Renk;Beden;Adet', 'A100;01;M;5')
    expect(detectLayout(sheet)).toEqual({ head: 3, roles: ['code', 'color', 'size', 'qty'] })
  })
})

describe('a data row is not taken for the header row', () => {
  const linesOf = (...rows: string[]) => readGrid(grid(...rows), detectLayout(grid(...rows))).lines

  test('when every line names its unit', () => {
    expect(linesOf('A100;5;Adet', 'A200;6;Adet', 'A300;7;Adet')).toHaveLength(3)
    expect(linesOf('A100;5;Adet')).toHaveLength(1)
    expect(linesOf('A100;Seri;5;Adet', 'A200;Seri;6;Adet')).toHaveLength(2)
  })

  test('when a description contains a header word', () => {
    expect(linesOf('A100;Kazak;01;M;5', 'A200;Kazak;01;M;6', 'A300;Model kazak;02;L;7')).toHaveLength(3)
    expect(linesOf('ELBISE-SERI', 'A100')).toHaveLength(2)
  })

  test('and headers are found below a barcode-like number', () => {
    expect(detectLayout(grid('Sipariş no;20260115', 'Kod;Beden;Adet', 'A100;M;5')).head).toBe(1)
    expect(
      detectLayout(grid('Firma;CUI;12345678', 'Cod produs;Culoare;Mărime;Cantitate', 'A1;01;M;5')).head,
    ).toBe(1)
  })
})

describe('columns are detected by content', () => {
  test('a barcode and a quantity', () => {
    expect(detectLayout(grid('8690000000012;5', '8690000000029;12'))).toEqual({
      head: undefined,
      roles: ['barcode', 'qty'],
    })
  })

  test('an item, a letter size and a quantity', () => {
    expect(rolesOf(grid('A100;M;5', 'A100;XL;12', 'B20;2XL;1'))).toBe('code size qty')
  })

  test('numeric sizes beside quantities', () => {
    expect(rolesOf(grid('A100;38;5', 'A100;40;12', 'B20;42;1'))).toBe('code size qty')
  })

  test('under unknown headers', () => {
    expect(rolesOf(grid('No;X1;X2', '1;8690000000012;5', '2;8690000000029;7'))).toBe('ignore barcode qty')
  })
})

describe('a column for each size', () => {
  const matrix = grid('Model;Renk;S;M;L;XL;Toplam', 'A100;01;1;2;;3;6', 'A200;02;;;;;0', 'A300;03;x;4;;;4')

  test('is detected, ignoring the sum', () => {
    expect(rolesOf(grid('Model;Renk;S;M;L;Toplam', 'A100;01;1;2;;3'))).toBe(
      'code color matrix matrix matrix ignore',
    )
    expect(rolesOf(grid('Артикул;36;38;40;Количество', 'A100;1;2;3;6'))).toBe(
      'code matrix matrix matrix ignore',
    )
  })

  test('is detected despite dashes and bad cells', () => {
    const sheet = grid('Model;S;M;L', 'A100;1;-;3', 'A200;x;2;–')
    const { lines } = readGrid(sheet, detectLayout(sheet))
    expect(lines.map(({ code, size, qty }) => `${code} ${size} ${qty}`)).toEqual([
      'A100 S 1',
      'A100 L 3',
      'A200 S x',
      'A200 M 2',
    ])
  })

  test.each(['2;4;6;8', '98;104;110;116', '2-3;4-5;6-7;8-9'])(
    'is detected for children’s sizes: %s',
    (sizes) => {
      expect(rolesOf(grid(`Model;Renk;${sizes};Toplam`, 'A100;01;1;2;3;4;10', 'A200;02;5;6;7;8;26'))).toBe(
        'code color matrix matrix matrix matrix ignore',
      )
    },
  )

  test('gives a line per quantity, counts rows without one, keeps bad ones', () => {
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
  test('by barcode, else by code, counting rows without a quantity', () => {
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

  test('with quantity 1 if there is no quantity column', () => {
    const sheet = grid('Kod', 'A100', 'A200')
    expect(readGrid(sheet, detectLayout(sheet)).lines.map(({ qty }) => qty)).toEqual(['1', '1'])
  })
})

describe('a code in the first row of its block', () => {
  const linesOf = (...rows: string[]) => readGrid(grid(...rows), detectLayout(grid(...rows)))
  const linesAsText = ({ lines }: ReturnType<typeof readGrid>) =>
    lines.map(
      ({ code, colorCode, size, qty, isCodeFromAbove }) =>
        `${[code, colorCode, size, qty].join(' ')}${isCodeFromAbove ? ' from above' : ''}`,
    )

  test('applies with its colour to the rows below, which are marked', () => {
    const read = linesOf(
      'Model;Renk;Beden;Adet',
      'A100;01;S;5',
      ';;M;3',
      ';02;S;2',
      ';;M;1',
      'B200;;38;4',
      ';;40;6',
    )
    expect(linesAsText(read)).toEqual([
      'A100 01 S 5',
      'A100 01 M 3 from above',
      'A100 02 S 2 from above',
      'A100 02 M 1 from above',
      'B200  38 4',
      'B200  40 6 from above',
    ])
  })

  test('applies even if its row has no quantity, and in a size matrix', () => {
    const read = linesOf('Model;Beden;Adet', 'A100;;', ';S;5', ';M;3')
    expect(linesAsText(read)).toEqual(['A100  S 5 from above', 'A100  M 3 from above'])
    expect(read.withoutQty).toBe(1)
    expect(linesAsText(linesOf('Model;Renk;S;M;L', 'A100;01;1;2;3', ';02;4;;'))).toEqual([
      'A100 01 S 1',
      'A100 01 M 2',
      'A100 01 L 3',
      'A100 02 S 4 from above',
    ])
  })

  test('does not apply to sums, after an empty row, or beside a barcode', () => {
    expect(linesAsText(linesOf('Model;Beden;Adet', 'A100;S;5', ';;5', ';M;1'))).toEqual([
      'A100  S 5',
      '   5',
      '  M 1',
    ])
    expect(linesAsText(linesOf('Model;Beden;Adet', 'A100;S;5', ';;', ';M;1'))).toEqual(['A100  S 5', '  M 1'])
    expect(linesAsText(linesOf('Barkod;Beden;Adet', '8690000000012;S;5', ';M;3'))).toEqual([
      '8690000000012  S 5',
      '  M 3',
    ])
    expect(
      linesAsText(linesOf('Barkod;Kod;Beden;Adet', '8690000000012;A100;S;5', '8690000000029;;M;3', ';;L;2')),
    ).toEqual(['8690000000012  S 5', '8690000000029  M 3', '  L 2'])
  })
})

test('a formula instead of a quantity does not drop its size', () => {
  const sheet = grid('Model;S;M', 'A100;=B9;=C9', 'B200;=B10;=C10')
  expect(readGrid(sheet, detectLayout(sheet)).lines).toHaveLength(4)
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

test('a layout is recognized by its headers, ignoring case', () => {
  const one = grid('Barkod;Adet', '1;2')
  const other = grid('BARKOD ;adet', '3;4')
  expect(signatureOf(one, 0)).toBe(signatureOf(other, 0))
  const bare = (...rows: string[]) => signatureOf(grid(...rows), undefined)
  expect(bare('8690000000012;5')).toBe(bare('8690000000029;12', '8690000000036;1'))
  expect(bare('8690000000012;5')).not.toBe(bare('5;8690000000012'))
})
