import { randomUUIDv7 } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { refusal } from '#test/app.ts'
import { testFolder } from '#test/folder.ts'
import { lines } from '#test/importShop.ts'
import { importClient } from '#test/imports.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'
import { numbersFile, openDocument, rowsOf, workbookOf } from '#test/workbooks.ts'
import { applyRun } from './apply.ts'
import { Superseded } from './run.ts'

const app = useApp()
const shop = shopPerTest(app)
const run = importClient(app, shop)

/** With a supplier's own headings. */
const list = lines(
  'Stok Kodu;Ürün Adı;Renk;Beden;Marka;Kategori;Fiyat;Stok;Not',
  'N1;Gömlek;Mavi;S;Nova;Erkek > Gömlek;120,50;4;yeni',
  'N1;Gömlek;Mavi;M;Nova;Erkek > Gömlek;120,50;6;',
)

test('photos uploaded later match the names in a column of the file', async () => {
  const whose = async (...names: string[]) => {
    const { data } = await run.post('MatchPhotoNames', { names })
    return data.names.map(
      ({ product, number, whyNot }: { product?: number; number?: number; whyNot?: string }) =>
        product === undefined ? whyNot : `${data.products[product].itemCode} ${number}`,
    )
  }
  const files = ['dsc_0042.JPG', 'DSC 0043.jpg', 'çiçek.png', 'B1_01_1.jpg', 'DSC_0044.jpg']
  const unknown = ['unknown', 'unknown', 'unknown', 'B1 1', 'unknown']
  expect(await whose(...files)).toEqual(unknown)
  const photos = lines(
    'Stok Kodu;Ürün Adı;Renk Kodu;Beden;Marka;Kategori;Fotoğraflar',
    'A1;Ürün A1;01;S;Ayla;Kadın > Elbise;DSC_0042.jpg|https://cdn.example.com/a/DSC_0043.jpg?width=9',
    'A1;Ürün A1;01;M;Ayla;Kadın > Elbise;dsc_0042.jpg',
    'A2;Ürün A2;01;S;Ayla;Kadın > Elbise;ÇİÇEK.jpg',
    'B2;Ürün B2;01;S;Bora;Erkek > Gömlek;B1_01_1.jpg',
  )
  const id = await run.upload(photos)
  const { file } = await run.read(id)
  expect(file.columns.at(-1)).toMatchObject({ target: 'photos', foundBy: 'name' })
  const targets = file.columns.map(({ target }: Column) => target)
  await run.check(id)
  // Only the latest reading counts.
  await run.check(id, { targets: [...targets.slice(0, -1), ''] })
  await run.check(id, { targets })
  await run.apply(id)
  // Names from the file win over file names.
  expect(await whose(...files)).toEqual(['A1 1', 'A1 2', 'A2 1', 'B2 1', 'unknown'])
  const later = await run.checked('itemCode;colorCode;itemDim1Code;photos\nA1;01;S;DSC_0044\n')
  await run.apply(later)
  expect(await whose(...files)).toEqual(['unknown', 'unknown', 'A2 1', 'B2 1', 'A1 1'])
  await run.undo(id)
  await run.undo(later)
  expect(await whose(...files)).toEqual(unknown)
})

