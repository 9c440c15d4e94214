import { describe, expect, test } from 'vitest'
import writeExcelFile from 'write-excel-file/node'
import { lockFiles } from '#server/tableFiles/fileImport.ts'
import { authGroups } from '#shared/pages.ts'
import { dataOf } from '#test/app.ts'
import { tellBalance, tellDocument } from '#test/balances.ts'
import { upload } from '#test/upload.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'
import { waitingForLocks } from '#test/waitingForLocks.ts'
import { numbersFile, openDocument } from '#test/workbooks.ts'

const app = useApp()
const shop = shopPerTest(app)

type Options = {
  kind?: 'balances' | 'documents'
  apply?: boolean
  skipBad?: boolean
  columns?: string[]
  language?: string
}

async function send(
  content: string | Buffer,
  { kind = 'balances', apply = false, skipBad = false, columns, language = 'en' }: Options = {},
) {
  const client = shop.admin.as({ langCode: language })
  const fields = {
    kind,
    apply: String(apply),
    ...(skipBad ? { confirmed: '["skipBad"]' } : {}),
    ...(columns ? { columns: JSON.stringify(columns) } : {}),
  }
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  return (await upload(client, '/api/Account/PostBalances', bytes, 'told.csv', fields)) as {
    status: number
    // oxlint-disable-next-line typescript/no-explicit-any -- tests look at answers freely
    body: any
  }
}
const creditOf = async (currAccCode: string) =>
  (await dataOf(shop.admin.get('/api/Shop/GetCredit', { currAccCode }))).credit
const applied = expect.any(String)
const documents = () =>
  shop.query<{ code: string; amount: number }>(
    `select a.code, d.kind, d.number, d.issued_on::text as issued, d.due_on::text as due, d.amount::float8 as amount,
            d.open_amount::float8 as open, d.currency_code as currency
     from account_documents d join accounts a on a.tenant_id = $1 and a.id = d.account_id
     where d.tenant_id = $1 order by a.code, d.issued_on, d.number`,
  )

test('balances are tried, then applied, and replace those of the last file', async () => {
  const file = 'Cari kodu;Para birimi;Bakiye;Vadesi geçmiş\n120.01;TL;1.234,50;100\n120.02;;-20,00;\n'
  const tried = await send(file)
  expect(tried.body.data).toEqual({
    sheets: [],
    sheet: 0,
    columns: [
      { heading: 'Cari kodu', samples: ['120.01', '120.02'], field: 'currAccCode' },
      { heading: 'Para birimi', samples: ['TL'], field: 'currencyCode' },
      { heading: 'Bakiye', samples: ['1.234,50', '-20,00'], field: 'balance' },
      { heading: 'Vadesi geçmiş', samples: ['100'], field: 'overdue' },
    ],
    missing: [],
    undecided: [],
    isRemembered: false,
    canApply: true,
    isApplied: false,
    questions: [],
    rows: 2,
    customers: 2,
    forgotten: 0,
    problems: [],
    problemCount: 0,
    warnings: [],
    sums: [{ currency: 'TRY', before: 0, after: 1214.5 }],
    changes: [
      {
        currAccCode: '120.01',
        currAccDescription: 'Dealer 120.01',
        currency: 'TRY',
        before: 0,
        after: 1234.5,
      },
      { currAccCode: '120.02', currAccDescription: 'Dealer 120.02', currency: 'TRY', before: 0, after: -20 },
    ],
  })
  expect((await creditOf('120.01')).asOf).toBeUndefined()
  expect((await send(file, { apply: true })).body.data).toMatchObject({ customers: 2, id: applied })
  expect(await creditOf('120.01')).toMatchObject({ balance: 1234.5, overdue: 100 })
  expect(await creditOf('120.02')).toMatchObject({ balance: -20 })
  expect(Date.now() - Date.parse((await creditOf('120.02')).asOf)).toBeLessThan(60_000)
  await tellBalance(shop, '120.03', { balance: 5 })
  const next = 'Account code,Balance,As of\n120.01,7.00,02/03/2026 14:05\n'
  expect((await send(next)).body.data).toMatchObject({ customers: 1, forgotten: 1 })
  await send(next, { apply: true })
  expect(await creditOf('120.01')).toMatchObject({ balance: 7, overdue: 0, asOf: '2026-03-02T11:05:00.000Z' })
  expect((await creditOf('120.02')).asOf).toBeUndefined()
  // What the ERP has told stays.
  expect(await creditOf('120.03')).toMatchObject({ balance: 5 })
})

