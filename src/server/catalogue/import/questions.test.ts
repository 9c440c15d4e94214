import { expect, test } from 'vitest'
import type { ImportReport } from '#server/tableFiles/report.ts'
import { useImportShop } from '#test/importShop.ts'

const shop = useImportShop()

const headings = 'brandName;categoryName;itemCode;itemDescription;colorCode;colorDescription;itemDim1Code'
/** A row of a shirt, with what follows the size. */
const row = (size: string, more: string, { item = 'G1', color = '01' } = {}) =>
  `Lale;Gömlek;${item};Gömlek;${color};Siyah;${size};${more}\n`
const open = ({ open: asked }: ImportReport) =>
  asked.map(({ code, column, count, samples }) => `${code} ${column} ${count}: ${samples.join(' | ')}`)
const pricesOf = async () => (await shop.variants()).map(({ name, prices }) => `${name} ${prices.join()}`)

test('a currency beside a price is taken', async () => {
  const text = `${headings};priceCB\n${[
    '12,50 €',
    '$12.50',
    'EUR 12,50',
    '12,50 TL',
    '1.234,50 lei',
    '12,50 RON',
    '£3',
    '7 руб.',
    '8 ₽',
    '٩٫٥',
    '12,50€',
    '100TL',
  ]
    .map((price, index) => row(`X${index}`, price))
    .join('')}`
  expect(open(await shop.importText(text))).toEqual([])
  expect(await pricesOf()).toEqual([
    'G1/01/X0 CB 12.50 EUR',
    'G1/01/X1 CB 12.50 USD',
    'G1/01/X2 CB 12.50 EUR',
    'G1/01/X3 CB 12.50 TRY',
    'G1/01/X4 CB 1234.50 RON',
    'G1/01/X5 CB 12.50 RON',
    'G1/01/X6 CB 3.00 GBP',
    'G1/01/X7 CB 7.00 RUB',
    'G1/01/X8 CB 8.00 RUB',
    'G1/01/X9 CB 9.50 TRY',
    'G1/01/X10 CB 12.50 EUR',
    'G1/01/X11 CB 100.00 TRY',
  ])
})

test('a currency in a heading is that of its prices', async () => {
  await shop.importText(`${headings};Fiyat €\n${row('S', '12,50')}`)
  expect(await pricesOf()).toEqual(['G1/01/S CB 12.50 EUR'])
})

test('where a price and its column name two currencies, one is asked for', async () => {
  const text = `${headings};priceCB;currencyCB\n${row('S', '12,50 €;TRY')}${row('M', '13;TRY')}`
  const asked = await shop.importText(text)
  expect(asked.applied).toBe(false)
  expect(open(asked)).toEqual(['otherCurrency priceCB 1: 12,50 €'])
  await shop.importText(text, { answers: { 'otherCurrency priceCB': 'written' } })
  expect(await pricesOf()).toEqual(['G1/01/S CB 12.50 EUR', 'G1/01/M CB 13.00 TRY'])
  await shop.importText(text, { answers: { 'otherCurrency priceCB': 'column' } })
  expect(await pricesOf()).toEqual(['G1/01/S CB 12.50 TRY', 'G1/01/M CB 13.00 TRY'])
})

test.each([
  'KDV Dahil Fiyat',
  'Fiyat (KDV dahil)',
  'Price incl. VAT',
  'Prezzo IVA inclusa',
  'Цена с НДС',
  'Prix TTC',
  'Fiyat (KDV %20 dahil)',
])('prices of "%s" are asked about', async (heading) => {
  const text = `${headings};${heading}\n${row('S', '120,00')}`
  expect(open(await shop.importText(text))).toEqual([`withTax priceCB 1: ${heading}`])
  await shop.importText(text, { answers: { 'withTax priceCB': 'divide:20' } })
  expect(await pricesOf()).toEqual(['G1/01/S CB 100.00 TRY'])
  await shop.importText(text, { answers: { 'withTax priceCB': 'asNet' } })
  expect(await pricesOf()).toEqual(['G1/01/S CB 120.00 TRY'])
  const other = text.replace('120,00', '240,00')
  await shop.importText(other, { answers: { 'withTax priceCB': 'leaveOut' } })
  expect(await pricesOf()).toEqual(['G1/01/S CB 120.00 TRY'])
})