describe('an uploaded file', () => {
  test('has its columns recognised, with samples, and remembered per supplier', async () => {
    const id = await run.upload(list)
    const { file, state, can } = await run.read(id)
    expect({ state, can }).toEqual({
      state: 'uploaded',
      can: { check: true, apply: false, undo: false, discard: true },
    })
    expect(file).toMatchObject({ kind: 'text', encoding: 'utf8', headRow: 0 })
    expect(file.columns.map(({ heading, target, foundBy }: Column) => [heading, target, foundBy])).toEqual([
      ['Stok Kodu', 'itemCode', 'name'],
      ['Ürün Adı', 'itemDescription', 'name'],
      ['Renk', 'color', 'name'],
      ['Beden', 'itemDim1Code', 'name'],
      ['Marka', 'brandName', 'name'],
      ['Kategori', 'categoryName', 'name'],
      ['Fiyat', 'price', 'name'],
      ['Stok', 'inventory', 'name'],
      ['Not', '', ''],
    ])
    expect(file.columns[0].samples).toEqual(['N1', 'N1'])
    const targets = file.columns.map(({ target }: Column) => target)
    targets[8] = 'attribute03'
    await run.check(id, { supplier: 'Nova Tekstil', targets, priceGroup: 'CB' })

    const again = await run.read(await run.upload(list.replaceAll('N1', 'N2')))
    expect(again.file.columns[8]).toMatchObject({ target: 'attribute03', foundBy: 'layout' })
    expect(again.file.defaults).toMatchObject({ priceGroup: 'CB' })
    // Chosen by name, the layout works for moved headings.
    const moved = await run.read(await run.upload('Beden;Not;Stok Kodu\nS;x;N1\n'))
    expect(moved.layouts).toEqual([
      {
        supplier: 'Nova Tekstil',
        targets: ['itemDim1Code', 'attribute03', 'itemCode'],
        defaults: { brandName: '', categoryName: '', priceGroup: 'CB', currencyCode: '', language: '' },
      },
    ])
  })

  test('finds headings below a title, and can be reread in another encoding', async () => {
    const cyrillic = Buffer.from([0xc0, 0xf0, 0xf2, 0xe8, 0xea, 0xf3, 0xeb])
    const bytes = Buffer.concat([
      Buffer.from('Price list 2026;;\n;;\n'),
      cyrillic,
      Buffer.from(';Size;EAN\nA1;S;8690000000017\nA1;M;8690000000024\n'),
    ])
    const id = await run.upload(bytes)
    const first = await run.read(id)
    expect(first.file.encoding).toBe('win1251')
    // Blank rows do not count.
    expect(first.file.headRow).toBe(1)
    await run.post('RereadImport', { id, encoding: 'win1254' })
    expect((await run.read(id)).file.columns[0].heading).toBe('Àğòèêóë')
    await run.post('RereadImport', { id, encoding: 'win1251' })
    const { file } = await run.read(id)
    expect(file.encoding).toBe('win1251')
    expect(file.columns.map(({ heading, target }: Column) => [heading, target])).toEqual([
      ['Артикул', 'itemCode'],
      ['Size', 'itemDim1Code'],
      ['EAN', 'barcode'],
    ])
  })

  test.each([
    ['nothing', '', 'boş'],
    ['an old spreadsheet', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3]), '.xls'],
    ['no workbook though it says so', Buffer.from('PK\u0003\u0004 nothing'), 'okunamıyor'],
    ['a PDF', Buffer.from('%PDF-1.7\n...'), 'PDF'],
    ['an OpenDocument file', openDocument(), '(.ods)'],
    ['a file of Numbers', numbersFile(), 'Apple Numbers'],
    ['a web page', '\ufeff \r\n<html xmlns:o="urn"><table><tr><td>itemCode</td></tr></table>', 'web sayfası'],
    ['a web page in UTF-16', Buffer.from('<!DOCTYPE html><table>', 'utf16le'), 'web sayfası'],
    ['XML of a spreadsheet', '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>', 'web sayfası'],
    [
      'neither workbook nor text',
      Buffer.from([...Array(600).keys()].map((at) => (at % 3 ? 0 : at))),
      'ne de',
    ],
  ])('that is %s is refused with a reason, and leaves no files', async (_, content, words) => {
    const answer = await run.send(content)
    expect(answer.status).toBe(400)
    expect(answer.body.code).toBe('import.unreadable')
    expect(answer.body.Message).toContain(words)
    expect((await run.post('GetImports', {})).data.total).toBe(0)
  })

  test.each<[string, (text: string) => string | Buffer]>([
    // More than one NUL would make it a binary file.
    ['a text', (text) => text.replace('_x0000_', '\0').replaceAll('_x0000_', '\u0007')],
    [
      'a workbook',
      (text) =>
        workbookOf(
          rowsOf(
            text
              .trim()
              .split('\n')
              .map((row) => row.split(';')),
          ),
        ),
    ],
  ])('with characters that no database stores is read without them: %s', async (_, fileOf) => {
    // The preview cuts within the last character; the workbook has half a character and NUL as codes.
    const long = `${'x'.repeat(79)}👗`
    const id = await run.upload(
      fileOf(
        lines(
          'itemCode;colorCode;itemDim1Code;priceCB;itemDescription;photos;No_x0000__xD800_te',
          `A1;01;S;90;${long};a_x0000_b.jpg;1`,
          'A1;01;M;90_x0000_;x_xD800_y;;2',
          'A_xD800__x0000_;01;S;90;x;;3',
        ),
      ),
    )
    await run.check(id)
    const { file, warnings, state } = await run.read(id)
    expect(state).toBe('checked')
    const note = String(file.columns.at(-1).heading)
    expect(note).toMatch(/^No.*te$/)
    expect(note.isWellFormed()).toBe(true)
    expect(warnings).toMatchObject([{ code: 'unknownColumn', value: note }])
    const bad = await run.changes(id, { state: 'bad' })
    expect(bad.join()).toMatch(/^row : 3 priceCB notANumber 90.?,row : 4 itemCode controlCharacter A/)
    expect(bad.join()).not.toContain('\0')
    await run.apply(id, { skipBad: true })
    expect(await run.variant('A1', 'S')).toMatchObject({ description: long, prices: ['CB 90', 'TF 9.5'] })
  })

  test('without a column of sizes, or with a repeated column, is refused', async () => {
    const id = await run.upload(list)
    expect(await shop.admin.post('/api/Shop/CheckImport', { id, targets: ['itemCode'] })).toMatchObject(
      refusal(400, 'import.columns'),
    )
    const twice = await shop.admin.post('/api/Shop/CheckImport', {
      id,
      targets: ['itemCode', 'itemCode', '', 'itemDim1Code'],
    })
    expect([twice.status, twice.body.fields]).toEqual([400, { 'targets.1': expect.any(String) }])
  })
})
type Column = { heading: string; target: string; foundBy: string }