test('a day means its end, and a time that is still to come means now', async () => {
  await send('Account code,Balance,As of\n120.01,7,2026-03-02\n120.02,8,2099-01-01\n', { apply: true })
  expect((await creditOf('120.01')).asOf).toBe('2026-03-02T20:59:59.000Z')
  expect(Date.parse((await creditOf('120.02')).asOf)).toBeLessThanOrEqual(Date.now())
  const forever = await send('Account code,Balance,As of\n120.01,9,9999-12-31\n', { apply: true })
  expect(forever.body.data).toMatchObject({ id: applied })
  const never = await send('Account code,Balance,As of\n120.01,9,0000-01-01\n')
  expect(never.body.data.problems).toMatchObject([{ line: 2, field: 'asOf', value: '0000-01-01' }])
  const issued = await send('Account code,Date,Amount\n120.01,0000-01-01,9\n', { kind: 'documents' })
  expect(issued.body.data.problems).toMatchObject([{ line: 2, field: 'issuedOn' }])
})

test('problems are listed by row in the reader’s language, and nothing is applied', async () => {
  await send('Customer code,Balance\n120.01,1\n', { apply: true })
  const file =
    'Customer code,Balance,Currency,As of,Colour\n120.01,1.234,,,\nnone,5,,,\n120.02,,,,\n120.03,5,lira,31.02.2026,\n,5,,,\n120.01,5,TRY,,\n120.01,6,,,\n'
  const { body } = await send(file, { apply: true })
  expect(body.data).toMatchObject({ rows: 7, problemCount: 7 })
  expect(body.data.id).toBeUndefined()
  expect(body.data.warnings).toEqual(['Colour: unknown column, skipped'])
  const badCells = body.data.problems.map(
    ({ line, field = '', value }: { line: number; field?: string; value: string }) => [line, field, value],
  )
  expect(badCells).toEqual([
    [2, 'balance', '1.234'],
    [3, 'currAccCode', 'none'],
    [4, '', ''],
    [5, 'currencyCode', 'lira'],
    [5, 'asOf', '31.02.2026'],
    [6, 'currAccCode', ''],
    [8, 'currencyCode', 'TRY'],
  ])
  expect(body.data.problems[3].text).toBe('A currency has three letters, such as TRY')
  const turkish = await send(file, { language: 'tr' })
  expect(turkish.body.data.problems[1].text).toBe('Bu kodda müşteri yok')
  expect(await creditOf('120.01')).toMatchObject({ balance: 1 })
})

test('rows that only add up others are left out, as programs write them', async () => {
  const names = ['TOPLAM', 'Genel Toplam:', 'Total', 'Итого', 'Totale', 'Total général', 'الإجمالي']
  const totals = names.map((name, index) => (index % 2 === 0 ? `${name};;5` : `;${name};5`)).join('\n')
  // A customer may be called so.
  const file = `CARI_KODU;CARI_ADI;BAKIYE\n120.01;Total;5\n${totals}\n`
  const { body } = await send(file, { apply: true })
  expect(body.data).toMatchObject({ rows: 1, customers: 1, problems: [], id: applied })
  expect(body.data.warnings[0]).toBe('Totals were left out: rows 3, 4, 5, 6, 7, 8, 9')
  expect(await creditOf('120.01')).toMatchObject({ balance: 5 })
})

test('a letter behind an amount tells debit from credit', async () => {
  const file = 'Cari kodu;Bakiye\n120.01;1.234,50 (B)\n120.02;1.234,50 (A)\n120.03;500,00 B\n'
  expect((await send(file)).body.data.changes).toMatchObject([
    { currAccCode: '120.01', after: 1234.5 },
    { currAccCode: '120.02', after: -1234.5 },
    { currAccCode: '120.03', after: 500 },
  ])
  const { body } = await send('Customer code,Balance\n120.01,5 CR\n120.02,5 X\n')
  expect(body.data.changes).toMatchObject([{ currAccCode: '120.01', after: -5 }])
  expect(body.data.problems).toMatchObject([{ line: 3, field: 'balance', value: '5 X' }])
})

