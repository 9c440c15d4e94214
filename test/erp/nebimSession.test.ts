import { afterEach, describe, expect, test } from 'vitest'
import { expectFailure, failure, pullAll } from './connectors.ts'
import { documentOf, lineOf } from './documents.ts'
import { type LinkedNebim, linkNebim } from './linkNebim.ts'
import { allowThisMachine } from './useTransfers.ts'

allowThisMachine()

let linked: LinkedNebim
afterEach(() => linked.stop())

const order = () => documentOf([lineOf(1)])
const connects = () => linked.nebim.asked.filter((command) => command === 'Connect').length

for (const [name, options] of [
  ['sessions in the path', {}],
  ['sessions in the path, after a redirect by IIS', { redirects: true }],
  ['tokens', { mode: 'token' as const }],
] as const) {
  describe(`with ${name}`, () => {
    test('reports who it is, uses one session and closes it', async () => {
      linked = await linkNebim(options)
      expect(await linked.connector.health()).toBe('Nebim V3, DEMOTEKS, M')
      await linked.connector.push(order())
      expect(linked.nebim.openSessions()).toBe(1)
      await linked.connector.close()
      expect(linked.nebim.openSessions()).toBe(0)
    })

    test('accepts the address as copied from a browser', async () => {
      linked = await linkNebim(options)
      const fromBrowser = linked.open({ url: `${linked.nebim.url}/IntegratorService/` })
      expect(await fromBrowser.health()).toContain('Nebim V3')
    })

    test('reopens an expired session once, also in the middle of an order', async () => {
      linked = await linkNebim(options)
      const document = order()
      linked.nebim.behave((command) => {
        if (command === 'Post' && connects() === (name.includes('redirect') ? 2 : 1)) linked.nebim.forget()
        return undefined
      })
      expect(await linked.connector.push(document)).toMatchObject({ number: '1-WS-1-1' })
      expect(linked.nebim.data.orders).toHaveLength(1)
      const before = connects()
      linked.nebim.behave((command) => {
        if (command === 'RunProc') linked.nebim.forget()
        return undefined
      })
      await expectFailure(linked.connector.find(document.key), 'auth')
      expect(connects() - before).toBe(name.includes('redirect') ? 2 : 1)
    })
  })
}

test('a wrong password is tried once for all calls, and appears in no error', async () => {
  linked = await linkNebim()
  const wrong = 'not the password'
  for (let time = 0; time < 3; time += 1) {
    const error = await failure(linked.open({}, wrong).health())
    expect(error.errorClass).toBe('auth')
    expect(error.message + error.raw).not.toContain(wrong)
  }
  expect(connects()).toBe(1)
  const quoted = String.raw`say "no" \o/`
  linked.nebim.behave((command, { Password }) =>
    command === 'Connect' ? { message: `no ${String(Password)}` } : undefined,
  )
  expect(await failure(linked.open({}, quoted).health())).toMatchObject({
    errorClass: 'auth',
    message: 'Nebim rejected our sign-in: no •••',
    raw: expect.stringContaining('"no •••"'),
  })
})

test('other sign-in failures do not count as a wrong password', async () => {
  linked = await linkNebim()
  for (const fault of [
    { message: 'Lisans sayısı aşıldı' },
    { message: 'A network-related error occurred; the server was not found' },
    { instead: 503, body: '' },
    { instead: 404, body: '<html>' },
    { before: 'reset' as const },
  ]) {
    linked.nebim.behave(() => fault)
    await expectFailure(linked.connector.health(), 'down')
  }
  linked.nebim.behave(undefined)
  expect(await linked.connector.health()).toContain('Nebim V3')
})

test('a missing procedure or wrong result is a set-up error', async () => {
  linked = await linkNebim()
  const { procedures } = linked.nebim.data
  procedures.delete('usp_ToptanOrders')
  expect(await failure(linked.connector.health())).toMatchObject({
    errorClass: 'auth',
    message: "Nebim does not support the request: Could not find stored procedure 'usp_ToptanOrders'.",
  })
  procedures.set('usp_ToptanOrders', () => [{ OrderKey: 'x' }])
  expect(await failure(linked.connector.push(order()))).toMatchObject({
    errorClass: 'auth',
    message: expect.stringContaining(
      'usp_ToptanOrders does not return what docs/nebim.md says (0.TotalAmount',
    ),
  })
  procedures.set('usp_ToptanOrders', () => [{ OrderKey: 'another', TotalAmount: 1, LineCount: 1 }])
  await expectFailure(linked.connector.push(order()), 'auth')
  expect(linked.nebim.data.orders).toEqual([])
})

