import { randomUUIDv7 } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { maxDrafts } from '#shared/orders/carts.ts'
import { type Client, dataOf, refusal } from '#test/app.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'

const app = useApp()
const shop = shopPerTest(app)
const variant = () => shop.id('A1 S')

type Fields = Record<string, unknown>
const draftOf = (fields: Fields = {}) => ({
  id: randomUUIDv7(),
  name: 'Sonbahar',
  isShared: false,
  orderType: 'Rpt',
  currAccCode: '120.01',
  salesPersonCode: 'P1',
  description: '',
  lines: [{ productId: variant(), qty: 2, unitPrice: 100, priceCurrencyCode: 'TRY' }],
  ...fields,
})
const save = (client: Client, draft: Fields) => client.post('/api/Shop/SaveDraft', draft)
const read = (client: Client, id: string) => client.get('/api/Shop/GetDraftById', { id })
const list = async (client: Client, asked: Fields = {}) =>
  (await client.post('/api/Shop/GetDrafts', asked)).body.data
const names = async (client: Client, asked: Fields = {}): Promise<string[]> =>
  (await list(client, asked)).items.map((row: { name: string }) => row.name)

async function somebody(role: 'sp' | 'customer', of: string): Promise<Client> {
  const secret = { username: `of-${of}-${role}`, password: 'Kuzey yıldızı 47 gemi' }
  const ties = role === 'sp' ? { salesPersonCode: of } : { currAccCode: of }
  await dataOf(shop.admin.post('/api/Account/AddUser', { ...secret, roles: [role], ...ties }))
  const { body } = await shop.visitor.post('/api/Account/authenticate', secret)
  return shop.visitor.as({ token: body.token })
}

test('a customer neither gives discounts in a draft nor reads an agent’s reasons, and keeps them', async () => {
  const [line] = draftOf().lines
  for (const fields of [{ discount: 5 }, { lines: [{ ...line, discount: 5 }] }])
    expect(await save(shop.dealer, draftOf(fields))).toMatchObject(refusal(403, 'permission.denied'))
  const reasons = { discountReason: 'Zor müşteri', overrideReason: 'Anlaştık' }
  const shared = draftOf({ isShared: true, discount: 5, ...reasons })
  expect((await save(shop.agent, shared)).status).toBe(200)
  const seen = (await read(shop.dealer, shared.id)).body.data
  expect(seen).toMatchObject({ discountReason: '', overrideReason: '' })
  const changed = { ...shared, discount: 0, discountReason: '', overrideReason: '', version: 1 }
  const more = { ...changed, lines: [{ ...line, qty: 3 }] }
  expect((await save(shop.dealer, more)).status).toBe(200)
  expect((await read(shop.agent, shared.id)).body.data).toMatchObject({ lines: [{ qty: 3 }], ...reasons })
})

