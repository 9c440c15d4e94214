import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { failure, type Patient } from './connectors.ts'
import { documentOf, lineOf } from './documents.ts'
import { type LinkedTryton, linkTryton } from './linkTryton.ts'
import { hasTryton, type Trytond } from './trytond.ts'
import type { TrytonProxy } from './trytonProxy.ts'

let linked: LinkedTryton
let tryton: Trytond
let proxy: TrytonProxy
let connector: Patient

const classOf = async (promise: Promise<unknown>) => (await failure(promise)).errorClass

describe.skipIf(!hasTryton)('Tryton errors', () => {
  beforeAll(async () => {
    linked = await linkTryton()
    ;({ tryton, proxy, connector } = linked)
  }, 900_000)

  afterEach(() => {
    proxy.action = () => 'pass'
    proxy.calls.length = 0
  })

  afterAll(() => linked?.stop())

  describe('lost answers', () => {
    /** Pushes again, and returns the first error's class. */
    async function pushWithFault(method: string, action: 'cut' | 'cutAnswer' | 502) {
      const document = documentOf(3)
      let faultsLeft = 1
      proxy.action = (called) => (called.endsWith(method) && faultsLeft-- > 0 ? action : 'pass')
      const proxied = linked.open({ url: proxy.url })
      const outcome = await classOf(proxied.push(document))
      const order = await proxied.push(document)
      const sales = await linked.salesOf(document.key)
      expect(sales).toMatchObject([{ id: Number(order.id), state: 'confirmed', lines: 3 }])
      return outcome
    }

    test.each([
      ['sale.sale.search_read', 'cut', 'down'],
      ['product.search_read', 502, 'down'],
      ['sale.sale.create', 'cut', 'unknown'],
      ['sale.sale.create', 'cutAnswer', 'unknown'],
      ['sale.sale.create', 502, 'unknown'],
      ['sale.sale.quote', 'cut', 'unknown'],
      ['sale.sale.confirm', 'cutAnswer', 'unknown'],
    ] as const)(
      '%s with %s is %s, and the next push completes the order',
      async (method, action, outcome) => {
        expect(await pushWithFault(method, action)).toBe(outcome)
      },
      60_000,
    )

    test('a push aborted after 25 ms is found or made once', async () => {
      const document = documentOf(40)
      const abort = new AbortController()
      proxy.action = (method) => {
        if (method === 'model.sale.sale.create') setTimeout(() => abort.abort(), 25)
        return 'pass'
      }
      const proxied = linked.open({ url: proxy.url })
      expect(await classOf(proxied.push(document, abort.signal))).toBe('unknown')
      expect((await proxied.find(document.key))?.isUnfinished ?? true).toBe(true)
      await expect.poll(() => linked.salesOf(document.key)).toMatchObject([{ state: 'draft', lines: 40 }])
      const order = await proxied.push(document)
      expect(await linked.salesOf(document.key)).toMatchObject([{ id: Number(order.id), state: 'confirmed' }])
    }, 60_000)

    test('a killed Tryton is used again after its restart', async () => {
      for (const method of ['model.sale.sale.create', 'model.sale.sale.quote']) {
        const document = documentOf(3)
        proxy.action = (called) => {
          if (called === method) setTimeout(() => void tryton.kill(), 5)
          return 'pass'
        }
        const proxied = linked.open({ url: proxy.url })
        expect(await classOf(proxied.push(document))).toBe('unknown')
        proxy.action = () => 'pass'
        await tryton.kill()
        expect(await classOf(connector.push(document))).toBe('down')
        await tryton.start()
        const order = await connector.push(document)
        expect(await linked.salesOf(document.key)).toMatchObject([
          { id: Number(order.id), state: 'confirmed', lines: 3 },
        ])
      }
    }, 90_000)
  })

  describe('refuses', () => {
    const refused = async (one: Patient, document: ReturnType<typeof documentOf>) => {
      const error = await failure(one.push(document))
      expect(error.errorClass).toBe('rejected')
      return error.message
    }

    test('all unsellable products at once, by name', async () => {
      const unknown = Array.from({ length: 25 }, (_, at) => lineOf(at + 1, { productCode: `NO-${at + 1}` }))
      const others = ['GONE', 'INNER'].map((productCode, at) => lineOf(26 + at, { productCode }))
      const document = documentOf([...unknown, ...others, lineOf(30)])
      const twenty = Array.from({ length: 20 }, (_, at) => `NO-${at + 1}`).join(', ')
      expect(await refused(connector, document)).toBe(
        `Tryton does not know the products ${twenty} and 5 more; the products GONE are archived in Tryton; ` +
          'the products INNER are not for sale in Tryton',
      )
      expect(await linked.salesOf(document.key)).toEqual([])
    })

    test('unknown and archived parties', async () => {
      const strict = linked.open({ createParties: false })
      expect(await refused(strict, documentOf(1, { account: '120.99' }))).toBe(
        'Tryton has no party with the code 120.99',
      )
      expect(await refused(connector, documentOf(1, { account: '120.03' }))).toBe(
        'The party 120.03 is archived in Tryton',
      )
    })

    test('in Tryton’s words what it cannot quote, without a draft, and sends it once fixed', async () => {
      const document = documentOf(2, { account: '120.04' })
      expect(await refused(connector, document)).toMatch(/address/i)
      expect(await linked.salesOf(document.key)).toEqual([])
      await giveAddress('120.04')
      const order = await connector.push(document)
      expect(await linked.salesOf(document.key)).toMatchObject([
        { state: 'confirmed', number: order.number, lines: 2 },
      ])
    })

    test('but says nothing about an order whose draft could not be deleted', async () => {
      const document = documentOf(2, { account: '120.06' })
      proxy.action = (method) => (method.endsWith('sale.sale.delete') ? 'cut' : 'pass')
      const proxied = linked.open({ url: proxy.url })
      expect(await classOf(proxied.push(document))).toBe('unknown')
      expect(await linked.salesOf(document.key)).toMatchObject([{ state: 'draft' }])
      proxy.action = () => 'pass'
      expect(await refused(proxied, document)).toMatch(/address/i)
      expect(await linked.salesOf(document.key)).toEqual([])
    })

    test('but rewrites a draft that differs from the order', async () => {
      const document = documentOf(2, { account: '120.05' })
      proxy.action = (method) => (method.endsWith('sale.sale.quote') ? 'cut' : 'pass')
      expect(await classOf(linked.open({ url: proxy.url }).push(document))).toBe('unknown')
      const [draft] = await linked.salesOf(document.key)
      expect(draft).toMatchObject({ state: 'draft', lines: 2 })
      await giveAddress('120.05')
      const amended = {
        ...documentOf([lineOf(2), lineOf(3), lineOf(4)], { account: '120.05' }),
        key: document.key,
      }
      const order = await connector.push(amended)
      expect([order.totalMinor, order.lineCount, order.id]).toEqual([
        amended.totalMinor,
        3,
        String(draft?.id),
      ])
      expect(await linked.salesOf(document.key)).toHaveLength(1)
    })

    test('to change a confirmed sale', async () => {
      const document = documentOf(2)
      const order = await connector.push(document)
      const amended = { ...documentOf(3), key: document.key }
      const other = await failure(connector.push(amended))
      expect(other).toMatchObject({ errorClass: 'rejected', isThere: true })
      expect(other.message).toContain(`Sale ${order.number} differs from the order`)
      expect(await connector.push(document)).toEqual(order)
      await tryton.query(`update sale_sale set state = 'cancelled' where id = $1`, [Number(order.id)])
      const gone = await failure(connector.push(document))
      expect(gone).toMatchObject({ errorClass: 'rejected', isThere: false })
      expect(gone.message).toBe(`Sale ${order.number} is cancelled in Tryton`)
      expect(await connector.find(document.key)).toMatchObject({ isUnfinished: true })
    })
  })
})

async function giveAddress(code: string): Promise<void> {
  const [party] = await tryton.query<{ id: number }>('select id from party_party where code = $1', [code])
  await tryton.call('model.party.address.create', [{ party: party?.id, street: 'Sonradan 1', city: 'Izmir' }])
}