test('a price of 0 needs a yes, unless it is a free sample', async () => {
  const text = `${headings};isFreeSample;priceCB\n${row('S', 'no;0')}${row('M', 'yes;0,00')}`
  expect(open(await shop.importText(text))).toEqual(['zeroPrice priceCB 1: 0'])
  await shop.importText(text, { answers: { 'zeroPrice priceCB': 'leaveOut' } })
  expect(await pricesOf()).toEqual(['G1/01/S ', 'G1/01/M CB 0.00 TRY'])
})

test('prices of many decimals are rounded, once somebody says so', async () => {
  const text = `${headings};priceCB\n${row('S', '495.79831932773')}${row('M', '10')}`
  const asked = await shop.importText(text)
  expect(open(asked)).toEqual(['decimals priceCB 1: 495.79831932773'])
  expect(asked.bad).toMatchObject([{ line: 2, column: 'priceCB', reason: 'decimals' }])
  await shop.importText(text, { answers: { 'decimals priceCB': 'round' } })
  expect(await pricesOf()).toEqual(['G1/01/S CB 495.80 TRY', 'G1/01/M CB 10.00 TRY'])
})

test('sizes that look like dates are asked about', async () => {
  const sizes = ['10.Ara', 'Dec-12', '02.Mar', '2026-03-04', '44987', '38']
  const text = `${headings};priceCB\n${sizes.map((size) => row(size, '10')).join('')}`
  expect(open(await shop.importText(text))).toEqual([
    'dateAsSize itemDim1Code 5: 10.Ara → 10-12 | Dec-12 → 12-12 | 02.Mar → 2-3 | 2026-03-04 → 4-3 | 44987 → 2-3',
  ])
  const some = text.replace(/^.*;(?:2026-03-04|44987);.*\n/gm, '')
  await shop.importText(some, { answers: { 'dateAsSize itemDim1Code': 'asRange' } })
  expect(await pricesOf()).toEqual([
    'G1/01/10-12 CB 10.00 TRY',
    'G1/01/12-12 CB 10.00 TRY',
    'G1/01/2-3 CB 10.00 TRY',
    'G1/01/38 CB 10.00 TRY',
  ])
})

test('a barcode with a wrong check digit is asked about', async () => {
  const text = `${headings};barcode;priceCB\n${row('S', '8690000000111;10')}${row('M', '8690000000124;10')}${row('L', 'AB12;10')}`
  expect(open(await shop.importText(text))).toEqual(['checkDigit barcode 1: 8690000000124'])
  await shop.importText(text, { answers: { 'checkDigit barcode': 'leaveOut' } })
  expect((await shop.variants()).map(({ barcode }) => barcode)).toEqual(['8690000000111', null, 'AB12'])
})

test('a price group that is not there is asked about', async () => {
  await shop.importText(`${headings};priceCB;priceTF\n${row('S', '10;12')}`)
  const text = `${headings};priceCB;priceTFF\n${row('S', '10;11')}`
  expect(open(await shop.importText(text))).toEqual(['newPriceGroup priceTFF 1: TFF'])
  await shop.importText(text, { answers: { 'newPriceGroup priceTFF': 'leaveOut' } })
  expect(await pricesOf()).toEqual(['G1/01/S CB 10.00 TRY,TF 12.00 TRY'])
  await shop.importText(text, { answers: { 'newPriceGroup priceTFF': 'create' } })
  expect(await pricesOf()).toEqual(['G1/01/S CB 10.00 TRY,TF 12.00 TRY,TFF 11.00 TRY'])
})