describe('a draft', () => {
  test('is saved, listed and read back with the server’s sums', async () => {
    const branches = await shop.dealer.get('/api/Shop/GetSubCurrAccs', { currAccCode: '120.01' })
    const { subCurrAccId } = branches.body.data[0]
    const other = shop.id('A1 L4')
    const draft = draftOf({
      subCurrAccId,
      description: 'Cuma\r\nteslim',
      campaignCode: 'FUAR5',
      lines: [
        { productId: variant(), qty: 2, unitPrice: 99.99, priceCurrencyCode: 'TRY' },
        { productId: other, qty: 3, unitPrice: 34, priceCurrencyCode: 'EUR' },
      ],
    })
    const saved = await save(shop.dealer, draft)
    expect(saved).toMatchObject({ status: 200, body: { success: true, data: { version: 1 } } })
    expect(await list(shop.dealer)).toEqual({
      total: 1,
      items: [
        {
          id: draft.id,
          name: 'Sonbahar',
          isShared: false,
          orderType: 'Rpt',
          currAccCode: '120.01',
          currAccDescription: 'Dealer 120.01',
          isMine: true,
          ownerName: 'dealer Test',
          updatedBy: 'dealer Test',
          version: 1,
          updatedAt: saved.body.data.updatedAt,
          lineCount: 2,
          qty: 5,
          totals: [
            { currency: 'TRY', amount: 199.98 },
            { currency: 'EUR', amount: 102 },
          ],
        },
      ],
    })
    expect((await read(shop.dealer, draft.id)).body.data).toMatchObject({
      ...draft,
      description: 'Cuma\nteslim',
      version: 1,
      isMine: true,
      // With what the screen needs.
      lines: [
        { ...draft.lines[0], itemCode: 'A1', itemDim1Code: 'S', inventory: 20 },
        { ...draft.lines[1], itemCode: 'A1', lotCode: 'L4', piecesPerLot: 4 },
      ],
    })
  })

  test('is changed only from the current version', async () => {
    const draft = draftOf()
    await save(shop.dealer, draft)
    expect((await save(shop.dealer, { ...draft, name: 'Kış', version: 1 })).body.data.version).toBe(2)
    expect(await save(shop.dealer, { ...draft, name: 'Bahar', version: 1 })).toMatchObject(
      refusal(409, 'record.changed'),
    )
    expect(await save(shop.dealer, { ...draft, name: 'Bahar' })).toMatchObject(refusal(409, 'record.changed'))
    expect(await names(shop.dealer)).toEqual(['Kış'])
  })

  test('can be saved again unchanged, after a lost answer', async () => {
    const draft = draftOf()
    const first = await save(shop.dealer, draft)
    expect((await save(shop.dealer, draft)).body).toEqual(first.body)
    const second = await save(shop.dealer, { ...draft, name: 'Kış', version: 1 })
    expect((await save(shop.dealer, { ...draft, name: 'Kış', version: 1 })).body).toEqual(second.body)
  })

  test('of a customer is always for their own account', async () => {
    const draft = draftOf({ currAccCode: '120.03' })
    await save(shop.dealer, draft)
    expect((await read(shop.dealer, draft.id)).body.data.currAccCode).toBe('120.01')
  })

  test('of an agent is for one of their customers, or for nobody yet', async () => {
    expect(await save(shop.agent, draftOf({ currAccCode: '120.03' }))).toMatchObject(refusal(404, 'notFound'))
    const draft = draftOf({ currAccCode: '', isShared: true })
    expect((await save(shop.agent, draft)).status).toBe(200)
    expect((await read(shop.agent, draft.id)).body.data).toMatchObject({
      currAccCode: '',
      currAccDescription: '',
    })
    // For nobody yet: private.
    expect(await names(shop.admin)).toEqual([])
    expect(await names(shop.dealer)).toEqual([])
  })

  test('ignores a branch of another account', async () => {
    const draft = draftOf({ subCurrAccId: randomUUIDv7() })
    await save(shop.dealer, draft)
    expect((await read(shop.dealer, draft.id)).body.data.subCurrAccId).toBeUndefined()
  })

  test('can be deleted and restored with the same version', async () => {
    const draft = draftOf()
    await save(shop.dealer, draft)
    await shop.dealer.post('/api/Shop/DeleteDraft', { id: draft.id })
    expect(await names(shop.dealer)).toEqual([])
    expect((await read(shop.dealer, draft.id)).status).toBe(404)
    expect((await save(shop.dealer, { ...draft, version: 1 })).status).toBe(404)
    expect((await shop.dealer.post('/api/Shop/DeleteDraft', { id: draft.id })).status).toBe(200)
    await shop.dealer.post('/api/Shop/RestoreDraft', { id: draft.id })
    expect((await save(shop.dealer, { ...draft, name: 'Kış', version: 1 })).body.data.version).toBe(2)
  })

  test('reappears when saved after deletion', async () => {
    const draft = draftOf()
    await save(shop.dealer, draft)
    await shop.dealer.post('/api/Shop/DeleteDraft', { id: draft.id })
    expect((await save(shop.dealer, { ...draft, name: 'Kış' })).body.data.version).toBe(2)
    expect(await names(shop.dealer)).toEqual(['Kış'])
  })

  test('reports its saved line count, even if a size is gone', async () => {
    const lines = draftOf().lines
    const gone = { ...lines[0], productId: randomUUIDv7() }
    const draft = draftOf({ lines: [...lines, gone] })
    await save(shop.dealer, draft)
    expect((await read(shop.dealer, draft.id)).body.data).toMatchObject({ lineCount: 2, lines })
  })

  test('remembers a lot’s contents, so that a change needs confirmation', async () => {
    const id = shop.id('A1 L4')
    const plain = { productId: id, qty: 1, unitPrice: 380, priceCurrencyCode: 'TRY' }
    const seen = { ...plain, piecesPerLot: 4, lotDescription: 'S/M/L 1-2-1' }
    const [older, newer] = [draftOf({ lines: [plain] }), draftOf({ lines: [seen] })]
    for (const draft of [older, newer]) await save(shop.dealer, draft)
    await shop.update(`variants set pieces_per_lot = 6, lot_description = 'S/M/L 2-2-2' where id = $2`, id)
    const lineOf = async ({ id: draft }: { id: string }) =>
      (await read(shop.dealer, draft)).body.data.lines[0]
    expect(await lineOf(older)).toMatchObject({ piecesPerLot: 6, lotDescription: 'S/M/L 2-2-2' })
    const kept = await lineOf(newer)
    expect(kept).toMatchObject(seen)
    const { piecesPerLot } = kept
    const order = { ...shop.orderBody({ guidKey: newer.id }), lines: [{ ...plain, piecesPerLot }] }
    expect(await shop.dealer.post('/api/Shop/PostShopCart', order)).toMatchObject(
      refusal(409, 'order.lotChanged', { lines: [{ productId: id, piecesPerLot: 6 }] }),
    )
    const long = draftOf({ lines: [{ ...seen, piecesPerLot: 2 ** 31 }] })
    expect((await save(shop.dealer, long)).status).toBe(400)
  })

  test('disappears once its order is placed', async () => {
    const draft = draftOf({ isShared: true })
    await save(shop.dealer, draft)
    const placed = await shop.place({ lines: { 'A1 S': 2 }, guidKey: draft.id })
    for (const client of [shop.dealer, shop.agent]) {
      expect(await names(client)).toEqual([])
      expect((await read(client, draft.id)).status).toBe(404)
      const answer = await save(client.as({ langCode: 'en' }), { ...draft, name: 'Kış', version: 1 })
      expect(answer).toMatchObject(refusal(409, 'order.alreadyPlaced'))
      expect(answer.body.Message).toContain(placed.number)
    }
    const stranger = await somebody('customer', '120.03')
    expect((await save(stranger, draft)).status).toBe(404)
  })

  test('is found by name or customer, with Turkish case rules', async () => {
    await save(shop.agent, draftOf({ name: 'İnce Isparta' }))
    await save(shop.agent, draftOf({ name: 'Kalın', currAccCode: '120.02' }))
    await save(shop.agent, draftOf({ name: '', currAccCode: '' }))
    expect(await names(shop.agent)).toEqual(['', 'Kalın', 'İnce Isparta'])
    expect(await names(shop.agent, { search: 'INCE ıs' })).toEqual(['İnce Isparta'])
    expect(await names(shop.agent, { search: 'dealer 120.02' })).toEqual(['Kalın'])
    expect(await names(shop.agent, { currAccCode: '120.01' })).toEqual(['İnce Isparta'])
    expect(await names(shop.agent, { sort: 'name', order: 'asc' })).toEqual(['İnce Isparta', 'Kalın', ''])
    expect(await list(shop.agent, { limit: 1, page: 2 })).toMatchObject({
      total: 3,
      items: [{ name: 'Kalın' }],
    })
  })

  test('is limited in number, not counting deleted and ordered ones', async () => {
    const drafts = Array.from({ length: maxDrafts }, () => draftOf({ lines: [] }))
    for (const draft of drafts) await save(shop.dealer, draft)
    const answer = await save(shop.dealer.as({ langCode: 'en' }), draftOf())
    expect(answer).toMatchObject(refusal(400, 'request.invalid'))
    expect(answer.body.fields.name).toContain('200')
    // A change does not count as a new draft.
    expect((await save(shop.dealer, { ...drafts[0], name: 'Kış', version: 1 })).status).toBe(200)
    await shop.dealer.post('/api/Shop/DeleteDraft', { id: drafts[0]?.id })
    const tries = await Promise.all([1, 2, 3].map(() => save(shop.dealer, draftOf())))
    expect(tries.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400, 400])
    await shop.place({ guidKey: drafts[1]?.id })
    expect((await save(shop.dealer, draftOf())).status).toBe(200)
  })

  test('only the newest deleted drafts can be restored', async () => {
    const drafts = Array.from({ length: maxDrafts + 2 }, () => draftOf({ lines: [] }))
    for (const draft of drafts) {
      await save(shop.dealer, draft)
      await shop.dealer.post('/api/Shop/DeleteDraft', { id: draft.id })
    }
    await save(shop.dealer, draftOf())
    const restore = async (index: number) =>
      (await shop.dealer.post('/api/Shop/RestoreDraft', { id: drafts[index]?.id })).status
    expect([await restore(1), await restore(2), await restore(maxDrafts + 1)]).toEqual([404, 200, 200])
  })

  test('larger than any possible order is refused', async () => {
    const huge = { productId: variant(), qty: 1_000_000, unitPrice: 1, priceCurrencyCode: 'TRY' }
    const lines = Array.from({ length: 3000 }, () => ({ ...huge, productId: randomUUIDv7() }))
    expect(await save(shop.dealer, draftOf({ lines }))).toMatchObject(refusal(400, 'order.tooLarge'))
    const many = Array.from({ length: 5001 }, () => ({ ...huge, productId: randomUUIDv7(), qty: 1 }))
    expect(await save(shop.dealer.as({ langCode: 'en' }), draftOf({ lines: many }))).toMatchObject(
      refusal(400, 'order.tooManyLines', {
        Message:
          'An order can have at most 5,000 lines, and this one has 5,001. Put the rest into another order.',
      }),
    )
  })
})