test('a file can be applied without its bad rows, whose customers keep what they had', async () => {
  const first = 'Customer code,Currency,Balance\n120.01,TRY,1\n120.02,TRY,2\n120.02,USD,3\n120.03,TRY,4\n'
  await shop.admin.post('/api/Shop/SaveRates', { currency: 'TRY', rates: [{ currency: 'USD', rate: 40 }] })
  expect((await send(first, { apply: true })).body.data).toMatchObject({ id: applied })
  const next = 'Customer code,Currency,Balance\n120.01,TRY,10\n120.02,TRY,20\n120.02,USD,x\nnone,TRY,5\n'
  expect((await send(next, { apply: true })).body.data.id).toBeUndefined()
  expect(await creditOf('120.01')).toMatchObject({ balance: 1 })
  const { body } = await send(next, { apply: true, skipBad: true })
  expect(body.data).toMatchObject({
    customers: 1,
    forgotten: 1,
    problemCount: 2,
    sums: [{ currency: 'TRY', before: 5, after: 10 }],
    changes: [
      { currAccCode: '120.01', before: 1, after: 10 },
      { currAccCode: '120.03', before: 4, after: 0 },
    ],
    id: applied,
  })
  const stored = await shop.query(
    `select a.code, b.currency_code as currency, b.balance::float8 as balance
     from account_balances b join accounts a on a.tenant_id = $1 and a.id = b.account_id
     where b.tenant_id = $1 order by 1, 2`,
  )
  expect(stored).toEqual([
    { code: '120.01', currency: 'TRY', balance: 10 },
    { code: '120.02', currency: 'TRY', balance: 2 },
    { code: '120.02', currency: 'USD', balance: 3 },
  ])
  const bad = await send('Customer code,Balance\nnone,5\n', { apply: true, skipBad: true })
  expect(bad.body.data).toMatchObject({ canApply: false })
  expect(bad.body.data.id).toBeUndefined()
  const documentsFile = (amounts: string[]) =>
    `Customer code,Date,Amount\n${amounts.map((amount, index) => `120.0${index + 1},2026-02-01,${amount}\n`).join('')}`
  await send(documentsFile(['1', '2', '3']), { kind: 'documents', apply: true })
  await send(documentsFile(['10', 'x']), { kind: 'documents', apply: true, skipBad: true })
  expect(await documents()).toMatchObject([
    { code: '120.01', amount: 10 },
    { code: '120.02', amount: 2 },
  ])
})

test('currencies that do not exist, or have no rate, are refused by row', async () => {
  await shop.update(`accounts set currency_code = 'EUR' where code = '120.02'`)
  const file = 'Customer code,Currency,Balance\n120.01,ABC,1\n120.01,USD,2\n120.02,EUR,3\n120.03,EUR,4\n'
  const { body } = await send(file)
  expect(body.data.problems).toEqual([
    { line: 2, field: 'currencyCode', value: 'ABC', text: 'There is no such currency' },
    { line: 3, field: 'currencyCode', value: 'USD', text: expect.stringContaining('No exchange rate') },
    { line: 5, field: 'currencyCode', value: 'EUR', text: expect.stringContaining('No exchange rate') },
  ])
  const rates = ['USD', 'EUR'].map((currency) => ({ currency, rate: 40 }))
  await shop.admin.post('/api/Shop/SaveRates', { currency: 'TRY', rates })
  expect((await send(file)).body.data.problems).toMatchObject([{ line: 2 }])
})

