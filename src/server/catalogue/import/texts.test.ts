import { describe, expect, test } from 'vitest'
import { dataOf } from '#test/app.ts'
import { lines, shopOf } from '#test/importShop.ts'
import { importClient } from '#test/imports.ts'
import { addTenant } from '#test/tenant.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'

const app = useApp()
const shop = shopPerTest(app)
const run = importClient(app, shop)

const textsOf = async (kind: string) => {
  const { items } = await dataOf(shop.admin.post('/api/Shop/GetTexts', { kind }))
  return Object.fromEntries(
    items.map(({ source, texts }: { source: string; texts: object }) => [source, texts]),
  )
}
const changesOf = (id: string) =>
  dataOf(shop.admin.post('/api/Shop/GetImportChanges', { id, state: 'changed' }))

const head =
  'itemCode;colorCode;itemDim1Code;brandName;categoryName;itemDescription;colorDescription;attribute03;itemDescription.en;colorDescription.RU;categoryName.en;attribute3.en;itemDim1Code.ru'

describe('a file with texts in other languages', () => {
  const list = lines(
    head,
    'N1;01;S;Nova;Erkek > Gömlek;Keten Gömlek;Mavi;Keten;Linen shirt;Синий;Men > Shirt;Linen;С',
    'N1;01;M;Nova;Erkek > Gömlek;Keten Gömlek;Mavi;Keten;Linen shirt;Синий;Men > Shirt;Linen;',
    'N2;01;S;Nova;Erkek > Gömlek;Yün Gömlek;Mavi;Yün;;;;Wool;',
  )

  test('shows, applies and undoes them with the products', async () => {
    await dataOf(
      shop.admin.post('/api/Shop/SaveTexts', {
        texts: [{ kind: 'category', source: 'Gömlek', texts: { en: 'Top', ru: 'Рубашка' } }],
      }),
    )
    const id = await run.checked(list)
    const { counts } = await run.read(id)
    expect(counts.texts).toEqual({ added: 6, changed: 1, unchanged: 0 })
    expect(counts.fields).toEqual({ en: 5, ru: 2 })
    const { items } = await changesOf(id)
    expect(items.find(({ name }: { name: string }) => name === 'Gömlek')).toMatchObject({
      entity: 'text',
      textKind: 'category',
      fields: [{ name: 'en', before: 'Top', after: 'Shirt' }],
    })
    await run.apply(id)
    expect(await textsOf('category')).toMatchObject({
      Gömlek: { en: 'Shirt', ru: 'Рубашка' },
      Erkek: { en: 'Men' },
    })
    expect(await textsOf('size')).toMatchObject({ S: { ru: 'С' } })
    expect(await textsOf('value')).toMatchObject({ Keten: { en: 'Linen' }, Yün: { en: 'Wool' } })
    const { products } = await dataOf(
      shop.dealer.post('/api/Shop/GetProductsBySearch', { searchText: 'linen синий', orderType: 'Rpt' }),
    )
    expect(products).toMatchObject([{ itemCode: 'N1' }])
    await run.undo(id)
    expect(await textsOf('category')).toMatchObject({ Gömlek: { en: 'Top', ru: 'Рубашка' } })
    expect(await textsOf('color')).not.toHaveProperty('Mavi')
  })

  test('changes nothing once more, and removes what a dash stands for', async () => {
    await run.apply(await run.checked(list))
    const again = await run.read(await run.checked(list))
    expect(again.counts.texts).toEqual({ added: 0, changed: 0, unchanged: 7 })
    expect(again.can.apply).toBe(false)
    const id = await run.checked('itemCode;colorCode;itemDim1Code;colorDescription.ru\nN2;01;S;-\nN1;01;S;\n')
    await run.apply(id)
    expect(await textsOf('color')).toMatchObject({ Mavi: {} })
  })

  test('is refused where it gives one text two translations, or a category another depth', async () => {
    const bad = lines(
      head,
      'N1;01;S;Nova;Erkek > Gömlek;Keten Gömlek;Mavi;Keten;Linen shirt;Синий;Men;;',
      'N2;01;S;Nova;Erkek > Gömlek;Yün Gömlek;Mavi;Yün;;Голубой;;;',
      'N2;01;M;Nova;Erkek > Gömlek;Yün Gömlek;Mavi;Yün;;Голубой;;;',
      'N3;01;S;Nova;Erkek;Gömlek;Mavi;Yün;;Синий;;;',
    )
    const { items } = await dataOf(
      shop.admin.post('/api/Shop/GetImportChanges', { id: await run.checked(bad), state: 'bad' }),
    )
    expect(items.map(({ line, bad: why }: { line: number; bad: object }) => ({ line, ...why }))).toEqual([
      { line: 2, column: 'categoryName.en', reason: 'otherDepth', value: 'Men' },
      { line: 3, column: 'colorDescription.ru', reason: 'twoTranslations', value: 'Голубой' },
      { line: 4, column: 'colorDescription.ru', reason: 'twoTranslations', value: 'Голубой' },
    ])
  })

  test('leaves no product half described, whichever of its rows are refused', async () => {
    const rows = lines(
      head,
      'A1;01;S;;;;;;;;;;',
      'A1;01;M;Nova;Erkek;Yeni ad;;;New name;Чёрный;Men;;',
      'N9;01;S;Nova;Erkek;Etek;;;Skirt;;Men > Deep;;',
      'N9;01;M;;;;Kırmızı;;Skirt too;;;;',
      'N8;01;S;Nova;Erkek;Yelek;Kırmızı;;Vest;Красный;Men;;',
      'N8;01;M;;;;;;;Алый;;;',
    )
    const id = await run.checked(rows)
    expect((await run.read(id)).badCount).toBe(3)
    await run.apply(id, { skipBad: true })
    expect(await run.read(id)).toMatchObject({ state: 'applied', counts: { products: { added: 1 } } })
    expect(await textsOf('item')).toMatchObject({ 'Yeni ad': { en: 'New name' }, Yelek: { en: 'Vest' } })
    expect(await textsOf('color')).toMatchObject({ Kırmızı: { ru: 'Красный' } })
  })

  test('written by barcode translates what the products are called', async () => {
    await run.apply(
      await run.checked(list.replace('itemCode;', 'barcode;itemCode;').replaceAll('\nN', '\n;N')),
    )
    await run.apply(
      await run.checked(
        'itemCode;colorCode;itemDim1Code;barcode\nN1;01;S;8690000000012\nN2;01;S;8690000000029\n',
      ),
    )
    await run.apply(await run.checked('barcode;itemDescription.ru\n8690000000029;Шерстяная рубашка\n'))
    expect(await textsOf('item')).toMatchObject({ 'Yün Gömlek': { ru: 'Шерстяная рубашка' } })
  })
})

