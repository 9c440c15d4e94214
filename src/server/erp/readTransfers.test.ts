import { beforeAll, expect, test } from 'vitest'
import type { Wholesaler } from '#test/factories.ts'
import { newShop, shopPerFile, useApp } from '#test/useShop.ts'

/** No process works on the queue. */
const cases = {
  waits: `state = 'pending'`,
  underWay: `state = 'sending', attempts = 1`,
  uncertain: `state = 'pending', may_exist = true, error_class = 'unknown', error = 'no answer', attempts = 1`,
  refused: `state = 'dead', error_class = 'rejected', error = 'Period closed', attempts = 1`,
  refusedToo: `state = 'dead', error_class = 'rejected', error = 'Period closed', attempts = 1`,
  held: `state = 'held', held_because = 'office'`,
  sentLately: `state = 'sent', erp_number = 'E1', settled_at = now() - interval '23 hours'`,
  sentBefore: `state = 'sent', erp_number = 'E2', settled_at = now() - interval '25 hours'`,
}
type Name = keyof typeof cases

const app = useApp()
const shop = shopPerFile(app)
const ids = {} as Record<Name, string>

beforeAll(async () => {
  const link = { kind: 'http', settings: { url: 'https://erp.example.com' }, secret: 's', isAutomatic: true }
  if ((await shop.admin.post('/api/Erp/SaveLink', link)).status !== 200)
    throw new Error('The link was not saved')
  for (const [name, values] of Object.entries(cases)) {
    const { id } = await shop.place()
    ids[name as Name] = id
    await shop.update(`order_transfers set ${values} where order_id = $2`, id)
  }
})

const names = (found: string[]) =>
  found.map((id) => (Object.keys(cases) as Name[]).find((name) => ids[name] === id))

test.each<[object, Name[]]>([
  [{}, (Object.keys(cases) as Name[]).toReversed()],
  [{ state: 'waiting' }, ['waits', 'underWay', 'uncertain']],
  [{ state: 'uncertain' }, ['uncertain']],
  [{ state: 'dead' }, ['refused', 'refusedToo']],
  [{ state: 'held' }, ['held']],
  [{ state: 'sent' }, ['sentLately', 'sentBefore']],
  [{ state: 'sentLately' }, ['sentLately']],
  [{ errorClass: 'unknown' }, ['uncertain']],
])('the queue is looked at by %j', async (asked, expected) => {
  const { body } = await shop.admin.post('/api/Erp/GetTransfers', asked)
  expect(names(body.data.items.map(({ orderId }: { orderId: string }) => orderId))).toEqual(expected)
  expect(body.data.total).toBe(expected.length)
})

test('the dashboard counts given up transfers for the office only', async () => {
  const countFor = async (client: typeof shop.admin) =>
    (await client.get('/api/Shop/GetDashboard')).body.data.failedTransfers
  expect(await countFor(shop.admin)).toBe(2)
  expect(await countFor(shop.agent)).toBe(0)
  expect(await countFor(shop.dealer)).toBe(0)
})

test('each figure matches its filtered list, and rejections are counted by reason', async () => {
  const { body } = await shop.admin.get('/api/Erp/GetLink')
  expect(body.data.state).toMatchObject({
    waiting: 3,
    uncertain: 1,
    dead: 2,
    held: 1,
    sent: 1,
    refusals: [{ error: 'Period closed', count: 2 }],
  })
})

test.each<[string, Name[]]>([
  ['sending', ['underWay']],
  ['uncertain', ['uncertain']],
  ['dead', ['refused', 'refusedToo']],
  ['held', ['held']],
])('the office finds its orders by being %s', async (transferState, expected) => {
  const asked = { transferState, sort: 'orderNumber', order: 'asc' }
  const { body } = await shop.admin.post('/api/Shop/GetOrders', asked)
  expect(names(body.data.items.map(({ id }: { id: string }) => id))).toEqual(expected)
})

type Shown = { id: string; transferState?: string; transferError?: string; mayExist?: boolean }

test('the order list shows the transfer state to staff only', async () => {
  const read = async (client: Wholesaler['admin']): Promise<(Shown | undefined)[]> => {
    const { body } = await client.post('/api/Shop/GetOrders', {})
    return (Object.keys(cases) as Name[]).map((name) =>
      body.data.items.find(({ id }: Shown) => id === ids[name]),
    )
  }
  for (const client of [shop.admin, shop.agent]) {
    expect(
      (await read(client)).map((row) => [row?.transferState, row?.transferError, row?.mayExist]),
    ).toEqual([
      ['pending', undefined, undefined],
      ['sending', undefined, undefined],
      ['pending', undefined, true],
      ['dead', 'Period closed', undefined],
      ['dead', 'Period closed', undefined],
      ['held', undefined, undefined],
      [undefined, undefined, undefined],
      [undefined, undefined, undefined],
    ])
  }
  for (const row of await read(shop.dealer)) {
    expect(row).toBeDefined()
    expect(Object.keys(row ?? {})).not.toEqual(expect.arrayContaining(['transferState']))
    expect(Object.keys(row ?? {})).not.toEqual(expect.arrayContaining(['transferError']))
    expect(Object.keys(row ?? {})).not.toEqual(expect.arrayContaining(['mayExist']))
  }
})

test('a requested attempt ends the wait between two probes', async () => {
  await shop.update(
    `erp_states set failures = 3, failing_since = now(), error_class = 'auth', next_try_at = 'infinity'`,
  )
  const before = await shop.admin.get('/api/Erp/GetLink')
  expect(before.body.data.state).toMatchObject({ condition: 'auth' })
  expect(before.body.data.state).not.toHaveProperty('nextTryAt')
  expect((await shop.admin.post('/api/Erp/TryNow', {})).status).toBe(200)
  const [state] = await shop.query<{ failures: number; is_due: boolean }>(
    `select failures, next_try_at <= now() as is_due from erp_states where tenant_id = $1`,
  )
  expect(state).toEqual({ failures: 0, is_due: true })
  const other = await newShop(app)
  expect((await other.admin.post('/api/Erp/TryNow', {})).status).toBe(404)
})
