import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dateOf } from '#server/erp/tryton/encoding.ts'
import { openTryton } from '#server/erp/tryton/tryton.ts'
import { addDays, dayOf } from '#shared/clock.ts'
import { expectFailure, type Patient, type PullKind, patient, pullAll } from './connectors.ts'
import { documentOf, lineOf, records } from './documents.ts'
import { hasTryton, startTrytond, type Trytond } from './trytond.ts'

const timeZone = 'Europe/Istanbul'
let tryton: Trytond
let connector: Patient

const few = {
  products: [...records.products.slice(0, 20), ...records.products.slice(-3)],
  parties: records.parties,
}
const codes = few.products.map(({ code }) => code)

const pull = <Kind extends PullKind>(kind: Kind, cursor?: string, afterPage?: () => unknown) =>
  pullAll(connector, kind, cursor, afterPage)

async function change(model: string, condition: unknown[], values: Record<string, unknown>): Promise<void> {
  const ids = await tryton.call(`model.${model}.search`, [condition], 0, null, null)
  await tryton.call(`model.${model}.write`, ids, values)
}

const renameProduct = (code: string, name: string) =>
  change('product.template', ['products.code', '=', code], { name })

describe.skipIf(!hasTryton)('reading from Tryton', () => {
  beforeAll(async () => {
    tryton = await startTrytond({ records: few })
    const priceLists = [{ priceGroup: 'TF', priceList: 'Toptan' }]
    const access = {
      settings: { ...tryton.settings, priceLists },
      secret: tryton.password,
      timeZone,
      mainLanguage: 'tr' as const,
    }
    connector = patient(openTryton(access, { pageSize: 8, overlapMs: 0 }))
  }, 900_000)

  afterAll(async () => {
    await connector?.close()
    await tryton?.stop()
  })

  test('products come in pages, then only changed ones', async () => {
    const all = await pull('products')
    expect(all.pages).toBe(3)
    expect(all.rows.map(({ productCode }) => productCode)).toEqual(codes)
    expect(all.rows.filter(({ isActive }) => !isActive).map(({ productCode }) => productCode)).toEqual([
      'GONE',
      'INNER',
    ])
    expect(all.rows[0]).toEqual({ productCode: 'B0001', name: 'Gömlek 1', isActive: true })

    expect(await pull('products', all.cursor)).toEqual({ rows: [], cursor: all.cursor, pages: 1 })

    await renameProduct('B0007', 'Başka')
    const one = await pull('products', all.cursor)
    expect(one.rows).toEqual([{ productCode: 'B0007', name: 'Başka', isActive: true }])
    await change('product.product', ['code', '=', 'B0008'], { active: false })
    const gone = await pull('products', one.cursor)
    expect(gone.rows).toEqual([{ productCode: 'B0008', name: 'Gömlek 8', isActive: false }])
    expect((await pull('products', gone.cursor)).rows).toEqual([])
  })

  test('changes while reading come with the next pass', async () => {
    const all = await pull('products', '', () => renameProduct('B0002', 'Meanwhile'))
    expect(all.rows.find(({ productCode }) => productCode === 'B0002')?.name).not.toBe('Meanwhile')
    const next = await pull('products', all.cursor)
    expect(next.rows).toEqual([{ productCode: 'B0002', name: 'Meanwhile', isActive: true }])
  })

  test('a change committed late with an early time is found', async () => {
    const access = {
      settings: tryton.settings,
      secret: tryton.password,
      timeZone,
      mainLanguage: 'tr' as const,
    }
    const careful = patient(openTryton(access, { overlapMs: 60_000 }))
    const products = async (cursor: string) => careful.products?.(cursor)
    await renameProduct('B0001', 'First')
    const first = await products('')
    await renameProduct('B0003', 'Late')
    // As if its transaction began earlier and committed after our read.
    await tryton.query(
      `update product_template t set write_date = (select min(write_date) from product_template) - interval '30 s'
       from product_product p where p.template = t.id and p.code = 'B0003'`,
    )
    const next = await products(first?.cursor ?? '')
    expect(next?.rows).toContainEqual({ productCode: 'B0003', name: 'Late', isActive: true })
    await careful.close()
  })

  test('customers come with branches, also if only an address changed', async () => {
    const all = await pull('customers')
    expect(all.rows.map(({ code }) => code).toSorted()).toEqual(
      few.parties.map(({ code }) => code).toSorted(),
    )
    expect(all.rows.find(({ code }) => code === '120.01')).toEqual({
      code: '120.01',
      description: 'Mağaza 1',
      email: 'm1@example.test',
      phone: '',
      taxNumber: '',
      taxOffice: '',
      address: 'Laleli Cad. 5',
      city: 'Istanbul',
      country: '',
      currencyCode: '',
      isBlocked: false,
      branches: [{ code: 'SUBE-2', companyName: 'Mağaza 1', address: 'Ulus 7, Ankara' }],
    })
    expect(all.rows.filter(({ isBlocked }) => isBlocked).map(({ code }) => code)).toEqual(['120.03'])

    await change('party.address', ['party.code', '=', '120.02'], { city: 'Izmir' })
    const next = await pull('customers', all.cursor)
    expect(next.rows.map(({ code, city }) => [code, city])).toEqual([['120.02', 'Izmir']])
    expect((await pull('customers', next.cursor)).rows).toEqual([])
  })

  test('prices come in every currency by the price list, to the cent', async () => {
    const { rows, cursor } = await pull('prices')
    expect(cursor).toBe('')
    // 10.00 less 10 %, at rates of 1, 1.1 and 48.
    expect(rows.filter(({ productCode }) => productCode === 'B0001')).toEqual([
      { productCode: 'B0001', priceGroup: 'TF', currencyCode: 'EUR', amountMinor: 900 },
      { productCode: 'B0001', priceGroup: 'TF', currencyCode: 'USD', amountMinor: 990 },
      { productCode: 'B0001', priceGroup: 'TF', currencyCode: 'TRY', amountMinor: 43_200 },
    ])
    // 11.01 × 0.9 = 9.909; × 1.1 = 10.8999.
    const second = rows.filter(({ productCode }) => productCode === 'B0002')
    expect(second.map(({ amountMinor }) => amountMinor)).toEqual([991, 1090, 47_563])
    const priced = codes.filter((code) => !['B0008', 'GONE', 'INNER'].includes(code))
    expect(rows).toHaveLength(3 * priced.length)
  })

  test('stock is what is available less promised quantities, and comes again when it changes', async () => {
    const all = await pull('stock')
    expect(all.rows).toHaveLength(codes.length)
    expect(all.rows.find(({ productCode }) => productCode === 'B0004')).toEqual({
      productCode: 'B0004',
      available: 100,
    })
    expect((await pull('stock', all.cursor)).rows).toEqual([])

    await connector.push(documentOf([lineOf(4, { qty: 30 }), lineOf(5, { qty: 7 })]))
    const next = await pull('stock', all.cursor)
    expect(next.rows).toEqual([
      { productCode: 'B0004', available: 70 },
      { productCode: 'B0005', available: 93 },
    ])
    expect((await pull('stock', next.cursor)).rows).toEqual([])

    // Tryton's forecast ignores overdue moves.
    await tryton.query(
      `update stock_move set planned_date = planned_date - 7, write_date = clock_timestamp() at time zone 'utc'
       where state = 'draft'`,
    )
    const overdue = await pull('stock', next.cursor)
    expect(overdue.rows.map(({ available }) => available)).toEqual([70, 93])
  }, 60_000)

  describe('balances', () => {
    const find = async (model: string, condition: unknown[]) =>
      (await tryton.call(`model.${model}.search`, condition, 0, null, null)) as number[]
    const one = async (model: string, condition: unknown[]) => {
      const [id] = await find(model, condition)
      if (id === undefined) throw new Error(`No ${model} ${JSON.stringify(condition)}`)
      return id
    }
    const decimal = (amount: string) => ({ __class__: 'Decimal', decimal: amount })
    const dateIn = (days: number) => dateOf(addDays(dayOf(new Date(), timeZone), days))
    const dayIn = (days: number) => addDays(dayOf(new Date(), timeZone), days)
    type Line = { debit?: string; credit?: string; due?: number; second?: [code: string, amount: string] }

    /** Books on the receivable account, against revenue. Returns the receivable line. */
    async function book(
      code: string,
      days: number,
      { debit = '0', credit = '0', due, second }: Line,
    ): Promise<number> {
      const receivable = await one('account.account', [['type.receivable', '=', true]])
      const revenue = await one('account.account', [['type.revenue', '=', true]])
      const party = await one('party.party', [
        ['code', '=', code],
        ['active', 'in', [true, false]],
      ])
      const currency = second && {
        second_currency: await one('currency.currency', [['code', '=', second[0]]]),
        amount_second_currency: decimal(second[1]),
      }
      const maturity = due === undefined ? {} : { maturity_date: dateIn(due) }
      const amounts = { debit: decimal(debit), credit: decimal(credit) }
      const lines = [
        { account: receivable, party, ...amounts, ...currency, ...maturity },
        { account: revenue, debit: decimal(credit), credit: decimal(debit) },
      ]
      const date = dateIn(days)
      const [move] = (await tryton.call('model.account.move.create', [
        {
          journal: await one('account.journal', [['type', '=', 'revenue']]),
          period: await one('account.period', [
            ['start_date', '<=', date],
            ['end_date', '>=', date],
          ]),
          date,
          lines: [['create', lines]],
        },
      ])) as number[]
      await tryton.call('model.account.move.post', [move])
      return one('account.move.line', [
        ['move', '=', move],
        ['account', '=', receivable],
      ])
    }
    const owed = async (code: string) => (await pull('balances')).rows.find((row) => row.code === code)

    test('need the right to read the accounts', async () => {
      await expectFailure(
        pull('balances'),
        'rejected',
        expect.stringContaining('not allowed to access "Account Move Line"'),
      )
      const group = await one('res.group', [['name', '=', 'Account']])
      await change('res.user', ['login', '=', 'integration'], { groups: [['add', [group]]] })
    })

    test('are the open receivables by currency, with documents and what is overdue', async () => {
      // The year's first days have no earlier period.
      const isEarly = dayIn(-20) < `${dayIn(0).slice(0, 4)}-01-01`
      const past = (days: number) => (isEarly ? 0 : days)
      const late = await book('120.01', past(-20), { debit: '100.50', due: -5 })
      const due = await book('120.01', past(-3), { debit: '40', due: 30 })
      const dollars = await book('120.01', past(-2), { debit: '90.91', due: -1, second: ['USD', '100'] })
      const partly = await book('120.01', past(-1), { credit: '30' })
      const settled = await book('120.01', past(-10), { debit: '12', due: 2 })
      const payment = await book('120.01', past(-9), { credit: '12' })
      await tryton.call('model.account.move.reconciliation.create', [
        { date: dateIn(0), lines: [['add', [settled, payment]]] },
      ])
      const row = await owed('120.01')
      expect(row?.balances).toHaveLength(2)
      expect(row?.balances).toContainEqual({
        currencyCode: 'EUR',
        balanceMinor: 110_50,
        overdueMinor: 70_50,
        openOrdersMinor: expect.any(Number),
      })
      expect(row?.balances).toContainEqual(
        expect.objectContaining({ currencyCode: 'USD', balanceMinor: 100_00, overdueMinor: 100_00 }),
      )
      const documents = new Map(row?.documents?.map((document) => [Number(document.key), document]))
      expect(documents.size).toBe(6)
      expect(documents.get(late)).toEqual({
        key: String(late),
        kind: 'other',
        number: expect.stringMatching(/\d/),
        issuedOn: dayIn(past(-20)),
        dueOn: dayIn(-5),
        currencyCode: 'EUR',
        amountMinor: 100_50,
        openMinor: 100_50,
        description: '',
      })
      expect(documents.get(due)).toMatchObject({ dueOn: dayIn(30), openMinor: 40_00 })
      expect(documents.get(dollars)).toMatchObject({ currencyCode: 'USD', amountMinor: 100_00 })
      expect(documents.get(partly)).toMatchObject({ kind: 'payment', amountMinor: -30_00, openMinor: -30_00 })
      expect(documents.get(settled)).toMatchObject({ amountMinor: 12_00, openMinor: 0 })
      expect(Date.now() - Date.parse(row?.asOf ?? '')).toBeLessThan(60_000)
      expect(await owed('120.02')).toMatchObject({ documents: [] })
      // As Tryton itself counts, in the company's currency.
      const [party] = (await tryton.call(
        'model.party.party.search_read',
        [['code', '=', '120.01']],
        0,
        1,
        null,
        ['receivable'],
      )) as { receivable: { decimal: string } }[]
      expect(Number(party?.receivable.decimal)).toBe(201.41)
    }, 60_000)

    test('have invoices by their number, and sales until they are invoiced', async () => {
      const [before] = (await owed('120.02'))?.balances ?? []
      expect(before).toBeUndefined()
      await connector.push(documentOf([lineOf(6, { qty: 2 })], { key: 'open', account: '120.02' }))
      expect((await owed('120.02'))?.balances).toEqual([
        { currencyCode: 'EUR', balanceMinor: 0, overdueMinor: 0, openOrdersMinor: expect.any(Number) },
      ])
      const open = (await owed('120.02'))?.balances[0]?.openOrdersMinor
      expect(open).toBeGreaterThan(0)
      const sale = await one('sale.sale', [['web_id', '=', 'open']])
      const state = await tryton.query<{ state: string }>('select state from sale_sale where id = $1', [sale])
      if (state[0]?.state === 'quotation') await tryton.call('model.sale.sale.confirm', [sale])
      await tryton.call('model.sale.sale.process', [sale])
      const invoice = await one('account.invoice', [['sales', '=', sale]])
      await change('account.invoice', ['id', '=', invoice], { invoice_date: dateIn(0) })
      await tryton.call('model.account.invoice.post', [invoice])
      const row = await owed('120.02')
      expect(row?.balances).toEqual([
        { currencyCode: 'EUR', balanceMinor: open, overdueMinor: 0, openOrdersMinor: 0 },
      ])
      expect(row?.documents).toMatchObject([
        { kind: 'invoice', number: expect.stringMatching(/\d/), amountMinor: open },
      ])
    }, 60_000)
  })

  test('an invalid cursor starts from the beginning', async () => {
    expect((await pull('products', 'nonsense')).rows).toHaveLength(codes.length)
  })
})