describe('the language of a file', () => {
  const russian = lines(
    'itemCode;colorCode;itemDim1Code;itemDescription;colorDescription',
    'A1;01;S;Платье A1;Чёрный',
  )

  test('other than the main one makes its texts translations', async () => {
    const id = await run.upload(russian)
    await run.check(id, { language: 'ru' })
    await run.apply(id)
    expect(await textsOf('item')).toMatchObject({ 'Ürün A1': { ru: 'Платье A1' } })
    const { file, mainLanguage } = await run.read(id)
    expect([file?.defaults.language, mainLanguage]).toEqual(['ru', 'tr'])
  })

  test('becomes the main one of a shop that has no products yet', async () => {
    const tenantId = await addTenant(app.connections, 'fresh')
    const { file, importFile, rows, variants } = shopOf(app.database, tenantId, app.folder)
    const given = await file(
      'товары.csv',
      russian.replaceAll('\n', ';Айла;Платья\n').replace('Айла;Платья', 'brandName;categoryName'),
    )
    const languages = () =>
      rows('select main_language, languages from tenant_settings where tenant_id = $1').then(([row]) => row)
    await importFile(given, { language: 'ru', dryRun: true })
    expect(await languages()).toMatchObject({ main_language: 'tr' })
    expect(await importFile(given, { language: 'ru' })).toMatchObject({ applied: true })
    expect(await languages()).toMatchObject({
      main_language: 'ru',
      languages: expect.arrayContaining(['ru']),
    })
    expect(await variants()).toMatchObject([{ description: 'Платье A1', color: 'Чёрный' }])
    const english = await file(
      'products.csv',
      'itemCode;colorCode;itemDim1Code;itemDescription\nA1;01;S;Dress\n',
    )
    expect(await importFile(english, { language: 'en' })).toMatchObject({ texts: { added: 1 } })
    expect(await languages()).toMatchObject({ main_language: 'ru' })
  })
})
