import { randomUUIDv7 } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ChangeAction, ChangeSubject } from '#shared/changes/changeKinds.ts'
import type { Change } from '#shared/changes/changes.ts'
import { type Client, dataOf } from '#test/app.ts'
import { shopPerFile, useApp } from '#test/useShop.ts'
import { operatorActor, recordChange } from './record.ts'

const app = useApp()
const shop = shopPerFile(app)
const rival = shopPerFile(app, 'rival')
const [ayse, mehmet] = [randomUUIDv7(), randomUUIDv7()]
const [first, second] = [randomUUIDv7(), randomUUIDv7()]

type Given = {
  day: number
  by: string | null
  of: string
  subject?: ChangeSubject
  id?: string
  action?: ChangeAction
}
/** One per day in January. */
const given: Given[] = [
  { day: 1, by: ayse, of: 'İNCİ Işık', subject: 'customer', id: first, action: 'added' },
  { day: 2, by: mehmet, of: 'İNCİ Işık', subject: 'customer', id: first },
  { day: 3, by: ayse, of: '100%_wool', subject: 'customer', id: second },
  { day: 4, by: null, of: 'veli', subject: 'user', action: 'passwordReset' },
  { day: 5, by: mehmet, of: 'Firma', subject: 'settings' },
]

beforeAll(async () => {
  await app.database.inTenant(shop.tenantId, 'write', async (tx) => {
    for (const { day, by, of, subject = 'customer', id, action = 'changed' } of given) {
      const name = by === ayse ? 'Ayşe' : 'MEHMET'
      const actor = by ? { userId: by, name, address: '10.0.0.7' } : operatorActor
      const change = { subject, ...(id ? { subjectId: id } : {}), subjectName: of, action }
      await recordChange(tx, actor, new Date(Date.UTC(2026, 0, day, 12)), {
        ...change,
        before: { phone: '1', roles: ['sp'], same: [1, { a: null }] },
        after: { phone: '2', roles: ['sp', 'admin'], same: [1, { a: null }], note: null },
      })
    }
  })
})

const january = { dateFrom: '2026-01-01T00:00:00Z', dateTo: '2026-02-01T00:00:00Z' }

async function list(input: object = {}, client: Client = shop.admin) {
  return (await dataOf(client.post('/api/Account/GetChanges', { ...january, ...input }))) as {
    items: Change[]
    total: number
  }
}
const days = async (input: object) => (await list(input)).items.map(({ at }) => new Date(at).getUTCDate())

test('shows who changed what, when, from where, before and after, newest first', async () => {
  const { items, total } = await list()
  expect(total).toBe(5)
  expect(items.map(({ at }) => at)).toEqual([5, 4, 3, 2, 1].map((day) => `2026-01-0${day}T12:00:00.000Z`))
  expect(items.at(-1)).toEqual({
    id: expect.any(String),
    at: '2026-01-01T12:00:00.000Z',
    userId: ayse,
    userName: 'Ayşe',
    address: '10.0.0.7',
    subject: 'customer',
    subjectId: first,
    subjectName: 'İNCİ Işık',
    action: 'added',
    before: { phone: '1', roles: ['sp'] },
    after: { phone: '2', roles: ['sp', 'admin'], note: null },
    canUndo: true,
  })
  // The operator is not a user.
  expect(items[1]).toMatchObject({ userName: 'operator', address: '' })
  expect(items[1]).not.toHaveProperty('userId')
})

describe('is filtered', () => {
  test('by subject, record, action and user', async () => {
    expect(await days({ subject: 'customer' })).toEqual([3, 2, 1])
    expect(await days({ subject: 'customer', subjectId: first })).toEqual([2, 1])
    expect(await days({ subjectId: second })).toEqual([3])
    expect(await days({ action: 'changed' })).toEqual([5, 3, 2])
    expect(await days({ userId: mehmet })).toEqual([5, 2])
    expect(await days({ userId: mehmet, subject: 'customer', action: 'added' })).toEqual([])
  })

  test('by dates, from inclusive and to exclusive', async () => {
    expect(await days({ dateFrom: '2026-01-02T12:00:00Z', dateTo: '2026-01-04T12:00:00Z' })).toEqual([3, 2])
    expect(await days({ dateFrom: '2026-01-04T12:00:00.001Z' })).toEqual([5])
  })

  test('by names of record and user, with Turkish case rules', async () => {
    for (const search of ['inci', 'İNCİ', 'ışık', 'IŞIK', 'incI I'])
      expect(await days({ search })).toEqual([2, 1])
    expect(await days({ search: 'mehmet' })).toEqual([5, 2])
    expect(await days({ search: 'AYŞE' })).toEqual([3, 1])
    expect(await days({ search: 'operator' })).toEqual([4])
    expect(await days({ search: '%_W' })).toEqual([3])
    expect(await days({ search: '_' })).toEqual([3])
    expect(await days({ search: `'; drop table changes; --` })).toEqual([])
    expect(await days({ search: '  ' })).toEqual([5, 4, 3, 2, 1])
  })
})

