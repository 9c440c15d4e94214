import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Pulled } from '#server/erp/connector.ts'
import { allowNetworks } from '#server/erp/outbound.ts'
import { documentOf, lineOf } from './documents.ts'
import { type LinkedNebim, linkNebim } from './linkNebim.ts'
import { failure, timeoutSignal } from './linkTryton.ts'

beforeAll(() => allowNetworks(['127.0.0.1']))
afterAll(() => allowNetworks([]))

let linked: LinkedNebim
afterEach(() => linked.stop())

const order = () => documentOf([lineOf(1)])
const connects = () => linked.nebim.asked.filter((command) => command === 'Connect').length

for (const [name, options] of [
  ['sessions in the path', {}],
  ['sessions in the path, which IIS leads to', { redirects: true }],
  ['tokens', { mode: 'token' as const }],
] as const) {
  describe(`With ${name}`, () => {
    test('says who it is, keeps one session, and gives it back', async () => {
      linked = await linkNebim(options)
      expect(await linked.connector.health(timeoutSignal())).toBe('Nebim V3, DEMOTEKS, M')
      await linked.connector.push(order(), timeoutSignal())
      expect(linked.nebim.openSessions()).toBe(1)
      await linked.connector.close()
      expect(linked.nebim.openSessions()).toBe(0)
    })

    test('takes the address as it is written in browsers too', async () => {
      linked = await linkNebim(options)
      const written = linked.open({ url: `${linked.nebim.url}/IntegratorService/` })
      expect(await written.health(timeoutSignal())).toContain('Nebim V3')
    })

    test('a session that is over is begun anew, once, in the middle of an order too', async () => {
      linked = await linkNebim(options)
      const document = order()
      linked.nebim.behave((command) => {
        // Forgotten between the look-up and the order.
        if (command === 'Post' && connects() === (name.includes('leads') ? 2 : 1)) linked.nebim.forget()
        return undefined
      })
      expect(await linked.connector.push(document, timeoutSignal())).toMatchObject({ number: '1-WS-1-1' })
      expect(linked.nebim.books.orders).toHaveLength(1)
      const before = connects()
      linked.nebim.behave((command) => {
        if (command === 'RunProc') linked.nebim.forget()
        return undefined
      })
      const error = await failure(linked.connector.find(document.key, timeoutSignal()))
      expect(error.errorClass).toBe('auth')
      expect(connects() - before).toBe(name.includes('leads') ? 2 : 1)
    })
  })
}

test('A wrong password is tried once, however often it is asked for, and stands in no error', async () => {
  linked = await linkNebim()
  const wrong = 'not the password'
  for (let time = 0; time < 3; time += 1) {
    // oxlint-disable-next-line no-await-in-loop
    const error = await failure(linked.open({}, wrong).health(timeoutSignal()))
    expect(error.errorClass).toBe('auth')
    expect(error.message + error.raw).not.toContain(wrong)
  }
  expect(connects()).toBe(1)
  const quoted = String.raw`say "no" \o/`
  linked.nebim.behave((command, { Password }) =>
    command === 'Connect' ? { message: `no ${String(Password)}` } : undefined,
  )
  const told = await failure(linked.open({}, quoted).health(timeoutSignal()))
  expect([told.errorClass, told.message]).toEqual(['auth', 'Nebim rejected our sign-in: no •••'])
  expect(told.raw).toContain('"no •••"')
})

test('What stands in the way of signing in is no wrong password', async () => {
  linked = await linkNebim()
  for (const mishap of [
    { message: 'Lisans sayısı aşıldı' },
    { message: 'A network-related error occurred; the server was not found' },
    { instead: 503, body: '' },
    { instead: 404, body: '<html>' },
    { before: 'reset' as const },
  ]) {
    linked.nebim.behave(() => mishap)
    // oxlint-disable-next-line no-await-in-loop
    expect((await failure(linked.connector.health(timeoutSignal()))).errorClass).toBe('down')
  }
  linked.nebim.behave(undefined)
  expect(await linked.connector.health(timeoutSignal())).toContain('Nebim V3')
})

test('A procedure that is missing, or returns something else, is for a person to put right', async () => {
  linked = await linkNebim()
  const { procedures } = linked.nebim.books
  procedures.delete('usp_ToptanOrders')
  const missing = await failure(linked.connector.health(timeoutSignal()))
  expect([missing.errorClass, missing.message]).toEqual([
    'auth',
    "Nebim does not support the request: Could not find stored procedure 'usp_ToptanOrders'.",
  ])
  procedures.set('usp_ToptanOrders', () => [{ OrderKey: 'x' }])
  const other = await failure(linked.connector.push(order(), timeoutSignal()))
  expect([other.errorClass, other.message]).toEqual([
    'auth',
    expect.stringContaining('usp_ToptanOrders does not return what docs/nebim.md says (0.TotalAmount'),
  ])
  procedures.set('usp_ToptanOrders', () => [{ OrderKey: 'another', TotalAmount: 1, LineCount: 1 }])
  expect((await failure(linked.connector.push(order(), timeoutSignal()))).errorClass).toBe('auth')
  expect(linked.nebim.books.orders).toEqual([])
})

