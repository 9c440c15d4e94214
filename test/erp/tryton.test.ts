import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { minor } from '#shared/numbers/money.ts'
import { taxOf } from '#shared/pricing/tax.ts'
import { failure, listAll, type Patient } from './connectors.ts'
import { documentOf, lineOf } from './documents.ts'
import { type LinkedTryton, linkTryton } from './linkTryton.ts'
import { hasTryton, type Trytond } from './trytond.ts'
import type { TrytonProxy } from './trytonProxy.ts'

let linked: LinkedTryton
let tryton: Trytond
let proxy: TrytonProxy
let connector: Patient

const classOf = async (promise: Promise<unknown>) => (await failure(promise)).errorClass

describe.skipIf(!hasTryton)('Tryton', () => {
  beforeAll(async () => {
    linked = await linkTryton()
    ;({ tryton, proxy, connector } = linked)
  }, 900_000)

  afterEach(() => {
    proxy.action = () => 'pass'
    proxy.calls.length = 0
  })

  afterAll(() => linked?.stop())

  test('reports its version and web shops', async () => {
    expect(await connector.health()).toMatch(
      /^Tryton 6\.0\.\d+: Wholesale EUR, Wholesale USD, Wholesale TRY$/,
    )
  })

  test('an unknown name in the settings is a set-up error', async () => {
    expect(await failure(linked.open({ warehouse: 'Nowhere' }).health())).toMatchObject({
      errorClass: 'auth',
      message: expect.stringContaining('"Nowhere"'),
    })
  })

  test('a wrong password is tried once for all calls', async () => {
    const attempts = () =>
      tryton
        .query(`select 1 from res_user_login_attempt where login = 'visitor'`)
        .then(({ length }) => length)
    for (let time = 0; time < 3; time += 1) {
      expect(await classOf(linked.open({ username: 'visitor' }, 'wrong').health())).toBe('auth')
    }
    expect(await attempts()).toBe(1)
    // This user may sign in but not see sales.
    expect(await failure(linked.open({ username: 'visitor' }).health())).toMatchObject({
      errorClass: 'auth',
      message: expect.stringContaining('does not allow this user to work'),
    })
  })

  test('a locked user is a sign-in error', async () => {
    await tryton.query(
      `insert into res_user_login_attempt (login, ip_address, ip_network, create_date, create_uid)
       select 'locked', '', '', now(), 0 from generate_series(1, 6)`,
    )
    expect(await failure(linked.open({ username: 'locked' }, 'any').health())).toMatchObject({
      errorClass: 'auth',
      message: 'Tryton locked this login after too many attempts',
    })
  })

  test('takes an order of pieces and lots at our prices, with its own taxes', async () => {
    const lot = {
      productCode: 'B0001-L12',
      size: '',
      lotCode: 'L12',
      piecesPerLot: 12,
      unitPrice: 239.99,
    }
    const branch = { code: 'SUBE-2', companyName: 'Mağaza 1 Ankara', address: 'Ulus 7' }
    const document = documentOf([lineOf(1), lineOf(5), lineOf(3, lot)], { branch, orderNumber: '4711' })
    const order = await connector.push(document)
    expect(order).toEqual({
      id: expect.stringMatching(/^\d+$/),
      number: expect.stringMatching(/^\d+$/),
      totalMinor: document.totalMinor,
      // 20 % of 40.00 and 959.96, 10 % of 120.24.
      taxMinor: 8_00 + 191_99 + 12_02,
      lineCount: 3,
    })
    expect(await connector.find(document.key)).toEqual(order)

    const [sale] = await tryton.query(
      `select s.state, s.reference, s.comment, s.sale_date::text, w.name as shop, t.name as term, i.city as invoice,
              d.city as delivery
       from sale_sale s join web_shop w on w.id = s.web_shop join account_invoice_payment_term t on t.id = s.payment_term
       join party_address i on i.id = s.invoice_address join party_address d on d.id = s.shipment_address
       where s.id = $1`,
      [Number(order.id)],
    )
    expect(sale).toEqual({
      state: 'confirmed',
      reference: '4711',
      comment: 'Acele\nSUBE-2 – Mağaza 1 Ankara – Ulus 7\nP1 – Ali Veli',
      sale_date: '2026-03-05',
      shop: 'Wholesale EUR',
      term: 'Direct',
      invoice: 'Istanbul',
      delivery: 'Ankara',
    })
    const lines = await tryton.query(
      `select p.code, l.quantity, l.unit_price::text as price, l.description, t.rate::text as tax
       from sale_line l join product_product p on p.id = l.product
       join sale_line_account_tax x on x.line = l.id join account_tax t on t.id = x.tax
       where l.sale = $1 order by l.sequence`,
      [Number(order.id)],
    )
    expect(lines).toEqual([
      { code: 'B0001', quantity: 2, price: '20.0000', description: 'I1 Gömlek Mavi M', tax: '0.2' },
      {
        code: 'B0001-L12',
        quantity: 4,
        price: '239.9900',
        description: 'I3 Gömlek Mavi L12 (12)',
        tax: '0.2',
      },
      { code: 'B0005', quantity: 6, price: '20.0400', description: 'I5 Gömlek Mavi M', tax: '0.1' },
    ])
    expect(proxy.calls).toEqual([])
  })

  describe('has the same VAT as we', () => {
    /** As products of Tryton have it: of five, the last has 10 %. */
    const percentOf = (lineNo: number) => (lineNo % 5 === 0 ? 10 : 20)
    const lines = Array.from({ length: 40 }, (_, index) => {
      const lineNo = index + 1
      return lineOf(lineNo, { unitPrice: (1237 + 91 * index) / 100, taxPercent: percentOf(lineNo) })
    })
    const taxed = (of: typeof lines) =>
      of.map(({ amountMinor, taxPercent = null }) => ({
        currency: 'TRY',
        netMinor: minor(amountMinor),
        percent: taxPercent,
      }))
    /** Tryton rounds half a cent to the even one. */
    const isHalf = ({ netMinor, percent }: ReturnType<typeof taxed>[number]) =>
      (netMinor * (percent ?? 0)) % 100 === 50
    const use = async (rounding: 'line' | 'document') => {
      await tryton.query('delete from account_configuration_tax_rounding')
      await tryton.query(
        `insert into account_configuration_tax_rounding (configuration, company, tax_rounding)
         select c.id, p.id, $1 from account_configuration c, company_company p`,
        [rounding],
      )
    }
    afterAll(() => use('document'))

    test.each([
      ['line', 'line'],
      ['order', 'document'],
    ] as const)('rounded by %s', async (ours, theirs) => {
      await use(theirs)
      const whole = lines.filter(
        (_, index) => !isHalf(taxed(lines)[index] as ReturnType<typeof taxed>[number]),
      )
      const [sum] = taxOf(taxed(whole), ours)
      expect(sum?.byRate.map(({ percent }) => percent)).toEqual([20, 10])
      const document = documentOf(whole, { currencyCode: 'TRY' })
      expect((await connector.push(document)).taxMinor).toBe(sum?.taxMinor)
      expect((await connector.find(document.key))?.taxMinor).toBe(sum?.taxMinor)
    })

    test('except that it rounds exactly half a cent to the even one', async () => {
      await use('line')
      // 10 % of 0.05 and of 0.15.
      const halves = [lineOf(5, { qty: 1, unitPrice: 0.05, taxPercent: 10 })]
      expect((await connector.push(documentOf(halves, { currencyCode: 'TRY' }))).taxMinor).toBe(0)
      expect(taxOf(taxed(halves), 'line')[0]?.taxMinor).toBe(1)
      const odd = [lineOf(5, { qty: 1, unitPrice: 0.15, taxPercent: 10 })]
      expect((await connector.push(documentOf(odd, { currencyCode: 'TRY' }))).taxMinor).toBe(2)
    })
  })

  test('is exact in every currency, and uses the currency’s web shop', async () => {
    for (const currencyCode of ['EUR', 'USD', 'TRY']) {
      const lines = [0.01, 0.33, 0.266, 99_999.99].map((unitPrice, at) =>
        lineOf(at + 1, { unitPrice, qty: 7 }),
      )
      const document = documentOf(lines, { currencyCode })
      const order = await connector.push(document)
      // 7 × 0.266 are 1.862.
      expect(order.totalMinor).toBe(7 * (1 + 33 + 9_999_999) + 186)
      const [sale] = await tryton.query<{ name: string }>(
        'select w.name from sale_sale s join web_shop w on w.id = s.web_shop where s.web_id = $1',
        [document.key],
      )
      expect(sale?.name).toBe(`Wholesale ${currencyCode}`)
    }
    expect(await failure(connector.push(documentOf(1, { currencyCode: 'GBP' })))).toMatchObject({
      errorClass: 'rejected',
      message: 'Tryton has no web shop that sells in GBP',
    })
  }, 60_000)

  test('sends a thousand lines in one push of under twenty calls', async () => {
    const quoting = linked.open({ url: proxy.url, state: 'quotation' })
    const document = documentOf(1000)
    const began = performance.now()
    const order = await quoting.push(document, AbortSignal.timeout(240_000))
    console.warn(`Tryton took 1,000 lines as a quotation in ${Math.round(performance.now() - began)} ms`)
    expect([order.lineCount, order.totalMinor]).toEqual([1000, document.totalMinor])
    expect(proxy.calls.length).toBeLessThan(20)
    expect(await linked.salesOf(document.key)).toEqual([
      { id: Number(order.id), state: 'quotation', number: order.number, lines: 1000 },
    ])
  }, 250_000)

  test('five pushes of one key at once make one sale', async () => {
    const document = documentOf(3)
    const pushed = await Promise.all(
      Array.from({ length: 5 }, async (_, at) => (at < 2 ? connector : linked.open()).push(document)),
    )
    expect(new Set(pushed.map(({ id }) => id)).size).toBe(1)
    expect(await linked.salesOf(document.key)).toMatchObject([{ state: 'confirmed', lines: 3 }])
  }, 60_000)

  test('signs in again when Tryton lost the session', async () => {
    await connector.health()
    await tryton.query('delete from ir_session')
    const document = documentOf(1)
    await connector.push(document)
    expect(await linked.salesOf(document.key)).toHaveLength(1)
  })

  test('creates an unknown party once', async () => {
    const orders = await Promise.all(
      [1, 2].map((number) =>
        connector.push(documentOf(1, { account: '120.77', orderNumber: String(number) })),
      ),
    )
    expect(new Set(orders.map(({ id }) => id)).size).toBe(2)
    const parties = await tryton.query(
      `select p.name, a.street, a.city, (select string_agg(m.type || ' ' || m.value, ', ' order by m.type)
          from party_contact_mechanism m where m.party = p.id) as contacts, i.code
       from party_party p join party_address a on a.party = p.id join party_identifier i on i.party = p.id
       where p.code = '120.77'`,
    )
    expect(parties).toEqual([
      {
        name: 'Mağaza 120.77',
        street: 'Yeni Sok. 3\nTürkiye',
        city: 'Bursa',
        contacts: 'email yeni@example.test, phone +90 212 000 00 00',
        code: '1234567890',
      },
    ])
  })

  test('lists our sales since a date', async () => {
    const since = new Date()
    const document = documentOf(1)
    const order = await connector.push(document)
    const listed = await listAll(connector, since)
    expect(listed).toContainEqual({ ...order, key: document.key })
    const drafts = await tryton.query<{ web_id: string }>(
      `select web_id from sale_sale where state = 'draft'`,
    )
    expect(listed.filter(({ key }) => drafts.some(({ web_id }) => web_id === key))).toEqual([])
    expect(await listAll(connector, new Date(Date.now() + 86_400_000))).toEqual([])
  })
})