const stockList = (rows: string[]) => lines('itemCode,colorCode,itemDim1Code,priceCB,inventory', ...rows)

describe('a dry run', () => {
  test('shows new, changed, unchanged and bad rows, and changes nothing', async () => {
    const before = await run.catalogue()
    const id = await run.checked(
      lines(
        'itemCode,colorCode,itemDim1Code,priceCB,inventory,brandName,categoryName,itemDescription',
        'A1,01,S,110,25,Ayla,Kadın > Elbise,Ürün A1',
        'A1,01,M,100,20,Ayla,Kadın > Elbise,Ürün A1',
        'A2,01,S,100,20,Yeni,Kadın > Elbise,Elbise A2',
        'N9,01,S,50,5,Yeni,Erkek > Yelek,Yelek',
        'N9,01,M,x,5,Yeni,Erkek > Yelek,Yelek',
      ),
    )
    expect(await run.catalogue()).toEqual(before)
    const read = await run.read(id)
    expect(read).toMatchObject({ state: 'checked', rows: 5, badCount: 1 })
    expect(read.counts).toMatchObject({
      products: { added: 1, changed: 1, unchanged: 1 },
      variants: { added: 1, changed: 1, unchanged: 2 },
      prices: { added: 1, changed: 1, unchanged: 2 },
      brandsAdded: 1,
      categoriesAdded: 1,
      fields: { priceCB: 1, inventory: 1, brandName: 1, itemDescription: 1 },
    })
    expect(await run.changes(id, { state: 'changed' })).toEqual([
      'variant A1 01 S: inventory 20→25, priceCB 100 TRY→110 TRY',
      'product A2 01: itemDescription Ürün A2→Elbise A2, brandName Ayla→Yeni',
    ])
    expect(await run.changes(id, { state: 'new' })).toEqual([
      'brand Yeni:',
      'category Erkek > Yelek:',
      'product N9 01: itemDescription –→Yelek, brandName –→Yeni, categoryName –→Erkek > Yelek',
      'variant N9 01 S: inventory –→5, priceCB –→50 TRY',
    ])
    expect(await run.changes(id, { state: 'unchanged' })).toEqual(['variant A1 01 M:', 'variant A2 01 S:'])
    expect(await run.changes(id, { state: 'bad' })).toEqual(['row : 6 priceCB notANumber x'])
    expect(await run.changes(id, { field: 'brandName' })).toHaveLength(1)
    expect(await run.changes(id, { search: 'n9 s' })).toHaveLength(1)
    const file = await shop.admin.as({ langCode: 'en' }).get('/api/Shop/GetImportBadRows', { id })
    expect(String(file.body)).toBe('\ufeffRow;Column;Reason;Value\r\n6;Price CB;This is not a number;x\r\n')
  })

  test('marks formulas in the file of bad rows', async () => {
    const id = await run.checked(lines('itemCode,itemDim1Code,inventory', 'A1,S,＝1+1', "A2,S,''=1"))
    const file = await shop.admin.as({ langCode: 'en' }).get('/api/Shop/GetImportBadRows', { id })
    expect(String(file.body).match(/;[^;]*\r\n/g)).toEqual([';Value\r\n', ";'＝1+1\r\n", ";''=1\r\n"])
  })

  test('applies default brand, category and currency', async () => {
    const id = await run.upload(
      lines('itemCode,itemDim1Code,itemDescription,price', 'A1,S,,9', 'N1,S,Etek,8'),
    )
    await run.check(id, {
      brandName: 'Hepsi',
      categoryName: 'Kadın > Etek',
      priceGroup: 'TF',
      currencyCode: 'USD',
    })
    expect(await run.changes(id, { state: 'new' })).toEqual([
      'brand Hepsi:',
      'category Kadın > Etek:',
      'product N1: itemDescription –→Etek, brandName –→Hepsi, categoryName –→Kadın > Etek',
      'variant N1 S: inventory –→0, priceTF –→8 USD',
    ])
    // Without a colour it is another product, without a name.
    expect(await run.changes(id, { state: 'bad' })).toEqual(['row : 2 itemDescription requiredForNew A1'])
  })
})