type What = 'customers' | 'products' | 'prices' | 'stock'
async function pullAll(what: What, cursor = '', between: (page: number) => void = () => {}) {
  const rows: Record<string, unknown>[] = []
  for (let at = cursor, pages = 1; ; pages += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before ended
    const page = (await linked.connector[what]?.(at, timeoutSignal())) as Pulled<Record<string, unknown>>
    rows.push(...page.rows)
    if (page.isLast) return { rows, cursor: page.cursor, pages }
    between(pages)
    at = page.cursor
  }
}

test('Customers come page by page, and what is changed between pages comes again', async () => {
  linked = await linkNebim({}, { pageSize: 4 })
  const { books } = linked.nebim
  for (let number = 1; number <= 9; number += 1) {
    books.customers.push({
      CurrAccCode: `C${number}`,
      Description: 'Firma',
      IsBlocked: number === 9 ? 1 : 0,
      Changed: books.stamp(),
    })
  }
  const [first] = books.customers
  const { rows, cursor, pages } = await pullAll('customers', '', (page) => {
    if (page === 1 && first) Object.assign(first, { Description: 'Yeni', Changed: books.stamp() })
  })
  expect(pages).toBe(4)
  expect(rows.map(({ code, description }) => [code, description])).toEqual([
    ['120.01', 'Mağaza 120.01'],
    ['120.02', 'Mağaza 120.02'],
    ...Array.from({ length: 9 }, (_, index) => [`C${index + 1}`, 'Firma']),
    ['120.01', 'Yeni'],
  ])
  expect(rows.at(-2)).toMatchObject({ code: 'C9', isBlocked: true, branches: [], taxNumber: '' })
  expect((await pullAll('customers', cursor)).rows).toEqual([])
  if (first) first.Changed = books.stamp()
  expect((await pullAll('customers', cursor)).rows).toMatchObject([{ code: '120.01' }])
})

test('What is a little older than the newest change is asked for again, until it was quiet', async () => {
  linked = await linkNebim({}, { overlapMs: 60_000 })
  const { books } = linked.nebim
  const late = { CurrAccCode: 'LATE', Description: 'Geç', IsBlocked: 0, Changed: books.stamp() }
  books.pass(5000)
  books.customers.push({ CurrAccCode: 'NEW', Description: 'Yeni', IsBlocked: 0, Changed: books.stamp() })
  const { cursor } = await pullAll('customers')
  // Its transaction began before that of the newest, and ended after we looked.
  books.customers.push(late)
  expect((await pullAll('customers', cursor)).rows.map(({ code }) => code)).toContain('LATE')
})

test('Products, prices and stock come under the codes of the pattern', async () => {
  linked = await linkNebim({}, { pageSize: 4 })
  linked.item({
    ItemCode: 'X',
    IsBlocked: true,
    prices: { CB: [19.999, 'TRY'], TEXT: [7.5, 'EUR'] },
    Available: 2.7,
  })
  const products = await pullAll('products')
  expect(products.pages).toBe(2)
  expect(products.rows.slice(4)).toEqual([
    { productCode: 'I5-01-M', name: 'Gömlek', isActive: true },
    { productCode: 'I1-01-L12', name: 'Gömlek', isActive: true },
    { productCode: 'X-01-M', name: 'Gömlek', isActive: false },
  ])
  expect((await pullAll('prices')).rows).toEqual([
    { productCode: 'X-01-M', priceGroup: 'CB', currencyCode: 'TRY', amountMinor: 2000 },
    { productCode: 'X-01-M', priceGroup: 'TEXT', currencyCode: 'EUR', amountMinor: 750 },
  ])
  const stock = await pullAll('stock')
  expect(stock.rows).toHaveLength(7)
  expect(stock.rows.at(-1)).toEqual({ productCode: 'X-01-M', available: 2 })
  const byBarcode = linked.open({ productCode: '{barcode}' })
  const page = await byBarcode.stock?.('', timeoutSignal())
  expect(page?.rows.map(({ productCode }) => productCode)).toEqual(['869001', 'L0001', '869002', '869003'])
  const none = linked.open({ procedures: { orders: 'usp_ToptanOrders' } })
  expect([none.capabilities.pull, 'stock' in none]).toEqual([[], false])
})

test('A procedure that begins at the beginning every time is not asked for ever', async () => {
  linked = await linkNebim({}, { pageSize: 2 })
  const { procedures } = linked.nebim.books
  for (const [what, name] of [
    ['products', 'usp_ToptanProducts'],
    ['stock', 'usp_ToptanStock'],
  ] as const) {
    const reads = procedures.get(name)
    procedures.set(name, () => reads?.({ Take: '5' }) ?? [])
    // oxlint-disable-next-line no-await-in-loop
    const error = await failure(pullAll(what))
    expect([error.errorClass, error.message]).toEqual([
      'auth',
      `${name} does not continue after the row given by @Since and @After`,
    ])
  }
})
