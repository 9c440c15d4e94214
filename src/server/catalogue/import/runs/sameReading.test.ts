import { readFile } from 'node:fs/promises'
import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { lines, shopOf } from '#test/importShop.ts'
import { importClient } from '#test/imports.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'
import { rowsOf, workbookOf } from '#test/workbooks.ts'

/* Command line and panel read a file alike. */

const app = useApp()
const byCommand = shopPerTest(app)
const inPanel = shopPerTest(app)
const run = importClient(app, inPanel)

const answers = { 'newPriceGroup priceZF': 'create' }

/** Imports a file both ways; returns both results. */
async function both(name: string, content: string | Buffer) {
  const command = shopOf(app.database, byCommand.tenantId, app.folder)
  const file = await command.file(name, content)
  const report = await command.importFile(file, { answers })
  const id = await run.upload(await readFile(file), name)
  await run.check(id, { answers })
  await run.apply(id)
  const panel = shopOf(app.database, inPanel.tenantId, app.folder)
  const { warnings, rows } = await run.read(id)
  return {
    command: { rows: report.rows, warnings: report.warnings, variants: await command.variants() },
    panel: { rows, warnings, variants: await panel.variants() },
  }
}

test.each([
  [
    'Turkish headings below a title',
    'liste.csv',
    lines(
      'Fiyat listesi 2026;;;;;;;;',
      'Stok Kodu;Ürün Adı;Renk;Beden;Marka;Kategori;Toptan Fiyat;Stok;Not',
      'N1;Gömlek;Açık Mavi;S;Nova;Erkek > Gömlek;120,50;4;yeni',
      'N1;Gömlek;Açık Mavi;M;Nova;Erkek > Gömlek;121,50;6;',
    ),
    ['N1/acik-mavi/S 4 CB 120.50 TRY', 'N1/acik-mavi/M 6 CB 121.50 TRY'],
    ['unknownColumn Not'],
  ],
  [
    'our own names, with prices of a group that nothing has yet',
    'products.csv',
    lines(
      'brandName,categoryName,itemCode,itemDescription,colorCode,itemDim1Code,priceCB,priceZF,currencyZF,inventory',
      'Nova,Erkek,N1,Gömlek,01,S,100,9.50,EUR,3',
    ),
    ['N1/01/S 3 CB 100.00 TRY, ZF 9.50 EUR'],
    [],
  ],
  [
    'a workbook with a price that is left out',
    'liste.xlsx',
    workbookOf(
      rowsOf([
        'Stok Kodu,Ürün Adı,Renk Kodu,Beden,Marka,Kategori,Fiyat,Price (retail),Fiyat'.split(','),
        'N1,Gömlek,01,S,Nova,Erkek,100,200,300'.split(','),
      ]),
    ),
    ['N1/01/S 0 CB 100.00 TRY'],
    ['priceLeftOut Price (retail)', 'repeatedColumn Fiyat'],
  ],
])('%s', async (_, name, content, variants, warnings) => {
  const { command, panel } = await both(name, content)
  expect(panel).toEqual(command)
  const found = command.variants.filter((one) => one.brand === 'Nova')
  expect(found.map((one) => `${one.name} ${one.inventory} ${one.prices.join(', ')}`)).toEqual(variants)
  expect(command.warnings.map(({ code, value }) => `${code} ${value}`)).toEqual(warnings)
})

test('the check names a price column that was left out', async () => {
  const id = await run.upload('itemCode;colorCode;itemDim1Code;priceCB;priceZF\nA1;01;S;90;80\n')
  const { file, priceGroups } = await run.read(id)
  expect(file.columns.map(({ target }: { target: string }) => target).slice(3)).toEqual([
    'priceCB',
    'priceZF',
  ])
  expect(priceGroups).not.toContain('ZF')
  await run.check(id, { targets: ['itemCode', 'colorCode', 'itemDim1Code', 'priceCB', ''] })
  expect((await run.read(id)).warnings).toEqual([{ code: 'priceLeftOut', value: 'priceZF', count: 1 }])
  const targets = ['itemCode', 'colorCode', 'itemDim1Code', 'priceCB', 'priceZF']
  await run.check(id, { targets })
  const { questions } = (await run.read(id)).file
  expect(questions).toEqual([{ code: 'newPriceGroup', column: 'priceZF', count: 1, samples: ['ZF'] }])
  expect((await inPanel.admin.post('/api/Shop/ApplyImport', { id })).body).toMatchObject({
    code: 'import.questions',
  })
  await run.check(id, { targets, answers })
  await run.apply(id)
  // With prices it is a known group, even without customers.
  const next = await run.read(await run.upload('itemCode;colorCode;itemDim1Code;pricezf\nA1;01;S;70\n'))
  expect(next.priceGroups).toContain('ZF')
  expect(next.file.columns.at(-1)).toMatchObject({ target: 'priceZF', foundBy: 'name' })
})

test.each(['utf16le', 'utf16be'])(
  'a text of %s without a mark in front, called .xlsx, is read for what it is',
  async (encoding) => {
    const text = lines(
      'Stok Kodu;Ürün Adı;Renk Kodu;Beden;Marka;Kategori;Fiyat',
      'N1;Şişme Yelek;01;S;Nova;Kadın > İç Giyim;100',
      'N2;Пуховик;01;S;Nova;Kadın > İç Giyim;100',
    )
    const { command, panel } = await both('liste.xlsx', iconv.encode(text, encoding))
    expect(panel).toEqual(command)
    const found = command.variants.filter((one) => one.brand === 'Nova')
    expect(found.map((one) => `${one.name} ${one.description} ${one.category}`)).toEqual([
      'N1/01/S Şişme Yelek Kadın > İç Giyim',
      'N2/01/S Пуховик Kadın > İç Giyim',
    ])
  },
)