describe('applying', () => {
  test('does what was shown, as one logged change, and undoing restores everything', async () => {
    const before = await run.catalogue()
    const id = await run.checked(
      lines(
        'itemCode,colorCode,itemDim1Code,priceCB,inventory,brandName,categoryName,itemDescription,barcode,attribute01',
        'A1,01,S,110,25,Ayla,Kadın > Elbise,Ürün A1,555,-',
        'A2,01,S,,20,Yeni,Kadın > Elbise,Elbise A2,,Kış',
        'N9,01,S,50,5,Yeni,Erkek > Yelek,Yelek,777,Yaz',
      ),
    )
    await run.apply(id)
    expect(await run.read(id)).toMatchObject({
      state: 'applied',
      appliedBy: 'admin',
      can: { apply: false, undo: true, check: false, discard: false },
    })
    expect(await run.variant('A1', 'S')).toMatchObject({
      inventory: 25,
      barcode: '555',
      prices: ['CB 110', 'TF 9.5'],
    })
    expect(await run.variant('A2', 'S')).toMatchObject({ brand: 'Yeni', prices: ['TF 9.5'] })
    expect(await run.variant('N9', 'S')).toMatchObject({ inventory: 5, prices: ['CB 50'] })
    const log = await shop.admin.post('/api/Account/GetChanges', { subject: 'catalogue' })
    expect(log.body.data.items[0]).toMatchObject({
      action: 'imported',
      userName: 'admin',
      after: { rows: 3, variantsAdded: 1, productsChanged: 2 },
    })
    const version = await shop.catalogueVersion()
    await run.undo(id)
    expect(await run.catalogue()).toEqual(before)
    expect(await shop.catalogueVersion()).toBe(version + 1)
    const undone = await run.read(id)
    expect(undone).toMatchObject({
      state: 'undone',
      undoneBy: 'admin',
      undo: { kept: 0, removed: 4, deactivated: 0 },
    })
    const [change] = (await shop.admin.post('/api/Account/GetChanges', { subject: 'catalogue' })).body.data
      .items
    expect(change).toMatchObject({ action: 'importUndone', userName: 'admin' })
    const prices = await shop.admin.post('/api/Account/GetChanges', { subject: 'price' })
    expect(
      prices.body.data.items.map(({ subjectName, action }: Record<string, string>) => [subjectName, action]),
    ).toEqual([
      ['A1 01 S CB', 'changed'],
      ['A2 01 S CB', 'added'],
      ['A1 01 S CB', 'changed'],
      ['A2 01 S CB', 'deleted'],
    ])
  })

  test('refuses a file with bad rows unless they are skipped', async () => {
    const id = await run.checked(stockList(['A1,01,S,110,25', 'A1,01,M,x,1']))
    expect(await shop.admin.post('/api/Shop/ApplyImport', { id })).toMatchObject(
      refusal(409, 'import.badRows'),
    )
    await run.apply(id, { skipBad: true })
    expect(await run.variant('A1', 'S')).toMatchObject({ inventory: 25 })
    expect(await run.variant('A1', 'M')).toMatchObject({ inventory: 20 })
  })

  test('keeps stock that orders took since the check, before and after applying', async () => {
    const id = await run.checked(stockList(['A1,01,S,100,50', 'A1,01,M,100,20', 'A2,01,S,100,1']))
    // The first changed, the second unchanged, the third scarce.
    await shop.place({ lines: { 'A1 S': 3, 'A1 M': 4, 'A2 S': 5 } })
    await run.apply(id)
    const read = await run.read(id)
    expect(read).toMatchObject({ state: 'applied', counts: { stockMoved: 3 } })
    expect(await shop.inventory('A1 S')).toBe(47)
    expect(await shop.inventory('A1 M')).toBe(16)
    // The file said one, and the order takes five: none is left.
    expect(await shop.inventory('A2 S')).toBe(0)
    await shop.place({ lines: { 'A1 S': 2 } })
    await run.undo(id)
    expect(await shop.inventory('A1 S')).toBe(15)
    expect(await shop.inventory('A1 M')).toBe(16)
    expect(await run.read(id)).toMatchObject({ state: 'undone', undo: { kept: 0 } })
  })

  test('of a file without stock never changes stock, nor does undoing it', async () => {
    const id = await run.checked(lines('itemCode,colorCode,itemDim1Code,priceCB', 'A1,01,S,110'))
    expect(await run.changes(id, {})).toEqual(['variant A1 01 S: priceCB 100 TRY→110 TRY'])
    await shop.place({ lines: { 'A1 S': 3 } })
    await run.apply(id)
    expect(await run.read(id)).toMatchObject({ state: 'applied', counts: { stockMoved: 0 } })
    expect(await shop.inventory('A1 S')).toBe(17)
    await run.undo(id)
    expect(await shop.inventory('A1 S')).toBe(17)
  })

  test('refuses if somebody changed the catalogue since the check, and shows the differences', async () => {
    const id = await run.checked(stockList(['A1,01,S,110,20', 'A2,01,S,110,20']))
    await shop.update(
      `prices set amount_minor = 7700 where price_group = 'CB' and variant_id = $2`,
      shop.id('A1 S'),
    )
    await run.apply(id)
    const read = await run.read(id)
    expect(read).toMatchObject({ state: 'checked', counts: { differing: 1 }, can: { apply: true } })
    expect(await run.changes(id, { note: 'differs' })).toEqual(['variant A1 01 S: priceCB 77 TRY→110 TRY'])
    expect(await run.variant('A2', 'S')).toMatchObject({ prices: ['CB 100', 'TF 9.5'] })
    await run.apply(id)
    expect(await run.read(id)).toMatchObject({ state: 'applied' })
    expect(await run.variant('A1', 'S')).toMatchObject({ prices: ['CB 110', 'TF 9.5'] })
  })

  test('treats stock edited by hand as a change, not as an order', async () => {
    const id = await run.checked(stockList(['A1,01,S,100,30']))
    await shop.update('variants set inventory = 11, updated_at = now() where id = $2', shop.id('A1 S'))
    await run.apply(id)
    expect(await run.read(id)).toMatchObject({ state: 'checked', counts: { differing: 1 } })
    expect(await run.changes(id, { note: 'differs' })).toEqual(['variant A1 01 S: inventory 11→30'])
  })
})