test('is paged; pages past the end are empty', async () => {
  expect(await days({ limit: 2, page: 2 })).toEqual([3, 2])
  expect(await list({ limit: 2, page: 4 })).toEqual({ items: [], total: 5 })
  expect(await list({ limit: 200, page: 1_000_000 })).toEqual({ items: [], total: 5 })
})

test('is limited to the newest ten thousand', async () => {
  await rival.query(`insert into changes (tenant_id, id, at, user_name, subject, subject_name, action)
             select $1, gen_random_uuid(), '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 second', 'x', 'price',
                    n::text, 'changed' from generate_series(1, 10050) n`)
  const last = await list({ page: 50, limit: 200 }, rival.admin)
  expect([last.total, last.items.length, last.items.at(-1)?.subjectName]).toEqual([10_000, 200, '51'])
  expect(await list({ page: 51, limit: 200 }, rival.admin)).toEqual({ items: [], total: 10_000 })
  const edge = await list({ page: 77, limit: 130 }, rival.admin)
  expect(edge.items).toHaveLength(10_000 - 76 * 130)
})

test('needs the task', async () => {
  expect((await shop.agent.post('/api/Account/GetChanges', {})).status).toBe(403)
  await shop.update(`users set auths = '[{"groupName": "office", "number": 2}]' where username = 'agent'`)
  expect((await list({}, shop.agent)).total).toBe(5)
})

describe('an order', () => {
  test('is recorded with number, customer and amount', async () => {
    const body = shop.orderBody({
      lines: { 'A1 S': 3, 'A1 L4': 2 },
    })
    const { body: placed } = await shop.dealer.post('/api/Shop/PostShopCart', body)
    // Sending again changes nothing.
    await shop.dealer.post('/api/Shop/PostShopCart', body)
    const { items, total } = await list({
      dateFrom: '2026-02-01T00:00:00Z',
      dateTo: undefined,
      subject: 'order',
    })
    expect(total).toBe(1)
    expect(items[0]).toMatchObject({
      userName: 'dealer',
      address: '127.0.0.1',
      subject: 'order',
      subjectId: placed.orderId,
      subjectName: placed.orderNumber,
      action: 'placed',
      after: {
        customer: '120.01 Dealer 120.01',
        agent: 'P1 Pelin Agent',
        orderType: 'Rpt',
        qty: 5,
        totals: ['1060.00 TRY'],
      },
    })
    expect(items[0]).not.toHaveProperty('before')
  })

  test('is not recorded if refused', async () => {
    const answer = await shop.order({ lines: { 'A2 S': 1_000 } })
    expect(answer.status).toBe(409)
    const { total } = await list({ dateFrom: '2026-02-01T00:00:00Z', dateTo: undefined, subject: 'order' })
    expect(total).toBe(1)
  })
})

test('a file spells out field names and values', async () => {
  const at = new Date(Date.UTC(2025, 5, 1))
  await app.database.inTenant(rival.tenantId, 'write', (tx) =>
    recordChange(tx, operatorActor, at, {
      subject: 'user',
      subjectName: 'veli',
      action: 'changed',
      before: { isActive: true, roles: ['sp'], auths: [] },
      after: {
        isActive: false,
        roles: ['sp', 'admin'],
        auths: [{ groupName: 'catalogue', number: 1 }],
        attribute03: 'x',
      },
    }),
  )
  const { body } = await rival.admin.post('/api/Account/ExportChanges', {
    columns: ['before', 'after'],
    format: 'csv',
    dateFrom: '2025-06-01T00:00:00Z',
    dateTo: '2025-06-02T00:00:00Z',
  })
  const text = (body as unknown as Buffer).toString()
  for (const words of [
    'Giriş yapabilir: Evet',
    'Giriş yapabilir: Hayır',
    'Roller: Satış temsilcisi, Yönetici',
    'Özellik 3: x',
  ]) {
    expect(text).toContain(words)
  }
  expect(text).not.toMatch(/isActive|roles|auths|groupName|attribute03|true|false/)
})