test('documents replace those of the last file, of a workbook too', async () => {
  await tellDocument(shop, '120.03', { key: 'erp', amount: 9 })
  const sheet = [
    ['Cari kodu', 'Evrak türü', 'Belge no', 'Tarih', 'Vade', 'Borç', 'Alacak', 'Kalan'],
    [
      '120.01',
      'Fatura',
      'F1',
      new Date('2026-01-05T00:00:00Z'),
      new Date('2026-02-05T00:00:00Z'),
      1200.5,
      null,
      200.5,
    ],
    ['120.01', 'Tahsilat', 'T1', '07.01.2026', null, null, 1000, null],
    ['120.02', 'Senet', 'S1', '2026-01-08', '2026-06-30', null, 300, 300],
    ['120.02', '', '', '2026-01-09', null, 50, null, null],
  ]
  const cellOf = (value: string | number | Date | null) =>
    value instanceof Date ? { value, format: 'dd.mm.yyyy' } : value === null ? null : { value }
  const book = () => writeExcelFile(sheet.map((row) => row.map(cellOf))).toBuffer()
  const tried = await send(await book(), { kind: 'documents' })
  expect(tried.body.data).toMatchObject({ rows: 4, customers: 2, problemCount: 0 })
  await send(await book(), { kind: 'documents', apply: true })
  const [erp] = (await documents()).slice(-1)
  expect(await documents()).toEqual([
    {
      code: '120.01',
      kind: 'invoice',
      number: 'F1',
      issued: '2026-01-05',
      due: '2026-02-05',
      amount: 1200.5,
      open: 200.5,
      currency: 'TRY',
    },
    {
      code: '120.01',
      kind: 'payment',
      number: 'T1',
      issued: '2026-01-07',
      due: null,
      amount: -1000,
      open: 0,
      currency: 'TRY',
    },
    {
      code: '120.02',
      kind: 'note',
      number: 'S1',
      issued: '2026-01-08',
      due: '2026-06-30',
      amount: -300,
      open: 300,
      currency: 'TRY',
    },
    {
      code: '120.02',
      kind: 'invoice',
      number: '',
      issued: '2026-01-09',
      due: null,
      amount: 50,
      open: 0,
      currency: 'TRY',
    },
    erp,
  ])
  expect(erp).toMatchObject({ code: '120.03', number: 'erp' })
  const next =
    'Customer code,Date,Amount,Document type\n120.02,2026-02-01,5-,payment\n120.02,2026-02-01,x,Unknown\n'
  expect((await send(next, { kind: 'documents' })).body.data.problems).toMatchObject([
    { line: 3, field: 'amount' },
    { line: 3, field: 'kind', text: 'This type of document is not known' },
  ])
  await send(next.replace(/120.02,2026-02-01,x.*\n/, ''), { kind: 'documents', apply: true })
  expect((await documents()).map((row) => Object.values(row).slice(0, 2))).toEqual([
    ['120.02', 'payment'],
    ['120.03', 'invoice'],
  ])
})

test('what is no table is refused', async () => {
  expect((await send('%PDF-1.4')).body.code).toBe('import.unreadable')
  expect((await send(openDocument())).body.Message).toContain('(.ods)')
  expect((await send(numbersFile())).body.Message).toContain('Apple Numbers')
})

test('an amount with an unquoted comma is refused, not cut', async () => {
  const { body } = await send('Account code,Balance\n120.01,1,234.50\n120.02,50\n', { apply: true })
  expect(body.data).toMatchObject({
    problems: [{ line: 2, text: 'The row has more or fewer cells than there are headings', value: '' }],
  })
  expect(body.data.id).toBeUndefined()
})

test('columns that are not known are chosen, and remembered for the next file with these headings', async () => {
  const file = 'Hesap;Adı;Tutar\n120.01;Ayla;5,00\n120.02;Kuzey;7,00\n'
  const tried = await send(file, { apply: true })
  expect(tried.body.data).toMatchObject({
    missing: ['currAccCode', 'balance'],
    rows: 0,
    canApply: false,
    columns: [
      { heading: 'Hesap', samples: ['120.01', '120.02'], field: '' },
      { heading: 'Adı', field: '' },
      { heading: 'Tutar', field: '' },
    ],
  })
  expect(tried.body.data.id).toBeUndefined()
  const columns = ['currAccCode', '', 'balance']
  const chosen = await send(file, { columns })
  expect(chosen.body.data).toMatchObject({ missing: [], customers: 2, canApply: true, warnings: [] })
  // A trial is not remembered.
  expect((await send(file)).body.data).toMatchObject({ missing: ['currAccCode', 'balance'] })
  const { id } = (await send(file, { columns, apply: true })).body.data
  expect(await creditOf('120.01')).toMatchObject({ balance: 5 })
  const next = await send(file.replace('5,00', '6,00'), { apply: true })
  expect(next.body.data).toMatchObject({
    id: applied,
    customers: 2,
    isRemembered: true,
    warnings: ['Adı: unknown column, skipped'],
  })
  expect(await creditOf('120.01')).toMatchObject({ balance: 6 })
  // Other headings, or another kind of file, are not read so.
  expect((await send(file.replace('Adı', 'Ad'))).body.data).toMatchObject({
    missing: ['currAccCode', 'balance'],
  })
  expect((await send(file, { kind: 'documents' })).body.data.missing).toContain('currAccCode')
  // What was undone is not followed.
  await undo(next.body.data.id)
  expect((await undo(id)).body.code).toBe('import.replaced')
  await shop.query(
    'update file_imports set undone_at = now(), undone_by_name = $2 where tenant_id = $1',
    'admin',
  )
  expect((await send(file)).body.data).toMatchObject({ missing: ['currAccCode', 'balance'] })
})