describe('undoing', () => {
  test('keeps fields changed since, and shows their current values', async () => {
    const id = await run.checked(stockList(['A1,01,S,110,25', 'A1,01,M,120,26', 'B1,01,S,130,20']))
    await run.apply(id)
    const small = shop.id('A1 S')
    await shop.update(`prices set amount_minor = 9900 where price_group = 'CB' and variant_id = $2`, small)
    await run.undo(id)
    expect(await run.read(id)).toMatchObject({ undo: { restored: 2, kept: 1, removed: 0, deactivated: 0 } })
    expect(await run.variant('A1', 'S')).toMatchObject({ inventory: 20, prices: ['CB 99', 'TF 9.5'] })
    expect(await run.variant('A1', 'M')).toMatchObject({ inventory: 20, prices: ['CB 100', 'TF 9.5'] })
    const kept = await run.post('GetImportChanges', { id, note: 'kept' })
    expect(kept.data.items).toMatchObject([
      { itemCode: 'A1', size: 'S', kept: [{ name: 'priceCB', now: { amount: 99, currency: 'TRY' } }] },
    ])
  })

  test('deactivates what was ordered, keeps what was edited, and removes the rest', async () => {
    const header = 'itemCode,colorCode,itemDim1Code,priceCB,inventory,brandName,categoryName,itemDescription'
    const id = await run.checked(
      lines(
        header,
        'N1,01,S,50,5,Nova,Yeni > Bir,Yelek',
        'N1,01,M,50,5,Nova,Yeni > Bir,Yelek',
        'N2,01,S,50,5,Nova,Yeni > Bir,Hırka',
        'N3,01,S,50,5,Orta,Yeni > İki,Şal',
      ),
    )
    await run.apply(id)
    await shop.place({ lines: { 'N1 S': [1, 50] } })
    await shop.update(`variants set barcode = '4711', updated_at = now() where id = $2`, shop.id('N2 S'))
    await run.undo(id)
    expect(
      await shop.query(`select p.item_code, v.size, v.is_active, p.is_active as product from variants v
      join products p on p.tenant_id = $1 and p.id = v.product_id
      where v.tenant_id = $1 and p.item_code like 'N%' order by 1, 2`),
    ).toEqual([
      { item_code: 'N1', size: 'S', is_active: false, product: false },
      { item_code: 'N2', size: 'S', is_active: true, product: true },
    ])
    expect(await run.read(id)).toMatchObject({
      undo: { kept: 2 + 3, deactivated: 2, removed: 5, restored: 0 },
    })
    expect(await shop.query(`select name from brands where tenant_id = $1 order by 1`)).toEqual([
      { name: 'Ayla' },
      { name: 'Bora' },
      { name: 'Nova' },
    ])
    expect(
      await shop.query(
        `select full_name from categories where tenant_id = $1 and full_name like 'Yeni%' order by 1`,
      ),
    ).toEqual([{ full_name: 'Yeni' }, { full_name: 'Yeni > Bir' }])
  })

  test('of an older import works for values that have not changed since', async () => {
    const first = await run.checked(stockList(['A1,01,S,110,20', 'A1,01,M,110,20']))
    await run.apply(first)
    const second = await run.checked(stockList(['A1,01,S,120,20']))
    await run.apply(second)
    await run.undo(first)
    expect(await run.variant('A1', 'S')).toMatchObject({ prices: ['CB 120', 'TF 9.5'] })
    expect(await run.variant('A1', 'M')).toMatchObject({ prices: ['CB 100', 'TF 9.5'] })
    await run.undo(second)
    // Back to what the second import found.
    expect(await run.variant('A1', 'S')).toMatchObject({ prices: ['CB 110', 'TF 9.5'] })
    expect((await shop.admin.post('/api/Shop/UndoImport', { id: first })).body.code).toBe('import.wrongState')
  })

  test('swaps barcodes back, but takes none from a new owner', async () => {
    const codes = (rows: string[]) => lines('itemCode,colorCode,itemDim1Code,barcode', ...rows)
    await run.apply(await run.checked(codes(['A1,01,S,1', 'A1,01,M,2', 'A2,01,S,3'])))
    const swap = await run.checked(codes(['A1,01,S,2', 'A1,01,M,1', 'A2,01,S,4']))
    await run.apply(swap)
    await shop.update(`variants set barcode = '3' where id = $2`, shop.id('A2 M'))
    await run.undo(swap)
    expect(await run.variant('A1', 'S')).toMatchObject({ barcode: '1' })
    expect(await run.variant('A1', 'M')).toMatchObject({ barcode: '2' })
    expect(await run.variant('A2', 'S')).toMatchObject({ barcode: '4' })
    expect(await run.variant('A2', 'M')).toMatchObject({ barcode: '3' })
    expect(await run.read(swap)).toMatchObject({ undo: { kept: 1, restored: 2 } })
  })
})

