import { randomUUIDv7 } from 'node:crypto'
import { readSheet } from 'read-excel-file/node'
import { beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#server/db/newId.ts'
import { lockFiles } from '#server/tableFiles/fileImport.ts'
import { savePriceRule } from '#shared/pricing/priceRules.ts'
import { languages } from '#shared/tenancy.ts'
import { refusal } from '#test/app.ts'
import { changesOf } from '#test/changes.ts'
import { tenPercent } from '#test/priceRule.ts'
import { upload } from '#test/upload.ts'
import { newShop, shopPerTest, useApp } from '#test/useShop.ts'
import { waitingForLocks } from '#test/waitingForLocks.ts'
import { numbersFile, openDocument, rowsOf, workbookOf } from '#test/workbooks.ts'
import { formatOf } from '#test/zip.ts'
import { priceRules } from './priceRuleTable.ts'

const app = useApp()
const shop = shopPerTest(app)

const save = async (fields: object = {}): Promise<string> => {
  const { status, body } = await shop.admin.post('/api/Price/SavePriceRule', { ...tenPercent, ...fields })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.data.id
}
// oxlint-disable-next-line typescript/no-explicit-any -- tests look at answers freely
const list = async (client = shop.admin): Promise<any[]> =>
  (await client.post('/api/Price/GetPriceRules', { limit: 200, sort: 'name' })).body.data.items
const stored = async () => (await list()).map(({ updatedAt: _at, ...rule }) => rule)

type Sent = { apply?: boolean; confirmed?: string[]; columns?: string[]; langCode?: string; name?: string }
const send = (
  content: string | Buffer,
  { apply = false, confirmed, columns, langCode = 'en', name = 'rules.csv' }: Sent = {},
) =>
  upload(shop.admin.as({ langCode }), '/api/Price/ImportPriceRules', Buffer.from(content), name, {
    apply: String(apply),
    ...(confirmed ? { confirmed: JSON.stringify(confirmed) } : {}),
    ...(columns ? { columns: JSON.stringify(columns) } : {}),
  })
// oxlint-disable-next-line typescript/no-explicit-any -- tests look at answers freely
const read = async (...given: Parameters<typeof send>): Promise<any> => {
  const { status, body } = await send(...given)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.data
}
const apply = (content: string | Buffer) => read(content, { apply: true })
const undo = (id: string, client = shop.admin) => client.post('/api/Shop/UndoFileImport', { id })
const imports = async (client = shop.admin) =>
  (await client.get('/api/Shop/GetFileImports', { kind: 'priceRules' })).body.data

const exported = async (langCode: string, format = 'csv') => {
  const { status, body } = await shop.admin.as({ langCode }).post('/api/Price/ExportPriceRules', { format })
  expect(status).toBe(200)
  return body as unknown as Buffer
}

/** What a file without anything to ask or correct answers. */
const clean = {
  sheets: expect.any(Array),
  sheet: 0,
  columns: expect.any(Array),
  missing: [],
  undecided: [],
  isRemembered: false,
  canApply: true,
  isApplied: false,
  problems: [],
  problemCount: 0,
  warnings: [],
  questions: [],
}
const counts = (added: number, changed: number, unchanged: number) => ({ added, changed, unchanged })

const heads = {
  name: 'Name',
  group: 'Price group',
  account: 'Customer code',
  accountName: 'Customer',
  brand: 'Brand',
  category: 'Category',
  item: 'Item code',
  itemName: 'Product name',
  color: 'Colour code',
  basis: 'Tiers',
  effect: 'What applies',
  tiers: 'Discount % or amount',
  currency: 'Currency',
  ends: 'Ends other rules',
  code: 'Campaign code',
  from: 'Valid from',
  until: 'Valid until (included)',
  isActive: 'The rule is on',
  id: 'Rule ID',
}
type Cells = Partial<Record<keyof typeof heads, string>>
/** A file with the columns that rows use; each row is 10 % for everybody unless it says otherwise. */
function fileOf(...rows: Cells[]): string {
  const all = rows.map((row) => ({ name: 'Sezon', effect: 'Percent off', tiers: '10', ...row }))
  const columns = (Object.keys(heads) as (keyof typeof heads)[]).filter((key) =>
    all.some((row) => key in row),
  )
  const lineOf = (cells: string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';')
  return [columns.map((key) => heads[key]), ...all.map((row: Cells) => columns.map((key) => row[key] ?? ''))]
    .map(lineOf)
    .join('\r\n')
}

/** One of every kind, with what is hard to write in a file. */
async function saveAllKinds(): Promise<void> {
  const { brands, categories } = (await shop.admin.get('/api/Shop/GetShopHome')).body.data
  const women = categories.find(({ categoryName }: { categoryName: string }) => categoryName === 'Kadın')
  await save({ name: '=Sezon; "yaz"  ve İndirim', tiers: [{ from: 0, percents: [20, 5, 2.25] }] })
  await save({ name: 'Grup', audience: 'priceGroup', priceGroup: 'CB', endsOthers: true })
  await save({
    name: 'Net',
    audience: 'account',
    currAccCode: '120.01',
    target: 'item',
    itemCode: 'A1',
    basis: 'itemPieces',
    effect: 'fixed',
    currencyCode: 'TRY',
    tiers: [
      { from: 50, amount: 1234.5 },
      { from: 1000, amount: 78 },
    ],
  })
  await save({ name: 'Renk', target: 'product', itemCode: 'A1', colorCode: '01', isActive: false })
  await save({
    name: 'Marka',
    target: 'brand',
    brandId: brands[0].brandId,
    basis: 'brandPieces',
    tiers: [
      { from: 10, percents: [3] },
      { from: 100, percents: [5, 2.5] },
    ],
    validFrom: '2026-03-01',
    validUntil: '2026-04-30',
  })
  await save({
    name: 'Kategori',
    target: 'category',
    categoryId: women.categoryId,
    effect: 'amountOff',
    currencyCode: 'EUR',
    tiers: [{ from: 0, amount: 2.05 }],
    code: 'BAHAR26',
  })
  await save({
    name: 'Büyük sipariş',
    basis: 'orderAmount',
    currencyCode: 'TRY',
    tiers: [{ from: 10_000.5, percents: [1] }],
  })
  await save()
  await save()
}

test('brands and categories of a rule are divided by a bar', async () => {
  const { brands } = (await shop.admin.get('/api/Shop/GetShopHome')).body.data
  const [first, second] = brands.map(({ brandName }: { brandName: string }) => brandName)
  const tried = await read(fileOf({ brand: `${first} | Nobody` }))
  expect(tried).toMatchObject({ problems: [{ line: 2 }], counts: counts(0, 0, 0) })
  await apply(fileOf({ brand: `${first}|${second}` }))
  expect(await list()).toMatchObject([
    { brandName: `${first} | ${second}`, brandId: brands[0].brandId, otherIds: [brands[1].brandId] },
  ])
  expect(await read(await exported('en'))).toMatchObject({ counts: counts(0, 0, 1), problemCount: 0 })
})

describe('an exported file', () => {
  test.each(languages)('imports again unchanged in %s', async (langCode) => {
    await saveAllKinds()
    for (const format of ['csv', 'xlsx']) {
      const result = await read(await exported(langCode, format), { apply: true, langCode: 'tr' })
      expect(result).toEqual({
        ...clean,
        counts: counts(0, 0, 9),
        rows: [],
        canApply: false,
      })
    }
    expect((await list()).every(({ version }) => version === 1)).toBe(true)
  })

  test('imports unchanged where what rules name is gone', async () => {
    await saveAllKinds()
    await shop.update(
      `price_rules set brand_id = gen_random_uuid(), name = e'Mar\\u0063\\u0327a' where target = 'brand'`,
    )
    await shop.update(`price_rules set category_id = gen_random_uuid() where target = 'category'`)
    await shop.update(`price_rules set item_code = 'gone' where target = 'item'`)
    await shop.update(`accounts set deleted_at = now() where code = '120.01'`)
    expect(await read(await exported('ru'))).toMatchObject({ counts: counts(0, 0, 9), problemCount: 0 })
  })

  test.each(languages)(
    'has numbers, days, and tiers that no spreadsheet changes, in %s',
    async (langCode) => {
      const days = { validFrom: '2026-03-01', validUntil: '2026-03-31' }
      await save({ name: 'A', tiers: [{ from: 0, percents: [12.5] }], ...days })
      await save({ name: 'B', effect: 'fixed', currencyCode: 'TRY', tiers: [{ from: 0, amount: 1019.9 }] })
      const id = await save({ name: 'C', basis: 'itemPieces', tiers: [{ from: 12, percents: [3] }] })
      await save({ name: 'D', tiers: [{ from: 0, percents: [0.5] }] })
      await save({ name: 'E', tiers: [{ from: 0, percents: [20, 5] }] })
      const book = await exported(langCode, 'xlsx')
      const rows = (await readSheet(book))
        .slice(1)
        .toSorted((one, other) => String(one[0]).localeCompare(String(other[0])))
      const point = ['en', 'ar'].includes(langCode) ? '.' : ','
      expect(rows.map((row) => row[11])).toEqual([12.5, 1019.9, '12+: 3', `0${point}5`, '20+5'])
      expect(rows[0]?.slice(15, 17)).toEqual([new Date('2026-03-01'), new Date('2026-03-31')])
      const order = (await readSheet(book)).map(([name]) => name)
      const cell = (column: string, name: string) => formatOf(book, `${column}${order.indexOf(name) + 1}`)
      expect(['A', 'B', 'C', 'D', 'E'].map((name) => cell('L', name))).toEqual(['0', '0', '49', '49', '49'])
      expect([cell('P', 'A'), cell('Q', 'A')]).toEqual(['14', '14'])
      const text = (await exported(langCode)).toString()
      // 12: 3 would be three minutes past twelve, 20: 3,50 too.
      expect(text.split(/[;,\r\n]/).filter((one) => /^"?\d+: ?\d+/.test(one))).toEqual([])
      for (const sent of [book, text])
        expect(await read(sent)).toMatchObject({ counts: counts(0, 0, 5), problems: [] })
      // As files said it before.
      const before = fileOf({ id, name: 'C', basis: 'By pieces of the item', tiers: '12: 3' })
      expect(await read(before)).toMatchObject({ counts: counts(0, 0, 1), problems: [] })
    },
  )

  test('without its ids finds the rules by what they are', async () => {
    await saveAllKinds()
    const [one, two] = (await list()).filter(({ name }) => name === 'Sezon')
    await shop.admin.post('/api/Price/DeletePriceRule', { id: two.id })
    const lines = (await exported('ar')).toString().split('\r\n').filter(Boolean)
    const text = lines.map((line) => line.replace(/,[^,]*$/, '')).join('\n')
    expect(await read(text)).toMatchObject({ counts: counts(0, 0, 8) })
    const changed = await apply(text.replace(/(\n[^\n]*Sezon,[^\n]*),10,/, '$1,15,'))
    expect(changed).toMatchObject({ counts: counts(0, 1, 7) })
    expect((await list()).find(({ id }) => id === one.id)).toMatchObject({
      tiers: [{ percents: [15] }],
      version: 2,
    })
  })

  test('as Excel writes it again is read: dates, numbers, another encoding', async () => {
    const id = await save({ validFrom: '2026-03-01', tiers: [{ from: 0, percents: [12.5] }] })
    const text = `Ad;Ne uygulanır;İndirim % veya tutar;Başlangıç günü;Kural kimliği\r\nSezon;Yüzde iskonto;%12,50;1.03.2026;${id}\r\n`
    const bytes = Buffer.from(text, 'latin1')
    for (const [letter, byte] of [
      ['İ', 0xdd],
      ['ş', 0xfe],
      ['ı', 0xfd],
      ['ğ', 0xf0],
    ] as const)
      for (const [at, one] of [...text].entries()) if (one === letter) bytes[at] = byte
    expect(await read(bytes)).toMatchObject({ counts: counts(0, 0, 1), problems: [] })
    const number =
      (value: string, style = '') =>
      (place: string) =>
        `<c r="${place}"${style}><v>${value}</v></c>`
    const sheet = (percent: string) =>
      workbookOf(
        rowsOf([
          ['Name', 'What applies', 'Discount % or amount', 'Valid from', 'Rule ID'],
          ['Sezon', 'Percent off', number(percent), number('46082', ' s="1"'), id],
        ]),
        { styles: '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>' },
      )
    expect(await read(sheet('12.5'))).toMatchObject({ counts: counts(0, 0, 1), problems: [] })
    expect((await read(sheet('0.15'))).problems).toEqual([
      { line: 2, field: 'tiers', text: expect.stringContaining('fraction'), value: '0.15' },
    ])
  })
})

describe('a changed file', () => {
  test('is tried without a trace, and applied with a log', async () => {
    const id = await save({ validUntil: '2026-04-30' })
    const before = await stored()
    const file = fileOf(
      { id, name: 'Sezon sonu', tiers: '20+5', until: '' },
      { name: 'Grup', group: 'Cb', tiers: '3', basis: '', until: '2026-12-31' },
    )
    const result = await read(file)
    expect(result).toEqual({
      ...clean,
      counts: counts(1, 1, 0),
      rows: [
        {
          line: 2,
          state: 'changed',
          name: 'Sezon sonu',
          audience: 'everybody',
          target: 'all',
          changes: [
            { field: 'name', before: 'Sezon', after: 'Sezon sonu' },
            { field: 'tiers', before: '10', after: '20+5' },
            { field: 'validUntil', before: '2026-04-30', after: '' },
          ],
        },
        {
          line: 3,
          state: 'added',
          name: 'Grup',
          audience: 'priceGroup',
          priceGroup: 'CB',
          target: 'all',
          changes: [
            { field: 'name', before: '', after: 'Grup' },
            { field: 'priceGroup', before: '', after: 'CB' },
            { field: 'tiers', before: '', after: '3' },
            { field: 'validUntil', before: '', after: '2026-12-31' },
          ],
        },
      ],
    })
    expect(await stored()).toEqual(before)
    expect(await changesOf(app, shop, 'priceRule')).toHaveLength(1)
    const version = () =>
      shop.query<{ pricing: string }>('select pricing from tenant_versions where tenant_id = $1')
    const [was] = await version()

    const applied = await apply(file)
    expect(applied).toEqual({ ...result, id: expect.any(String), isApplied: true })
    const [is] = await version()
    expect(Number(is?.pricing)).toBe(Number(was?.pricing) + 1)
    expect(await stored()).toMatchObject([
      {
        name: 'Grup',
        audience: 'priceGroup',
        priceGroup: 'CB',
        tiers: [{ from: 0, percents: [3] }],
        version: 1,
      },
      { id, name: 'Sezon sonu', tiers: [{ from: 0, percents: [20, 5] }], version: 2 },
    ])
    expect((await changesOf(app, shop, 'priceRule')).slice(1)).toMatchObject([
      {
        action: 'changed',
        subjectName: 'Sezon sonu',
        before: { tiers: [{ from: 0, percents: [10] }] },
        after: { tiers: [{ from: 0, percents: [20, 5] }] },
      },
      { action: 'added', subjectName: 'Grup', after: { audience: 'priceGroup', priceGroup: 'CB' } },
    ])
    expect(await imports()).toEqual([
      {
        id: applied.id,
        fileName: 'rules.csv',
        createdAt: expect.any(String),
        createdBy: 'admin',
        counts: { added: 1, changed: 1, removed: 0 },
        canUndo: true,
      },
    ])
    expect(await apply(file)).toMatchObject({ counts: counts(0, 0, 2) })
    expect(await imports()).toHaveLength(1)
  })

  test('leaves what it has no columns for', async () => {
    const fields = {
      target: 'item',
      itemCode: 'A1',
      code: 'X',
      endsOthers: true,
      isActive: false,
      basis: 'itemPieces',
      tiers: [{ from: 5, percents: [10] }],
    }
    const one = await save({ ...fields, audience: 'priceGroup', priceGroup: 'CB' })
    const other = await save({ ...fields, audience: 'account', currAccCode: '120.01' })
    const before = await stored()
    expect(await apply(fileOf({ id: one, tiers: '6: 10' }, { id: other, tiers: '6: 10' }))).toMatchObject({
      counts: counts(0, 2, 0),
    })
    expect(await stored()).toEqual(
      before.map((rule) => ({ ...rule, tiers: [{ from: 6, percents: [10] }], version: 2 })),
    )
  })

  test('is read in words of any language, with warnings for what looks mistyped', async () => {
    const text =
      'Nome;Cosa si applica;Sconto % o importo;Valuta;Gruppo prezzi\nNetto;prezzo NETTO;19,90;tl;ZZ\n'
    const result = await read(text, { langCode: 'it' })
    expect(result.rows[0].changes).toMatchObject([
      { field: 'name' },
      { field: 'priceGroup', after: 'ZZ' },
      { field: 'effect', after: 'Prezzo netto' },
      { field: 'tiers', after: '19,9' },
      { field: 'currencyCode', after: 'TRY' },
    ])
    expect(result.warnings).toEqual([expect.stringContaining('ZZ')])
  })
})

describe('a row that names a customer or an item', () => {
  beforeEach(() => shop.update(`accounts set description = 'İnci Giyim' where code = '120.02'`))
  const whom = async (...rows: Cells[]) => {
    const { rows: tried, problems } = await read(fileOf(...rows))
    return [tried, problems]
  }

  test('finds them by the name where the code is empty, however that is typed', async () => {
    await shop.update(`products set item_description = 'Kışlık  KABAN' where item_code = 'A2'`)
    const file = fileOf(
      { name: 'VIP', accountName: 'INCI GİYIM', account: '', itemName: 'kışlık kaban', item: '' },
      { name: 'By code', accountName: 'Somebody else', account: '120.01', item: 'A1', color: '01' },
      { name: 'Everybody', accountName: '', account: '' },
    )
    const result = await read(file)
    expect(result.problems).toEqual([])
    expect(result.rows).toMatchObject([
      {
        name: 'VIP',
        audience: 'account',
        currAccCode: '120.02',
        accountName: 'İnci Giyim',
        target: 'item',
        itemCode: 'A2',
        itemDescription: 'Kışlık  KABAN',
      },
      { currAccCode: '120.01', accountName: 'Dealer 120.01', target: 'product', colorDescription: 'Siyah' },
      { name: 'Everybody', audience: 'everybody', target: 'all' },
    ])
    expect((await apply(file)).counts).toEqual(counts(3, 0, 0))
    expect(await list()).toMatchObject([
      { name: 'By code', currAccCode: '120.01' },
      { name: 'Everybody', audience: 'everybody' },
      { name: 'VIP', currAccCode: '120.02', itemCode: 'A2' },
    ])
    expect((await apply(file)).counts).toEqual(counts(0, 0, 3))
    // Without the columns of codes, the names say it.
    const named = fileOf(
      { name: 'VIP', accountName: 'İnci Giyim', itemName: 'Kışlık KABAN', tiers: '40' },
      { name: 'Everybody', accountName: '', itemName: '' },
    )
    expect((await apply(named)).counts).toEqual(counts(0, 1, 1))
  })

  test('is refused where nobody or several have the name, and never is for everybody', async () => {
    expect(await whom({ accountName: 'Nobody', account: '' })).toEqual([
      [],
      [
        {
          line: 2,
          field: 'accountName',
          text: expect.stringContaining('Enter the customer code'),
          value: 'Nobody',
        },
      ],
    ])
    await shop.update(`accounts set description = 'inci giyim ' where code = '120.01'`)
    expect(await whom({ accountName: 'İNCİ GİYİM', account: '' })).toMatchObject([
      [],
      [{ field: 'accountName', text: expect.stringMatching(/120\.0[12], 120\.0[12]/) }],
    ])
    expect(await whom({ accountName: 'İnci Giyim' })).toMatchObject([[{ currAccCode: '120.02' }], []])
    await shop.update(`accounts set deleted_at = now() where code = '120.01'`)
    expect(await whom({ accountName: 'İNCİ GİYİM' })).toMatchObject([[{ currAccCode: '120.02' }], []])
    expect(await whom({ accountName: 'İnci Giyim', group: 'CB' })).toMatchObject([
      [],
      [{ field: 'accountName', text: expect.stringContaining('not for both') }],
    ])
    expect(await whom({ itemName: 'Unknown', item: '' })).toMatchObject([
      [],
      [{ field: 'itemDescription', text: expect.stringContaining('Enter the item code') }],
    ])
    await shop.update(`products set item_description = 'Kaban'`)
    expect(await whom({ itemName: 'Kaban' })).toMatchObject([
      [],
      [{ field: 'itemDescription', text: expect.stringContaining('A1, A2') }],
    ])
    expect(await whom({ itemName: 'Kaban', item: 'A1', brand: 'Ayla' })).toMatchObject([
      [],
      [{ field: 'itemCode', text: expect.stringContaining('for one thing only') }],
    ])
  })

  test('keeps its customer where only the code was emptied', async () => {
    const id = await save({ audience: 'account', currAccCode: '120.02', target: 'item', itemCode: 'A1' })
    await shop.update(`accounts set deleted_at = now() where code = '120.02'`)
    const lines = (await exported('en')).toString()
    expect(await read(lines.replace(',120.02,', ',,').replace(',A1,', ',,'))).toMatchObject({
      counts: counts(0, 0, 1),
      problems: [],
    })
    expect((await apply(fileOf({ id, tiers: '15', accountName: '' }))).counts).toEqual(counts(0, 1, 0))
    expect(await list()).toMatchObject([{ currAccCode: '120.02', itemCode: 'A1' }])
  })
})

describe('a problem', () => {
  test.each<[string, Cells, string, string]>([
    ['no name', { name: '' }, 'name', 'Required'],
    ['a long name', { name: 'x'.repeat(101) }, 'name', 'too long'],
    ['a group and a customer', { group: 'CB', account: '120.01' }, 'currAccCode', 'not for both'],
    ['an unknown customer', { account: '120.99' }, 'currAccCode', 'No such record'],
    ['an unknown brand', { brand: 'Nobody' }, 'brandName', 'No such record'],
    ['an unknown category', { category: 'Kadın > Nichts' }, 'categoryName', 'No such record'],
    ['an unknown item', { item: 'A9' }, 'itemCode', 'No such record'],
    ['an unknown colour', { item: 'A1', color: '99' }, 'colorCode', 'No such record'],
    ['a brand and an item', { brand: 'Ayla', item: 'A1' }, 'itemCode', 'for one thing only'],
    ['a brand and a category', { brand: 'Ayla', category: 'Kadın' }, 'categoryName', 'for one thing only'],
    ['a colour alone', { color: '01' }, 'colorCode', 'item code'],
    ['unknown tiers', { basis: 'Sometimes' }, 'basis', 'not known'],
    ['an unknown effect', { effect: 'Free' }, 'effect', 'not known'],
    ['no value', { tiers: '' }, 'tiers', 'Required'],
    ['no percents', { tiers: 'ten' }, 'tiers', 'Write 10 or'],
    ['more than 100 %', { tiers: '101' }, 'tiers', 'Write 10 or'],
    ['too many percents', { tiers: '1+1+1+1+1+1' }, 'tiers', 'At most 5'],
    ['a tier of a rule without tiers', { tiers: '5: 10' }, 'tiers', 'Write 10 or'],
    ['a time', { basis: 'By pieces of the item', tiers: '50:03:00' }, 'tiers', 'Write 10 or'],
    ['no start', { basis: 'By pieces of the item' }, 'tiers', 'Write 10 or'],
    ['half a piece', { basis: 'By pieces of the item', tiers: '1,5: 10' }, 'tiers', 'whole number'],
    [
      'falling tiers',
      { basis: 'By pieces of the item', tiers: '9: 1 | 8: 2' },
      'tiers',
      'more than the tier before',
    ],
    ['an unclear amount', { effect: 'Fixed price', tiers: '1.234', currency: 'TRY' }, 'tiers', 'thousands'],
    ['no currency', { effect: 'Fixed price', tiers: '5', currency: '' }, 'currencyCode', 'Required'],
    [
      'an unknown currency',
      { effect: 'Fixed price', tiers: '5', currency: 'Lira' },
      'currencyCode',
      'three letters',
    ],
    ['a word for yes', { ends: 'Perhaps' }, 'endsOthers', 'not known'],
    ['an unknown day', { from: 'soon' }, 'validFrom', '31/12/2026'],
    ['no such day', { from: '31.02.2026' }, 'validFrom', 'Not valid'],
    [
      'an end before the start',
      { from: '01.02.2026', until: '31.01.2026' },
      'validUntil',
      'Before the start',
    ],
    ['an unknown id', { id: randomUUIDv7() }, 'id', 'No rule has this ID'],
    ['a broken id', { id: '17' }, 'id', 'No rule has this ID'],
    ['an error of the spreadsheet', { name: '#N/A' }, 'name', 'could not calculate'],
  ])('%s is told at its cell, and nothing is written', async (_, cells, field, text) => {
    const id = await save()
    const before = await stored()
    const result = await read(fileOf({ name: 'Good', ...('id' in cells ? { id } : {}), tiers: '3' }, cells), {
      apply: true,
    })
    expect(result.problems).toEqual([
      { line: 3, field, text: expect.stringContaining(text), value: expect.any(String) },
    ])
    expect(result).not.toHaveProperty('id')
    expect(await stored()).toEqual(before)
    expect(await imports()).toEqual([])
  })

  test('two rows with one rule, by id or by what it is', async () => {
    const id = await save()
    const twice = { field: 'name', text: 'The same rule is already in row 2' }
    expect((await read(fileOf({ id }, { id, tiers: '5' }))).problems).toMatchObject([{ line: 3, ...twice }])
    expect((await read(fileOf({ id }, { id: '', tiers: '5' }))).problems).toMatchObject([
      { line: 3, ...twice },
    ])
    const [one, other] = [{ name: 'New' }, { name: 'NEW', tiers: '5' }]
    expect((await read(fileOf(one, other))).problems).toMatchObject([{ line: 3, ...twice }])
  })

  test('several rules that a row without an id may mean', async () => {
    await save()
    await save()
    expect(await read(fileOf({}))).toMatchObject({
      problems: [{ line: 2, field: 'id', text: 'Several rules match this row. Fill in the rule ID' }],
    })
  })

  test('cells beyond the headings', async () => {
    expect((await read(`${fileOf({})};x`)).problems).toEqual([
      { line: 2, text: expect.stringContaining('more or fewer cells'), value: '' },
    ])
  })

  test.each([
    ['tr', 'Böyle bir kayıt yok'],
    ['ar', 'لا يوجد سجل كهذا'],
  ])('is told in the reader’s language: %s', async (langCode, text) => {
    expect((await read(fileOf({ brand: 'Nobody' }), { langCode })).problems).toMatchObject([{ text }])
  })

  test('of the file is refused', async () => {
    const refused = refusal(400, 'import.unreadable')
    expect(await send('')).toMatchObject(refused)
    expect(await send('%PDF-1.7')).toMatchObject(refused)
    expect((await send(openDocument(), { name: 'rules.ods' })).body.Message).toContain('(.ods)')
    expect((await send(numbersFile())).body.Message).toContain('Apple Numbers')
    const many = fileOf(...Array.from({ length: 5001 }, (_, at) => ({ name: `R${at}` })))
    expect((await send(many)).body.Message).toContain('5000')
    const large = Buffer.alloc(4 * 1024 * 1024 + 1, 'x')
    expect(await send(large)).toMatchObject(refusal(413, 'request.tooLarge'))
    expect(await shop.admin.post('/api/Price/ImportPriceRules', {})).toMatchObject(
      refusal(400, 'request.invalid'),
    )
  })
})

describe('columns', () => {
  const file = 'Name;What applies;Discount % or amount;For whom\nVIP;Percent off;40;120.01\n'
  test('that are not known are asked about before a row is read', async () => {
    expect(await apply(file)).toEqual({
      ...clean,
      canApply: false,
      undecided: ['For whom'],
      counts: counts(0, 0, 0),
      rows: [],
    })
    const columns = ['name', 'effect', 'tiers', 'currAccCode']
    expect(await read(file, { columns })).toMatchObject({
      ...clean,
      rows: [{ name: 'VIP', audience: 'account', currAccCode: '120.01' }],
    })
    expect(await list()).toEqual([])
    // Leaving it out is an answer too.
    const leftOut = await read(file, { columns: ['name', 'effect', 'tiers', ''], apply: true })
    expect(leftOut).toMatchObject({ id: expect.any(String), rows: [{ audience: 'everybody' }] })
    expect(await list()).toMatchObject([{ name: 'VIP', audience: 'everybody' }])
    // It is asked again for the next file, which may say something there.
    expect(await apply(file)).toMatchObject({ undecided: ['For whom'], rows: [] })
    await undo(leftOut.id)
    const { id } = await read(file, { columns, apply: true })
    // What was chosen is remembered.
    expect(await read(file)).toMatchObject({ counts: counts(0, 0, 1), undecided: [], isRemembered: true })
    await undo(id)
    expect(await read(file)).toMatchObject({ undecided: ['For whom'], isRemembered: false })
  })

  test('that are needed are named', async () => {
    expect(await apply('Name;Price\nx;1\n')).toMatchObject({
      missing: ['effect', 'tiers'],
      undecided: ['Price'],
      canApply: false,
    })
  })
})

describe('a trial', () => {
  test('warns of rules for the same, in the file and before it', async () => {
    await save({ name: 'Stored' })
    const file = fileOf(
      { name: 'Again', tiers: '5' },
      { name: 'Group', group: 'CB' },
      { name: 'Group again', group: 'CB', from: '2026-01-01' },
      { name: 'Off', group: 'CB', isActive: 'No' },
    )
    expect((await read(file)).warnings).toEqual([
      expect.stringMatching(/^Row 2, Again: .* taken off.*: Stored$/),
      expect.stringMatching(/^Row 4, Group again: .* taken off.*: Group$/),
    ])
    expect(await apply(file)).toMatchObject({ counts: counts(4, 0, 0) })
    expect((await read(file)).warnings).toEqual([])
  })

  test('lists prices of less than half the list price, and applies them once that is confirmed', async () => {
    const net = { effect: 'Fixed price', currency: 'TRY', item: 'A1' }
    const file = fileOf(
      { name: 'Net', ...net, tiers: '1,05' },
      { name: 'Good', ...net, tiers: '90', group: 'CB' },
      { name: 'Lots', ...net, tiers: '1', item: '', brand: 'Ayla' },
    )
    const questions = [
      {
        name: 'belowHalf',
        title: 'Prices of less than half the list price',
        // The one that takes most off is first.
        details: ['Row 4, Lots: Ürün A1 · A1: ₺100.00 → ₺1.00', 'Row 2, Net: Ürün A1 · A1: ₺100.00 → ₺1.05'],
        answer: 'These prices are right',
      },
    ]
    expect((await read(file)).questions).toEqual(questions)
    const unconfirmed = await apply(file)
    expect([unconfirmed.id, unconfirmed.questions]).toEqual([undefined, questions])
    expect(await list()).toEqual([])
    const applied = await read(file, { apply: true, confirmed: ['belowHalf'] })
    expect([applied.id, applied.counts]).toEqual([expect.any(String), counts(3, 0, 0)])
    expect(await read(file)).toMatchObject({ counts: counts(0, 0, 3), questions: [] })
    // Undo brings back what was confirmed.
    const { id } = await apply(fileOf({ name: 'Net', ...net, tiers: '95' }))
    expect((await undo(id)).status).toBe(200)
    expect((await list()).find(({ name }) => name === 'Net')).toMatchObject({ tiers: [{ amount: 1.05 }] })
  })
})

describe('undo', () => {
  test('restores and removes, and keeps what somebody changed since', async () => {
    const [changed, touched] = [await save({ name: 'One' }), await save({ name: 'Two' })]
    const before = await stored()
    const { id } = await apply(
      fileOf(
        { id: changed, name: 'One', tiers: '1' },
        { id: touched, name: 'Two', tiers: '2' },
        { name: 'Three' },
        { name: 'Four' },
      ),
    )
    const four = (await list()).find(({ name }) => name === 'Four')
    await save({ id: touched, name: 'Two', tiers: [{ from: 0, percents: [99] }] })
    await save({ id: four.id, name: 'Four', isActive: false })
    const logged = (await changesOf(app, shop, 'priceRule')).length
    expect(await undo(id)).toMatchObject({
      status: 200,
      body: { data: { restored: 1, removed: 1, kept: 2 } },
    })
    expect(await stored()).toMatchObject([
      { id: four.id, isActive: false },
      { ...before[0], version: 3 },
      { id: touched, tiers: [{ percents: [99] }], version: 3 },
    ])
    expect((await changesOf(app, shop, 'priceRule')).slice(logged)).toMatchObject([
      {
        action: 'changed',
        subjectName: 'One',
        before: { tiers: [{ from: 0, percents: [1] }] },
        after: { tiers: [{ from: 0, percents: [10] }] },
      },
      { action: 'deleted', subjectName: 'Three' },
    ])
    expect(await imports()).toMatchObject([{ id, undoneAt: expect.any(String), undoneBy: 'admin' }])
    expect(await undo(id)).toMatchObject(refusal(409, 'change.undone'))
  })

  test('counts rules that were deleted since as kept', async () => {
    const { id } = await apply(fileOf({ name: 'Three' }))
    const [three] = await list()
    await shop.admin.post('/api/Price/DeletePriceRule', { id: three.id })
    expect((await undo(id)).body.data).toEqual({ restored: 0, removed: 0, kept: 1 })
  })

  test('leaves a rule that was corrected, deleted and brought back', async () => {
    const { id } = await apply(fileOf({ name: 'Three' }))
    const [three] = await list()
    await save({ id: three.id, name: 'Three', tiers: [{ from: 0, percents: [99] }] })
    await shop.admin.post('/api/Price/DeletePriceRule', { id: three.id })
    await shop.admin.post('/api/Price/RestorePriceRule', { id: three.id })
    expect((await undo(id)).body.data).toEqual({ restored: 0, removed: 0, kept: 1 })
    expect(await list()).toMatchObject([{ id: three.id, tiers: [{ percents: [99] }] }])
  })

  test('restores every kind of rule as it was', async () => {
    await saveAllKinds()
    const before = await stored()
    const lines = (await exported('en')).toString()
    const { id, counts: done } = await apply(lines.replaceAll(',No,', ',Yes,'))
    expect(done.changed).toBeGreaterThan(5)
    await undo(id)
    expect((await stored()).map((rule) => ({ ...rule, version: 1 }))).toEqual(before)
  })
})

describe('at once', () => {
  test('a second file of a wholesaler is refused until the first is done', async () => {
    const file = fileOf(...Array.from({ length: 2000 }, (_, at) => ({ name: `R${at}` })))
    const both = await Promise.all([send(file, { apply: true }), send(file, { apply: true })])
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 429])
    expect(both.find(({ status }) => status === 429)?.body).toMatchObject({
      code: 'import.reading',
      seconds: 5,
    })
    expect((await apply(file)).counts).toEqual(counts(0, 0, 2000))
  })

  test('an import waits for one of another server, and finds its rules', async () => {
    const given = savePriceRule.input.parse(tenPercent)
    const result = await app.database.inTenant(shop.tenantId, 'write', async (tx) => {
      await tx.query(lockFiles)
      const waiting = { answer: apply(fileOf({ name: given.name, tiers: '10' })) }
      await expect.poll(() => waitingForLocks(app)).toBe(1)
      await priceRules.write(tx, [priceRules.columnsOf(newId(), given, null)], new Date())
      return waiting
    })
    expect((await result.answer).counts).toEqual(counts(0, 0, 1))
    expect(await list()).toHaveLength(1)
  })

  test('5,000 rows', async () => {
    const file = fileOf(...Array.from({ length: 5000 }, (_, at) => ({ name: `Kural ${at}`, item: 'A1' })))
    const began = performance.now()
    const result = await apply(file)
    const appliedAt = performance.now()
    expect(result.counts).toEqual(counts(5000, 0, 0))
    expect(result.rows).toHaveLength(100)
    expect((await undo(result.id)).body.data).toEqual({ restored: 0, removed: 5000, kept: 0 })
    const undoneAt = performance.now()
    console.log(
      `applied in ${Math.round(appliedAt - began)} ms, undone in ${Math.round(undoneAt - appliedAt)} ms`,
    )
  }, 60_000)
})

test('rules and imports of another tenant are out of reach', async () => {
  const id = await save()
  const { id: importId } = await apply(fileOf({ id, tiers: '20' }))
  const { admin } = await newShop(app)
  const answer = await upload(
    admin.as({ langCode: 'en' }),
    '/api/Price/ImportPriceRules',
    Buffer.from(fileOf({ id, tiers: '50' })),
    'rules.csv',
    { apply: 'true' },
  )
  expect(answer.body.data).toMatchObject({
    problems: [{ field: 'id', text: expect.stringContaining('No rule') }],
  })
  expect(await imports(admin)).toEqual([])
  expect(await undo(importId, admin)).toMatchObject(refusal(404, 'notFound'))
  expect(await list(admin)).toEqual([])
  expect(await list()).toMatchObject([{ tiers: [{ percents: [20] }] }])
})

test('neither a file nor the form nor bringing one back makes more rules than a tenant may have', async () => {
  const deletedId = await save({ name: 'Deleted' })
  await shop.admin.post('/api/Price/DeletePriceRule', { id: deletedId })
  await shop.query(
    `insert into price_rules (tenant_id, id, name, target, basis, effect, tiers, ends_others, updated_at)
     select $1, gen_random_uuid(), 'R' || n, 'all', 'none', 'percent', '[{"from": 0, "percents": [1]}]', false, now()
     from generate_series(1, 19999) n`,
  )
  await save({ name: 'The last' })
  const refused = refusal(409, 'priceRule.tooMany')
  expect(await send(fileOf({ name: 'One more' }))).toMatchObject(refused)
  expect(await shop.admin.post('/api/Price/SavePriceRule', tenPercent)).toMatchObject(refused)
  expect(await shop.admin.post('/api/Price/RestorePriceRule', { id: deletedId })).toMatchObject(refused)
  const rules = await shop.query('select id from price_rules where tenant_id = $1')
  expect(rules).toHaveLength(20_000)
})