describe('a draft of somebody else', () => {
  test('is visible to users who reach its account, if shared', async () => {
    const [otherAgent, otherDealer] = [await somebody('sp', 'P2'), await somebody('customer', '120.03')]
    const colleague = await somebody('customer', '120.01')
    const draft = draftOf()
    await save(shop.dealer, draft)
    const others = [shop.agent, shop.admin, colleague, otherAgent, otherDealer]
    for (const client of others) {
      expect(await names(client)).toEqual([])
      expect((await read(client, draft.id)).status).toBe(404)
      expect((await save(client, draft)).status).toBe(404)
      expect((await save(client, { ...draft, version: 1 })).status).toBe(404)
    }
    await save(shop.dealer, { ...draft, isShared: true, version: 1 })
    for (const client of [shop.agent, shop.admin, colleague]) {
      expect(await list(client)).toMatchObject({
        total: 1,
        items: [{ isMine: false, ownerName: 'dealer Test', updatedBy: 'dealer Test' }],
      })
      expect((await read(client, draft.id)).status).toBe(200)
    }
    for (const client of [otherAgent, otherDealer]) {
      expect(await names(client)).toEqual([])
      expect((await read(client, draft.id)).status).toBe(404)
      expect((await save(client, { ...draft, isShared: true, version: 2 })).status).toBe(404)
    }
  })

  test('allows changes of its content, but not of name, sharing, account or deletion', async () => {
    const draft = draftOf({ isShared: true })
    await save(shop.dealer, draft)
    const changed = { ...draft, description: 'Ek', version: 1 }
    expect((await save(shop.agent, changed)).body.data.version).toBe(2)
    expect((await list(shop.dealer)).items).toMatchObject([{ isMine: true, updatedBy: 'agent Test' }])
    const next = { ...changed, version: 2 }
    for (const change of [{ name: 'Başka' }, { isShared: false }, { currAccCode: '120.02' }]) {
      expect(await save(shop.agent, { ...next, ...change })).toMatchObject(refusal(404, 'notFound'))
    }
    expect((await shop.agent.post('/api/Shop/DeleteDraft', { id: draft.id })).status).toBe(404)
    await shop.dealer.post('/api/Shop/DeleteDraft', { id: draft.id })
    expect((await shop.agent.post('/api/Shop/RestoreDraft', { id: draft.id })).status).toBe(404)
    expect((await save(shop.agent, draft)).status).toBe(404)
    expect((await save(shop.agent, next)).status).toBe(404)
  })

  test('follows its customer to a new agent', async () => {
    const otherAgent = await somebody('sp', 'P2')
    await save(shop.dealer, draftOf({ isShared: true }))
    await shop.query(`update accounts set agent_id = (select id from agents where tenant_id = $1 and code = 'P2')
                  where tenant_id = $1 and code = '120.01'`)
    expect(await names(shop.agent)).toEqual([])
    expect(await names(otherAgent)).toEqual(['Sonbahar'])
  })
})

