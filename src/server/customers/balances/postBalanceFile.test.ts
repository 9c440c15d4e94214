import { expect, test } from 'vitest'
import writeExcelFile from 'write-excel-file/node'
import { dataOf } from '#test/app.ts'
import { tellBalance, tellDocument } from '#test/balances.ts'
import { upload } from '#test/upload.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'
import { numbersFile, openDocument } from '#test/workbooks.ts'

const app = useApp()
const shop = shopPerTest(app)

type Options = { kind?: 'balances' | 'documents'; apply?: boolean; skipBad?: boolean; language?: string }

async function send(
  content: string | Buffer,
  { kind = 'balances', apply = false, skipBad = false, language = 'en' }: Options = {},
) {
  const client = shop.admin.as({ langCode: language })
  const fields = { kind, apply: String(apply), skipBad: String(skipBad) }
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  return (await upload(client, '/api/Account/PostBalances', bytes, 'told.csv', fields)) as {
    status: number
    // oxlint-disable-next-line typescript/no-explicit-any -- tests look at answers freely
    body: any
  }
}
const creditOf = async (currAccCode: string) =>
  (await dataOf(shop.admin.get('/api/Shop/GetCredit', { currAccCode }))).credit
const documents = () =>
  shop.query(
    `select a.code, d.kind, d.number, d.issued_on::text as issued, d.due_on::text as due, d.amount::float8 as amount,
            d.open_amount::float8 as open, d.currency_code as currency
     from account_documents d join accounts a on a.tenant_id = $1 and a.id = d.account_id
     where d.tenant_id = $1 order by a.code, d.issued_on, d.number`,
  )

test('balances are tried, then applied, and replace those of the last file', async () => {
  const file = 'Cari kodu;Para birimi;Bakiye;Vadesi geçmiş\n120.01;TL;1.234,50;100\n120.02;;-20,00;\n'
  const tried = await send(file)
  expect(tried.body.data).toEqual({
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
    isApplied: false,
  })
  expect((await creditOf('120.01')).asOf).toBeUndefined()
  expect((await send(file, { apply: true })).body.data).toMatchObject({ customers: 2, isApplied: true })
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
  expect(forever.body.data).toMatchObject({ isApplied: true })
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
  expect(body.data).toMatchObject({ rows: 7, problemCount: 7, isApplied: false })
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
  expect(body.data).toMatchObject({ rows: 1, customers: 1, problems: [], isApplied: true })
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
  expect((await send(first, { apply: true })).body.data).toMatchObject({ isApplied: true })
  const next = 'Customer code,Currency,Balance\n120.01,TRY,10\n120.02,TRY,20\n120.02,USD,x\nnone,TRY,5\n'
  expect((await send(next, { apply: true })).body.data).toMatchObject({ isApplied: false })
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
    isApplied: true,
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
  expect(bad.body.data).toMatchObject({ isApplied: false })
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

test('a file without the needed columns is refused with their names', async () => {
  expect((await send('Code;Sum\n1;2\n')).body).toMatchObject({ code: 'import.unreadable' })
  expect((await send('Customer code;Date\n1;2\n', { kind: 'documents' })).body.Message).toContain('Amount')
  expect((await send('%PDF-1.4')).body.code).toBe('import.unreadable')
  expect((await send(openDocument())).body.Message).toContain('(.ods)')
  expect((await send(numbersFile())).body.Message).toContain('Apple Numbers')
})

test('an amount with an unquoted comma is refused, not cut', async () => {
  const { body } = await send('Account code,Balance\n120.01,1,234.50\n120.02,50\n', { apply: true })
  expect(body.data).toMatchObject({
    problems: [{ line: 2, text: 'The row has more or fewer cells than there are headings', value: '' }],
    isApplied: false,
  })
})
