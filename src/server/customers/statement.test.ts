import { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { addDays, dayOf } from '#shared/clock.ts'
import type { Statement } from '#shared/customers/statement.ts'
import { dataOf, refusal } from '#test/app.ts'
import { tellBalance, tellDocument } from '#test/balances.ts'
import { asSeen, seenLinesOf, textsOf } from '#test/pdfText.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'

const app = useApp()
const shop = shopPerTest(app)
const at = '/api/Account/GetStatement'
const today = dayOf(new Date(), 'Europe/Istanbul')
const inDays = (days: number) => addDays(today, days)

const statement = (input: Record<string, string> = {}, client = shop.dealer): Promise<Statement> =>
  dataOf(client.get(at, input))
const tellLira = (key: string, amount: number, more: object = {}) =>
  tellDocument(shop, '120.01', { key, amount, issuedOn: '2026-02-10', ...more })
const columns = ({ currencies }: Statement) =>
  currencies.map(({ currencyCode, opening, closing, rows }) => [
    currencyCode,
    opening,
    ...rows.map(({ number, amount, balance }) => `${number} ${amount} ${balance}`),
    closing,
  ])

/** TRY: before 100 (F0), February 250.10 − 60 = 290.10, later 40; told 350.10, so 20 are older than all. */
async function tellAll(): Promise<void> {
  await tellBalance(shop, '120.01', { balance: 350.1, asOf: new Date('2026-04-01T09:00:00Z') })
  await tellBalance(shop, '120.01', {
    balance: -30,
    currencyCode: 'EUR',
    asOf: new Date('2026-04-02T09:00:00Z'),
  })
  await tellLira('F0', 100, { issuedOn: '2026-01-31' })
  await tellLira('F2', 0.1, { issuedOn: '2026-02-28', dueOn: inDays(1), openAmount: 0.1 })
  await tellLira('F1', 250, { issuedOn: '2026-02-01', dueOn: inDays(-1), openAmount: 190 })
  await tellLira('T1', -60, { kind: 'payment' })
  await tellLira('F3', 40, { issuedOn: '2026-03-01' })
  await tellLira('E1', -30, { kind: 'cheque', currencyCode: 'EUR', dueOn: inDays(60), openAmount: 30 })
}

test('runs from the opening balance to the balance that was told, by currency', async () => {
  await tellAll()
  const period = { from: '2026-02-01', to: '2026-02-28' }
  const february = await statement(period)
  expect(columns(february)).toEqual([
    ['EUR', 0, 'E1 -30 -30', -30],
    ['TRY', 120, 'F1 250 370', 'T1 -60 310', 'F2 0.1 310.1', 310.1],
  ])
  expect(february).toMatchObject({
    currAccCode: '120.01',
    currAccDescription: 'Dealer 120.01',
    ...period,
    asOf: '2026-04-01T09:00:00.000Z',
    source: 'erp',
    isCut: false,
  })
  expect(columns(await statement({ from: '2026-01-01', to: '2026-12-31', currencyCode: 'TRY' }))).toEqual([
    ['TRY', 20, 'F0 100 120', 'F1 250 370', 'T1 -60 310', 'F2 0.1 310.1', 'F3 40 350.1', 350.1],
  ])
})

test('marks what is overdue, and lists cheques and notes by due date', async () => {
  await tellAll()
  await tellLira('S1', -20, { kind: 'note', dueOn: inDays(-3), openAmount: 20 })
  await tellLira('C9', -20, { kind: 'cheque', dueOn: inDays(-30), openAmount: 0 })
  await tellLira('C8', -20, { kind: 'cheque', dueOn: inDays(3), openAmount: 0 })
  const { currencies, papers } = await statement({ from: '2026-02-01', to: '2026-02-28' })
  const lira = currencies.find(({ currencyCode }) => currencyCode === 'TRY')
  expect(lira?.overdue).toBe(210)
  expect(lira?.rows.filter(({ isOverdue }) => isOverdue).map(({ number }) => number)).toEqual(['F1', 'S1'])
  expect(papers.map(({ number, isOverdue, currencyCode }) => [number, isOverdue, currencyCode])).toEqual([
    ['S1', true, 'TRY'],
    ['C8', false, 'TRY'],
    ['E1', false, 'EUR'],
  ])
})

test('without a balance, starts with nothing; by default has the last year', async () => {
  expect(await statement()).toMatchObject({ currencies: [], papers: [], from: inDays(-364), to: today })
  expect((await statement()).asOf).toBeUndefined()
  await tellLira('old', 5, { issuedOn: inDays(-400) })
  await tellLira('new', 7, { issuedOn: inDays(-30) })
  expect(columns(await statement())).toEqual([['TRY', 5, 'new 7 12', 12]])
})

test('is read by the dealer, their agent and the office only', async () => {
  await tellAll()
  const input = { currAccCode: '120.01' }
  for (const client of [shop.agent, shop.admin])
    expect((await statement(input, client)).currencies).toHaveLength(2)
  const paths = ['', 'Pdf', 'Excel'].map((kind) => `${at}${kind}`)
  for (const path of paths) {
    for (const [client, currAccCode] of [
      [shop.dealer, '120.02'],
      [shop.agent, '120.03'],
      [shop.admin, 'none'],
    ] as const)
      expect(await client.get(path, { currAccCode })).toMatchObject(refusal(404, 'notFound'))
    expect(await shop.admin.get(path, {})).toMatchObject(refusal(404, 'notFound'))
    expect((await shop.visitor.get(path, input)).status).toBe(401)
    expect((await shop.dealer.get(path, { from: '2026-02-02', to: '2026-02-01' })).status).toBe(400)
  }
})

test('is a PDF and a workbook in the reader’s language', async () => {
  await tellAll()
  const period = { from: '2026-02-01', to: '2026-02-28' }
  const pdf = await shop.dealer.as({ langCode: 'tr' }).get(`${at}Pdf`, period)
  expect([pdf.status, pdf.headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(decodeURIComponent(String(pdf.headers['content-disposition']))).toContain(
    'Cari hesap ekstresi 120.01',
  )
  const text = textsOf(pdf.body).join('\n')
  for (const part of [
    'Devreden bakiye',
    '₺120,00',
    'F1',
    '₺370,00',
    '₺310,10',
    '-€30,00',
    'Vadesi geçmiş: ₺190,00',
    'Çekler ve senetler',
  ])
    expect(text).toContain(part)
  const book = await shop.dealer.as({ langCode: 'en' }).get(`${at}Excel`, period)
  expect(book.status).toBe(200)
  const rows = await readSheet(book.body, 'TRY')
  expect(rows.slice(-5)).toEqual([
    ['Opening balance', null, null, null, null, null, 120, null],
    [expect.any(Date), 'Invoice', 'F1', expect.any(Date), 250, null, 370, 190],
    [expect.any(Date), 'Payment', 'T1', null, null, 60, 310, null],
    [expect.any(Date), 'Invoice', 'F2', expect.any(Date), 0.1, null, 310.1, 0.1],
    ['Closing balance', null, null, null, null, null, 310.1, null],
  ])
  expect((await readSheet(book.body, 'Cheques and notes')).at(-1)).toEqual([
    expect.any(Date),
    'Cheque',
    'E1',
    expect.any(Date),
    'EUR',
    30,
    30,
  ])
  const empty = await shop.agent.get(`${at}Excel`, { currAccCode: '120.02' })
  expect(empty.status).toBe(200)
})

test('has numbers from left to right within Arabic text', async () => {
  await shop.update(`accounts set description = 'متجر ١٢٣' where code = '120.01'`)
  await tellLira('F1', 1234.5, { description: 'رقم ٣٨٧' })
  const period = { from: '2026-02-01', to: '2026-02-28' }
  const { body } = await shop.dealer.as({ langCode: 'ar' }).get(`${at}Pdf`, period)
  const seen = seenLinesOf(body).join('\n')
  expect(seen).toContain(`١٢٣ ${asSeen('متجر')}`)
  expect(seen).toContain(`٣٨٧ ${asSeen('رقم')}`)
  expect(seen).toContain('₺1,234.50')
})

test('wraps long descriptions and names in its PDF', async () => {
  await shop.update(
    `accounts set description = $2 where code = '120.01'`,
    `${'Uzun Unvanlı '.repeat(7)}Şirket`,
  )
  const description = `${'Mal alım faturası açıklaması '.repeat(6)}son`
  for (let number = 1; number <= 60; number += 1) await tellLira(`F${number}`, 10, { description })
  await tellLira('C1', -20, { kind: 'cheque', dueOn: inDays(3), openAmount: 20, description })
  const period = { from: '2026-02-01', to: '2026-02-28' }
  const { body } = await shop.dealer.as({ langCode: 'tr' }).get(`${at}Pdf`, period)
  const lines = textsOf(body)
  expect(lines.filter((line) => line.includes('…') && !line.includes('Sayfa'))).toEqual([])
  expect(lines.filter((line) => /\bson\b/.test(line))).toHaveLength(62)
  expect(lines.join(' ')).toContain('Şirket · 120.01')
})