describe('an order with another user’s draft key', () => {
  const place = (client: Client, { id }: Fields, fields: Fields = {}) =>
    shop.order({ guidKey: id, ...fields }, client)

  test('is refused, and the draft stays', async () => {
    const own = draftOf()
    const putAway = draftOf({ name: 'Kaldırılan' })
    await save(shop.dealer, own)
    await save(shop.dealer, putAway)
    await shop.dealer.post('/api/Shop/DeleteDraft', { id: putAway.id })
    for (const draft of [own, putAway]) {
      for (const client of [shop.agent, shop.admin]) {
        expect(await place(client, draft)).toMatchObject(refusal(409, 'order.otherDraft'))
      }
    }
    expect(await names(shop.dealer)).toEqual(['Sonbahar'])
    expect((await shop.dealer.post('/api/Shop/RestoreDraft', { id: putAway.id })).status).toBe(200)
    expect(await place(shop.dealer, own)).toMatchObject({ status: 200 })
  })

  test('is refused for another customer, even if shared', async () => {
    const draft = draftOf({ isShared: true })
    await save(shop.dealer, draft)
    expect(await place(shop.agent, draft, { currAccCode: '120.02' })).toMatchObject(
      refusal(409, 'order.otherDraft'),
    )
    expect(await names(shop.dealer)).toEqual(['Sonbahar'])
    expect(await place(shop.agent, draft)).toMatchObject({ status: 200 })
    expect(await names(shop.dealer)).toEqual([])
  })

  test('is refused once it is no longer shared', async () => {
    const draft = draftOf({ isShared: true, currAccCode: '120.01' })
    await save(shop.agent, draft)
    await save(shop.agent, { ...draft, isShared: false, version: 1 })
    expect(await place(shop.dealer, draft)).toMatchObject(refusal(409, 'order.otherDraft'))
    expect(await names(shop.agent)).toEqual(['Sonbahar'])
  })
})