describe('work', () => {
  test('runs one at a time; after a killed process it counts as failed and can be restarted', async () => {
    const before = await run.catalogue()
    const id = await run.checked(stockList(['A1,01,S,110,25']))
    const other = await run.upload(list)
    await shop.update(`change_sets set state = 'applying', phase = 'applying' where id = $2`, id)
    // As after a killed process: a started job whose lock expired.
    await shop.query(
      `insert into jobs (tenant_id, kind, due_at, holder, held_until, attempts)
       values ($1, 'imports', now(), gen_random_uuid(), now() + interval '1 minute', 1)
       on conflict (tenant_id, kind) do update
         set due_at = excluded.due_at, holder = excluded.holder, held_until = excluded.held_until, attempts = 1`,
    )
    app.jobs.wake(shop.tenantId, 'imports')
    expect(await run.read(id)).toMatchObject({ state: 'applying', can: { apply: false, discard: true } })
    const { file } = await run.read(other)
    const targets = file.columns.map(({ target }: Column) => target)
    expect(await shop.admin.post('/api/Shop/CheckImport', { id: other, targets })).toMatchObject(
      refusal(409, 'import.running'),
    )
    await shop.update(`jobs set held_until = now() where kind = 'imports'`)
    app.jobs.wake(shop.tenantId, 'imports')
    await expect
      .poll(() => run.read(id))
      .toMatchObject({
        state: 'failed',
        problem: { step: 'applying', code: 'stopped' },
        can: { apply: true, check: true },
      })
    await run.check(other)
    expect(await run.catalogue()).toEqual(before)
    await run.apply(id)
    expect(await run.variant('A1', 'S')).toMatchObject({ inventory: 25 })
  })

  test('fails with a reason if the database is full, and can be restarted', async () => {
    const id = await run.checked(stockList(['A1,01,S,110,25']))
    const full = Object.assign(new Error('No space left on device'), { code: '53100' })
    vi.spyOn(app.database, 'bulkInTenant').mockRejectedValueOnce(full)
    await run.post('ApplyImport', { id, skipBad: false })
    await expect
      .poll(() => run.read(id))
      .toMatchObject({
        state: 'failed',
        problem: { step: 'applying', code: 'storageFull' },
        can: { apply: true },
      })
    await run.apply(id)
    expect(await run.variant('A1', 'S')).toMatchObject({ inventory: 25 })
  })

  test('by a superseded worker changes nothing', async () => {
    const before = await run.catalogue()
    const id = await run.checked(stockList(['A1,01,S,110,25']))
    await shop.update(`change_sets set state = 'applying', attempt = 9 where id = $2`, id)
    const actor = { userId: null, name: 'late', address: '' }
    const folder = await testFolder()
    const job = { tenantId: shop.tenantId, runId: id, attempt: 8, step: 'applying' as const, actor }
    const work = {
      ...job,
      folder,
      objects: app.photos.objects,
      database: app.database,
      signal: AbortSignal.timeout(60_000),
      progress: () => {},
    }
    await expect(applyRun(work)).rejects.toThrow(Superseded)
    await run.quiet()
    expect(await run.catalogue()).toEqual(before)
    expect(await run.read(id)).toMatchObject({ state: 'applying' })
  })

  test('that is discarded leaves nothing behind', async () => {
    const id = await run.checked(stockList(['A1,01,S,110,25']))
    expect((await shop.admin.post('/api/Shop/DiscardImport', { id })).status).toBe(200)
    expect((await shop.admin.get('/api/Shop/GetImport', { id })).status).toBe(404)
    expect(
      await shop.query('select * from catalogue_changes where tenant_id = $1 and set_id = $2', id),
    ).toEqual([])
    expect((await shop.admin.post('/api/Shop/ApplyImport', { id })).body.code).toBe('import.wrongState')
  })

  test('on an unknown import is not found', async () => {
    const id = randomUUIDv7()
    for (const [path, body] of [
      ['CheckImport', { id, targets: [] }],
      ['ApplyImport', { id }],
      ['UndoImport', { id }],
      ['DiscardImport', { id }],
      ['GetImportChanges', { id }],
      ['RereadImport', { id }],
    ] as const)
      expect((await shop.admin.post(`/api/Shop/${path}`, body)).status).toBe(404)
  })
})