test('codes that differ by case or zeros in front never make a second product in silence', async () => {
  await shop.importText(`${headings};priceCB\n${row('S', '10')}${row('XL', '10')}`)
  const text = `${headings};priceCB\n${row('S', '11', { color: '1' })}${row('xl', '12')}${row('M', '13', { item: 'g1' })}${row('M', '14', { item: 'N1' })}${row('m', '15', { item: 'N1' })}`
  expect(open(await shop.importText(text))).toEqual([
    'otherSpelling itemCode 1: g1 → G1',
    'otherSpelling colorCode 1: 1 → 01',
    'otherSpelling itemDim1Code 2: xl → XL | m → M',
  ])
  const answers = {
    'otherSpelling itemCode': 'same',
    'otherSpelling colorCode': 'same',
    'otherSpelling itemDim1Code': 'same',
  }
  const some = text.replace(/^.*;m;.*\n/m, '')
  expect((await shop.importText(some, { answers })).applied).toBe(true)
  expect((await pricesOf()).toSorted()).toEqual([
    'G1/01/M CB 13.00 TRY',
    'G1/01/S CB 11.00 TRY',
    'G1/01/XL CB 12.00 TRY',
    'N1/01/M CB 14.00 TRY',
  ])
  const separate = Object.fromEntries(Object.keys(answers).map((name) => [name, 'separate']))
  await shop.importText(text, { answers: separate })
  expect((await pricesOf()).length).toBe(4 + 4)
})

test.each([
  ['the wholesale price, not the cost', 'Alış Fiyatı;Perakende Fiyatı;Toptan Fiyatı', '50;200;100'],
  ['the price, not the old one', 'Eski Fiyat;Fiyat', '150;100'],
  ['the price, not the list price', 'Liste fiyatı;Fiyat TL', '150;100'],
  ['the one without tax', 'KDV Dahil Fiyat;KDV Hariç Fiyat', '120;100'],
  ['the one of a piece', 'Fiyat (adet)', '100'],
])('of several prices, %s is taken', async (_, prices, values) => {
  await shop.importText(`${headings};${prices}\n${row('S', values)}`)
  expect(await pricesOf()).toEqual(['G1/01/S CB 100.00 TRY'])
})

test('rows under a group take code and colour from above, once somebody says so', async () => {
  const text = `${headings};inventory;priceCB\n${row('S', '5;100')};;;;;;M;5;100\n;;;;02;Beyaz;S;5;100\n;;;;;;M;5;100\n`
  const asked = await shop.importText(text)
  expect(open(asked)).toEqual(['rowsBelow itemCode 3: G1 → 3 | G1 → 4 | G1 → 5'])
  expect(asked.badCount).toBe(3)
  await shop.importText(text, { answers: { 'rowsBelow itemCode': 'above' } })
  expect((await shop.variants()).map(({ name, color }) => `${name} ${color}`)).toEqual([
    'G1/01/S Siyah',
    'G1/01/M Siyah',
    'G1/02/S Beyaz',
    'G1/02/M Beyaz',
  ])
})

test('sizes as columns become rows', async () => {
  await shop.importText(
    'Marka;Kategori;Model;Açıklama;Renk;36;38;40;Toplam;Fiyat\nLale;Pantolon;P1;Kumaş Pantolon;Siyah;2;;8;10;599,90\nLale;Pantolon;P1;Kumaş Pantolon;Bej;0;4;;4;599,90\n',
  )
  expect(
    (await shop.variants()).map(({ name, inventory, prices }) => `${name} ${inventory} ${prices[0]}`),
  ).toEqual([
    'P1/bej/36 0 CB 599.90 TRY',
    'P1/bej/38 4 CB 599.90 TRY',
    'P1/siyah/36 2 CB 599.90 TRY',
    'P1/siyah/40 8 CB 599.90 TRY',
  ])
})

