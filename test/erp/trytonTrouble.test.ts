import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ErpConnector } from '#server/erp/connector.ts'
import type { Between } from './betweenTryton.ts'
import { documentOf, lineOf } from './documents.ts'
import { failure, type LinkedTryton, linkTryton, patience } from './linkTryton.ts'
import { hasTryton, type Trytond } from './trytond.ts'

let linked: LinkedTryton
let tryton: Trytond
let between: Between
let connector: ErpConnector

const classOf = async (promise: Promise<unknown>) => (await failure(promise)).errorClass

describe.skipIf(!hasTryton)('Where Tryton does not do as it is told', () => {
  beforeAll(async () => {
    linked = await linkTryton()
    ;({ tryton, between, connector } = linked)
  }, 900_000)

  afterEach(() => {
    between.fate = () => 'pass'
    between.calls.length = 0
  })

  afterAll(() => linked?.stop())

  describe('where nobody hears the answer', () => {
    /** What a push ends as where this happens to one of its calls, and then another push of the same. */
    async function spoilt(method: string, fate: 'cut' | 'cutAnswer' | 502) {
      const document = documentOf(3)
      let spoils = 1
      between.fate = (called) => (called.endsWith(method) && spoils-- > 0 ? fate : 'pass')
      const through = linked.open({ url: between.url })
      const outcome = await classOf(through.push(document, patience()))
      const order = await through.push(document, patience())
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
      '%s that is spoilt (%s) is %s, and the next push makes it whole',
      async (method, fate, outcome) => {
        expect(await spoilt(method, fate)).toBe(outcome)
      },
      60_000,
    )

    test('a push that is given up 25 ms after it was sent is found, or made, once', async () => {
      const document = documentOf(40)
      const giveUp = new AbortController()
      between.fate = (method) => {
        if (method === 'model.sale.sale.create') setTimeout(() => giveUp.abort(), 25)
        return 'pass'
      }
      const through = linked.open({ url: between.url })
      expect(await classOf(through.push(document, giveUp.signal))).toBe('unknown')
      // A draft is no order yet.
      expect((await through.find(document.key, patience()))?.isUnfinished ?? true).toBe(true)
      await expect.poll(() => linked.salesOf(document.key)).toMatchObject([{ state: 'draft', lines: 40 }])
      const order = await through.push(document, patience())
      expect(await linked.salesOf(document.key)).toMatchObject([{ id: Number(order.id), state: 'confirmed' }])
    }, 60_000)

    test('a Tryton that is killed in the middle is asked again when it is back', async () => {
      for (const method of ['model.sale.sale.create', 'model.sale.sale.quote']) {
        const document = documentOf(3)
        between.fate = (called) => {
          if (called === method) setTimeout(() => void tryton.kill(), 5)
          return 'pass'
        }
        const through = linked.open({ url: between.url })
        // oxlint-disable-next-line no-await-in-loop -- one Tryton, killed once at a time
        expect(await classOf(through.push(document, patience()))).toBe('unknown')
        between.fate = () => 'pass'
        // oxlint-disable-next-line no-await-in-loop
        await tryton.kill()
        // oxlint-disable-next-line no-await-in-loop
        expect(await classOf(connector.push(document, patience()))).toBe('down')
        // oxlint-disable-next-line no-await-in-loop
        await tryton.start()
        // oxlint-disable-next-line no-await-in-loop
        const order = await connector.push(document, patience())
        // oxlint-disable-next-line no-await-in-loop
        expect(await linked.salesOf(document.key)).toMatchObject([
          { id: Number(order.id), state: 'confirmed', lines: 3 },
        ])
      }
    }, 90_000)
  })

  describe('refuses', () => {
    const refused = async (one: ErpConnector, document: ReturnType<typeof documentOf>) => {
      const error = await failure(one.push(document, patience()))
      expect(error.errorClass).toBe('rejected')
      return error.message
    }

    test('all that cannot be sold at once, by name', async () => {
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

    test('whom Tryton does not know, or no longer', async () => {
      const strict = linked.open({ createParties: false })
      expect(await refused(strict, documentOf(1, { account: '120.99' }))).toBe(
        'Tryton has no party with the code 120.99',
      )
      expect(await refused(connector, documentOf(1, { account: '120.03' }))).toBe(
        'The party 120.03 is archived in Tryton',
      )
    })

    test('in its own words what it cannot offer, and leaves no draft; once that is mended, it goes', async () => {
      const document = documentOf(2, { account: '120.04' })
      expect(await refused(connector, document)).toMatch(/address/i)
      expect(await linked.salesOf(document.key)).toEqual([])
      await giveAddress('120.04')
      const order = await connector.push(document, patience())
      expect(await linked.salesOf(document.key)).toMatchObject([
        { state: 'confirmed', number: order.number, lines: 2 },
      ])
    })

    test('and where Tryton dies before the draft is gone, nobody says that there is none', async () => {
      const document = documentOf(2, { account: '120.06' })
      between.fate = (method) => (method.endsWith('sale.sale.delete') ? 'cut' : 'pass')
      const through = linked.open({ url: between.url })
      expect(await classOf(through.push(document, patience()))).toBe('unknown')
      expect(await linked.salesOf(document.key)).toMatchObject([{ state: 'draft' }])
      between.fate = () => 'pass'
      expect(await refused(through, document)).toMatch(/address/i)
      expect(await linked.salesOf(document.key)).toEqual([])
    })

    test('a draft that differs from the order does now is written anew', async () => {
      const document = documentOf(2, { account: '120.05' })
      between.fate = (method) => (method.endsWith('sale.sale.quote') ? 'cut' : 'pass')
      expect(await classOf(linked.open({ url: between.url }).push(document, patience()))).toBe('unknown')
      const [draft] = await linked.salesOf(document.key)
      expect(draft).toMatchObject({ state: 'draft', lines: 2 })
      await giveAddress('120.05')
      const amended = {
        ...documentOf([lineOf(2), lineOf(3), lineOf(4)], { account: '120.05' }),
        key: document.key,
      }
      const order = await connector.push(amended, patience())
      expect([order.totalMinor, order.lineCount, order.id]).toEqual([
        amended.totalMinor,
        3,
        String(draft?.id),
      ])
      expect(await linked.salesOf(document.key)).toHaveLength(1)
    })

    test('to change what is no draft any more', async () => {
      const document = documentOf(2)
      const order = await connector.push(document, patience())
      const amended = { ...documentOf(3), key: document.key }
      const other = await failure(connector.push(amended, patience()))
      expect(other).toMatchObject({ errorClass: 'rejected', isThere: true })
      expect(other.message).toContain(`Sale ${order.number} differs from the order`)
      expect(await connector.push(document, patience())).toEqual(order)
      await tryton.query(`update sale_sale set state = 'cancelled' where id = $1`, [Number(order.id)])
      const gone = await failure(connector.push(document, patience()))
      expect(gone).toMatchObject({ errorClass: 'rejected', isThere: false })
      expect(gone.message).toBe(`Sale ${order.number} is cancelled in Tryton`)
      expect(await connector.find(document.key, patience())).toMatchObject({ isUnfinished: true })
    })
  })
})

/** Enters what a party lacks, as a clerk would. */
async function giveAddress(code: string): Promise<void> {
  const [party] = await tryton.query<{ id: number }>('select id from party_party where code = $1', [code])
  await tryton.call('model.party.address.create', [{ party: party?.id, street: 'Sonradan 1', city: 'Izmir' }])
}