test('customers come page by page; changed ones come again', async () => {
  linked = await linkNebim({}, { pageSize: 4 })
  const { data } = linked.nebim
  for (let number = 1; number <= 9; number += 1) {
    data.customers.push({
      CurrAccCode: `C${number}`,
      Description: 'Firma',
      IsBlocked: number === 9 ? 1 : 0,
      Changed: data.stamp(),
    })
  }
  const [first] = data.customers
  const { rows, cursor, pages } = await pullAll(linked.connector, 'customers', '', (page) => {
    if (page === 1 && first) Object.assign(first, { Description: 'Yeni', Changed: data.stamp() })
  })
  expect(pages).toBe(4)
  expect(rows.map(({ code, description }) => [code, description])).toEqual([
    ['120.01', 'Mağaza 120.01'],
    ['120.02', 'Mağaza 120.02'],
    ...Array.from({ length: 9 }, (_, index) => [`C${index + 1}`, 'Firma']),
    ['120.01', 'Yeni'],
  ])
  expect(rows.at(-2)).toMatchObject({ code: 'C9', isBlocked: true, branches: [], taxNumber: '' })
  expect((await pullAll(linked.connector, 'customers', cursor)).rows).toEqual([])
  if (first) first.Changed = data.stamp()
  expect((await pullAll(linked.connector, 'customers', cursor)).rows).toMatchObject([{ code: '120.01' }])
})

test('changes shortly before the newest one are read again', async () => {
  linked = await linkNebim({}, { overlapMs: 60_000 })
  const { data } = linked.nebim
  const late = { CurrAccCode: 'LATE', Description: 'Geç', IsBlocked: 0, Changed: data.stamp() }
  data.advanceClock(5000)
  data.customers.push({ CurrAccCode: 'NEW', Description: 'Yeni', IsBlocked: 0, Changed: data.stamp() })
  const { cursor } = await pullAll(linked.connector, 'customers')
  // Its transaction began earlier and committed after our read.
  data.customers.push(late)
  expect((await pullAll(linked.connector, 'customers', cursor)).rows.map(({ code }) => code)).toContain(
    'LATE',
  )
})

test('products, prices and stock use the pattern’s product codes', async () => {
  linked = await linkNebim({}, { pageSize: 4 })
  linked.item({
    ItemCode: 'X',
    IsBlocked: true,
    prices: { CB: [19.999, 'TRY'], TEXT: [7.5, 'EUR'] },
    Available: 2.7,
  })
  const products = await pullAll(linked.connector, 'products')
  expect(products.pages).toBe(2)
  expect(products.rows.slice(4)).toEqual([
    { productCode: 'I5-01-M', name: 'Gömlek', isActive: true },
    { productCode: 'I1-01-L12', name: 'Gömlek', isActive: true },
    { productCode: 'X-01-M', name: 'Gömlek', isActive: false },
  ])
  expect((await pullAll(linked.connector, 'prices')).rows).toEqual([
    { productCode: 'X-01-M', priceGroup: 'CB', currencyCode: 'TRY', amountMinor: 2000 },
    { productCode: 'X-01-M', priceGroup: 'TEXT', currencyCode: 'EUR', amountMinor: 750 },
  ])
  const stock = await pullAll(linked.connector, 'stock')
  expect(stock.rows).toHaveLength(7)
  expect(stock.rows.at(-1)).toEqual({ productCode: 'X-01-M', available: 2 })
  const byBarcode = linked.open({ productCode: '{barcode}' })
  const page = await byBarcode.stock?.('')
  expect(page?.rows.map(({ productCode }) => productCode)).toEqual(['869001', 'L0001', '869002', '869003'])
  const none = linked.open({ procedures: { orders: 'usp_ToptanOrders' } })
  const kinds = ['customers', 'products', 'prices', 'stock']
  expect(kinds.filter((kind) => kind in none)).toEqual([])
})

test('a procedure that always starts from the beginning is stopped', async () => {
  linked = await linkNebim({}, { pageSize: 2 })
  const { procedures } = linked.nebim.data
  for (const [kind, name] of [
    ['products', 'usp_ToptanProducts'],
    ['stock', 'usp_ToptanStock'],
  ] as const) {
    const reads = procedures.get(name)
    procedures.set(name, () => reads?.({ Take: '5' }) ?? [])
    expect(await failure(pullAll(linked.connector, kind))).toMatchObject({
      errorClass: 'auth',
      message: `${name} does not continue after the row given by @Since and @After`,
    })
  }
})