test('a row without stock in any size is told, and rows below it are its own', async () => {
  const text =
    'Model;Açıklama;Marka;Kategori;Renk;36;38;40;Fiyat\nP1;Pantolon;Lale;Pantolon;Siyah;2;;8;599\nP2;Etek;Lale;Etek;Siyah;;;;499\n;;;;Mavi;3;3;3;499\n'
  const report = await shop.importText(text, { answers: { 'rowsBelow itemCode': 'above' }, skipBad: true })
  expect(report.bad).toMatchObject([{ line: 3, column: 'itemDim1Code', reason: 'required' }])
  expect((await shop.variants()).map(({ name }) => name)).toEqual([
    'P1/siyah/36',
    'P1/siyah/40',
    'P2/mavi/36',
    'P2/mavi/38',
    'P2/mavi/40',
  ])
})

test('columns of sizes keep their order', async () => {
  await shop.importText(
    'Model;Ürün adı;Marka;Kategori;S;M;L;XL;Fiyat\nP1;Pantolon;Lale;Pantolon;1;2;3;4;599\nP2;Etek;Lale;Etek;1;2;3;4;599\n',
  )
  expect((await shop.variants()).map(({ name }) => name.split('/').at(-1)).join(' ')).toBe(
    'S M L XL S M L XL',
  )
})

test('zeros in front and case are told of codes, sizes and lots', async () => {
  const other = ['lotCode;piecesPerLot', ';', 'A1;6']
  const file = (item: string, color: string, size: string, lot: string) =>
    `${headings};${other[0]};priceCB\n${row(size, `${other[1]};10`, { item, color })}${row('', `${lot};6;10`, { item, color })}`
  await shop.importText(file('00123', 'KIRMIZI', '02', 'A1'))
  expect(open(await shop.importText(file('123', 'kırmızı', '2', 'a1')))).toEqual([
    'otherSpelling itemCode 2: 123 → 00123',
  ])
  expect(
    open(
      await shop.importText(file('123', 'kırmızı', '2', 'a1'), {
        answers: { 'otherSpelling itemCode': 'same', 'otherSpelling colorCode': 'same' },
      }),
    ),
  ).toEqual(['otherSpelling itemDim1Code 1: 2 → 02', 'otherSpelling lotCode 1: a1 → A1'])
})

test.each([
  ['withTax priceCB', 'divide'],
  ['withTax priceCB', 'divide:7,5'],
  ['withTax priceCB', 'divide:120'],
  ['withTax priceCB', 'yes'],
])('%s=%s is no answer', async (name, answer) => {
  const text = `${headings};KDV Dahil Fiyat\n${row('S', '120')}`
  const report = await shop.importText(text, { answers: { [name]: answer } })
  expect([report.applied, report.open.length]).toEqual([false, 1])
})

test('names in two languages, and names of groups beside their codes, are told apart', async () => {
  await shop.importText(
    'Marka;Grup Kodu;Grup Adı;Model;Ürün Adı EN;Ürün Adı TR;Beden;Fiyat\nLale;G01;Gömlek;G1;Shirt;Gömlek;S;10\n',
  )
  expect(await shop.variants()).toMatchObject([{ category: 'Gömlek', description: 'Gömlek' }])
})

test('a file without sizes has one of each item, once somebody says so', async () => {
  const logo =
    'Stok Kodu;Stok Adı;Birim;Barkod;Grup Kodu;Marka;Satış Fiyatı 1;Döviz;Fiili Stok\n153.01.0000;ÇANTA 0;ADET;8690000000111;AKSESUAR;Lale;849,50;TL;3\n'
  const asked = await shop.importText(logo)
  expect([open(asked).length, asked.bad[0]?.reason]).toEqual([1, 'unknownBarcode'])
  await shop.importText(logo, { answers: { 'noSizes itemCode': 'one' } })
  expect(await shop.variants()).toMatchObject([
    { name: '153.01.0000//STD', category: 'AKSESUAR', barcode: '8690000000111', inventory: 3 },
  ])
  const plain = await shop.importText('Model;Ürün adı;Fiyat\nZ1;Şal;10\n', { dryRun: true, skipBad: true })
  expect(open(plain)).toEqual(['noSizes itemCode 1: Model, Ürün adı, Fiyat'])
})