describe('concurrently', () => {
  test('one new draft sent by several is created once; only equal requests succeed', async () => {
    const draft = draftOf()
    const same = await Promise.all([1, 2, 3, 4].map(() => save(shop.dealer, draft)))
    expect(same.map(({ status, body }) => [status, body.data?.version])).toEqual(
      Array.from({ length: 4 }, () => [200, 1]),
    )
    const another = draftOf()
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) => save(shop.dealer, { ...another, name })),
    )
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 409, 409, 409,
    ])
  })

  test('of two changes of one version, one succeeds', async () => {
    const draft = draftOf({ isShared: true })
    await save(shop.dealer, draft)
    const answers = await Promise.all([
      save(shop.dealer, { ...draft, description: 'dealer', version: 1 }),
      save(shop.agent, { ...draft, description: 'agent', version: 1 }),
    ])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
    expect((await read(shop.dealer, draft.id)).body.data.version).toBe(2)
  })
})

test('a list has only the own drafts, or only those of others', async () => {
  await save(shop.agent, draftOf({ name: 'Prepared', isShared: true }))
  await save(shop.dealer, draftOf({ name: 'Own' }))
  expect(await names(shop.dealer, { isMine: false })).toEqual(['Prepared'])
  expect(await names(shop.dealer, { isMine: true })).toEqual(['Own'])
  expect((await names(shop.dealer)).toSorted()).toEqual(['Own', 'Prepared'])
})