test('columns that are sent as the headings say are not remembered, with a heading twice either', async () => {
  const file = 'Customer code,Balance,Balance\n120.01,5,6\n'
  await send(file, { columns: ['currAccCode', 'balance', ''], apply: true })
  expect((await send(file)).body.data).toMatchObject({ isRemembered: false, customers: 1 })
  expect(await creditOf('120.01')).toMatchObject({ balance: 5 })
})

test('columns that are chosen wrongly are said, and change nothing', async () => {
  const file = 'Hesap;Tutar\n120.01;5\n'
  for (const columns of [['currAccCode', 'colour'], ['balance', 'currAccCode'], []]) {
    const { status, body } = await send(file, { columns, apply: true })
    expect([status, body.data.id]).toEqual([200, undefined])
  }
  const notJson = { kind: 'balances', columns: 'currAccCode' }
  expect(
    (await upload(shop.admin, '/api/Account/PostBalances', Buffer.from(file), 'a.csv', notJson)).status,
  ).toBe(400)
})

const undo = (id: string, client = shop.admin) => client.post('/api/Shop/UndoFileImport', { id })
const imports = async (kind = 'balances') =>
  (await shop.admin.get('/api/Shop/GetFileImports', { kind })).body.data

test('undoing a file brings back what was told before, and the documents of who was not in it', async () => {
  await tellBalance(shop, '120.03', { balance: 5 })
  await send('Customer code,Balance\n120.01,1\n120.02,2\n', { apply: true })
  await send('Customer code,Date,Amount\n120.01,2026-02-01,1\n120.02,2026-02-01,2\n', {
    kind: 'documents',
    apply: true,
  })
  const before = await documents()
  const file = 'Customer code,Balance\n120.01,10\n120.03,30\n'
  const { id } = (await send(file, { apply: true })).body.data
  expect(await documents()).toHaveLength(1)
  const [first, second] = await imports()
  expect(first).toMatchObject({
    id,
    fileName: 'told.csv',
    createdBy: 'admin',
    canUndo: true,
    counts: { added: 0, changed: 2, removed: 1 },
  })
  // What an earlier file said, this one has replaced.
  expect(second).toMatchObject({ canUndo: false, counts: { added: 2, changed: 0, removed: 0 } })
  expect(await undo(second.id)).toMatchObject({ status: 409, body: { code: 'import.replaced' } })
  expect((await undo(id)).body.data).toEqual({ restored: 3, removed: 0, kept: 0 })
  expect(await creditOf('120.01')).toMatchObject({ balance: 1 })
  expect(await creditOf('120.02')).toMatchObject({ balance: 2 })
  expect(await creditOf('120.03')).toMatchObject({ balance: 5 })
  expect(await documents()).toEqual(before)
  expect(await shop.query('select source from account_balances where tenant_id = $1 order by 1')).toEqual([
    { source: 'erp' },
    { source: 'file' },
    { source: 'file' },
  ])
  expect((await imports())[0]).toMatchObject({
    canUndo: false,
    undoneAt: expect.any(String),
    undoneBy: 'admin',
  })
  expect((await undo(id)).status).toBe(409)
})

test('undoing leaves what was told since, and takes back what had not been there', async () => {
  const { id } = (await send('Customer code,Balance\n120.01,1\n120.02,2\n', { apply: true })).body.data
  await tellBalance(shop, '120.02', { balance: 9 })
  expect((await undo(id)).body.data).toEqual({ restored: 0, removed: 1, kept: 1 })
  expect((await creditOf('120.01')).asOf).toBeUndefined()
  expect(await creditOf('120.02')).toMatchObject({ balance: 9 })
  const first = 'Customer code,Date,Amount\n120.01,2026-02-01,1\n'
  await send(first, { kind: 'documents', apply: true })
  const firstDocuments = await documents()
  const sent = await send('Customer code,Date,Amount\n120.02,2026-02-01,2\n', {
    kind: 'documents',
    apply: true,
  })
  expect((await undo(sent.body.data.id)).body.data).toEqual({ restored: 1, removed: 1, kept: 0 })
  expect(await documents()).toEqual(firstDocuments)
})

test('a file of a page that somebody may not open is out of their reach', async () => {
  const { id } = (await send('Customer code,Balance\n120.01,1\n', { apply: true })).body.data
  await shop.update(
    `users set auths = $2 where username = 'agent'`,
    JSON.stringify([{ groupName: 'office', number: authGroups.office.prices }]),
  )
  const { agent } = shop
  expect((await agent.get('/api/Shop/GetFileImports', { kind: 'priceRules' })).status).toBe(200)
  expect((await agent.get('/api/Shop/GetFileImports', { kind: 'balances' })).body.code).toBe(
    'permission.denied',
  )
  expect((await undo(id, agent)).body.code).toBe('permission.denied')
  expect(await creditOf('120.01')).toMatchObject({ balance: 1 })
})

test('a file that changes nothing leaves the one before it to be undone', async () => {
  for (const [kind, file] of [
    ['balances', 'Customer code,Balance,As of\n120.01,1,2026-03-02\n'],
    ['documents', 'Customer code,Date,Amount\n120.01,2026-02-01,1\n'],
  ] as const) {
    const { id } = (await send(file, { kind, apply: true })).body.data
    const again = (await send(file, { kind, apply: true })).body.data
    expect([again.isApplied, again.id]).toEqual([true, undefined])
    expect(await imports(kind)).toMatchObject([{ id, canUndo: true }])
    expect((await undo(id)).body.data).toEqual({ restored: 0, removed: 1, kept: 0 })
  }
})

describe('documents of a customer whom a file of balances forgot', () => {
  const both = 'Customer code,Balance\n120.01,1\n120.02,2\n'
  const first = 'Customer code,Balance\n120.01,1\n'
  const documentOf = (code: string, amount: number) =>
    send(`Customer code,Date,Amount\n${code},2026-02-01,${amount}\n`, { kind: 'documents', apply: true })
  const amountsByCode = async () => (await documents()).map((row) => [row.code, row.amount])

  test.each(['120.02', '120.01'])('stay away where a later file of documents names %s', async (code) => {
    await send(both, { apply: true })
    await documentOf('120.02', 1)
    const { id } = (await send(first, { apply: true })).body.data
    await documentOf(code, 7)
    expect((await undo(id)).body.data).toEqual({ restored: 2, removed: 0, kept: 0 })
    expect(await amountsByCode()).toEqual([[code, 7]])
  })

  test('stay away where their own file was undone meanwhile', async () => {
    await send(both, { apply: true })
    const wrong = (await documentOf('120.02', 99_999)).body.data.id
    const { id } = (await send(first, { apply: true })).body.data
    expect((await undo(wrong)).body.data).toEqual({ restored: 0, removed: 0, kept: 1 })
    await undo(id)
    expect(await creditOf('120.02')).toMatchObject({ balance: 2 })
    expect(await amountsByCode()).toEqual([])
  })

  test('are not those of the ERP', async () => {
    await send(both, { apply: true })
    await tellDocument(shop, '120.02', { key: 'erp', amount: 9 })
    const { id } = (await send(first, { apply: true })).body.data
    await shop.query(`delete from account_documents where tenant_id = $1 and key = 'erp'`)
    await undo(id)
    expect(await amountsByCode()).toEqual([])
  })
})

test('a file forgets what was put back while it was read', async () => {
  await send('Customer code,Balance\n120.02,2\n', { apply: true })
  await shop.query(`update account_balances set told_at = now() + interval '1 minute' where tenant_id = $1`)
  await send('Customer code,Balance\n120.01,1\n', { apply: true })
  expect((await creditOf('120.02')).asOf).toBeUndefined()
})

test('undoing waits for a file that is being applied', async () => {
  const { id } = (await send('Customer code,Balance\n120.01,1\n', { apply: true })).body.data
  const waiting = await app.database.inTenant(shop.tenantId, 'write', async (tx) => {
    await tx.query(lockFiles)
    const answer = undo(id)
    await expect.poll(() => waitingForLocks(app)).toBe(1)
    return { answer }
  })
  expect((await waiting.answer).body.data).toEqual({ restored: 0, removed: 1, kept: 0 })
})
