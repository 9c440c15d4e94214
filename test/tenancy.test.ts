import { randomUUIDv7 } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#server/http/verbs.ts'
import { type Client, dataOf } from './app.ts'
import { runSql } from './database.ts'
import { draftBody, everyCall, secret, secretBarcode, type Theirs } from './everyCall.ts'
import { shopPerFile, useApp } from './useShop.ts'

const app = useApp()
const first = shopPerFile(app, 'first')
const rival = shopPerFile(app, 'rival')
let theirs: Theirs
let session: { token: string; refreshToken: string }
/** The first tenant's, before the rival's calls. */
let before: Records

type Records = Partial<Record<string, { row: string }[]>>

/** All rows of a tenant, by table, but for sign-ins, which the tests make, and for jobs, which run meanwhile. */
async function recordsOf(tenantId: string): Promise<Records> {
  const superuser = { ...app.connections.owner, user: 'postgres' }
  const tables = await runSql<{ name: string }>(
    superuser,
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'tenant_id'
       and table_name not in ('sessions', 'sign_in_tries', 'jobs', 'outbound_waits')`,
  )
  const text = tables.map(
    ({ name }) => `select '${name}' as name, t::text as row from ${name} t where tenant_id = $1`,
  )
  const rows = await runSql<{ name: string; row: string }>(
    superuser,
    `${text.join(' union all ')} order by 1, 2`,
    [tenantId],
  )
  return Object.groupBy(rows, ({ name }) => name)
}

/** Adds a row with a new id as $2, and returns the id. */
async function insert(text: string, ...values: string[]): Promise<string> {
  const id = randomUUIDv7()
  await first.query(`insert into ${text}`, id, ...values)
  return id
}

beforeAll(async () => {
  for (const text of [
    'accounts set description = $2 || code',
    'products set item_description = $2 || item_code',
    'brands set name = $2 || name',
    'categories set name = $2 || name',
    'agents set name = $2 || name',
    'users set first_name = $2',
  ]) {
    await first.query(`update ${text} where tenant_id = $1`, secret)
  }
  await first.query(
    `update variants set barcode = $2 where tenant_id = $1
     and id = (select id from variants where tenant_id = $1 order by id limit 1)`,
    secretBarcode,
  )
  session = (await first.signIn()).body
  const { id: orderId, body } = await first.place()
  const home = await dataOf(first.dealer.get('/api/Shop/GetShopHome'))
  const branches = await dataOf(first.dealer.get('/api/Shop/GetSubCurrAccs', { currAccCode: '120.01' }))
  const draft = { ...draftBody(first.id('A1 S')), name: secret, isShared: true }
  await first.dealer.post('/api/Shop/SaveDraft', draft)
  const filter = { list: 'orders', name: secret, query: { text: secret }, isStart: true }
  for (const client of [first.admin, first.agent, first.dealer])
    await client.post('/api/Account/SaveFilter', filter)
  const noteId = randomUUIDv7()
  await first.agent.post('/api/Shop/AddOrderNote', { id: noteId, orderId, text: secret })
  const itemsOf = async (path: string, input: object = {}) =>
    (await dataOf(first.admin.post(path, input))).items
  const set = 'change_sets (tenant_id, id, source, file_name, state, created_by_name, created_at, applied_at)'
  theirs = {
    orderId,
    guidKey: body.guidKey,
    variantId: first.id('A1 S'),
    noteId,
    draftId: draft.id,
    brandId: home.brands[0].brandId,
    categoryId: home.categories[0].categoryId,
    otherCategoryId: home.categories[1].categoryId,
    subCurrAccId: branches[0].subCurrAccId,
    officeProductId: (await itemsOf('/api/Shop/GetProducts', { limit: 1 }))[0].id,
    userId: (await itemsOf('/api/Account/GetSystemUsers', { search: 'dealer' }))[0].id,
    agentId: (await itemsOf('/api/Account/GetSalesPersons'))[0].id,
    accountId: (await itemsOf('/api/Account/GetCustomerList'))[0].id,
    sessionId: (await dataOf(first.dealer.get('/api/Account/GetSessions')))[0].id,
    priceRuleId: await insert(
      `price_rules (tenant_id, id, name, target, basis, effect, tiers, ends_others, updated_at)
       values ($1, $2, $3, 'all', 'none', 'percent', '[{"from": 0, "percents": [1]}]', false, now())`,
      secret,
    ),
    fileImportId: await insert(
      `file_imports (tenant_id, id, kind, file_name, created_at, created_by, created_by_name, counts)
       values ($1, $2, 'priceRules', $3, now(), gen_random_uuid(), $3, '{"added": 0, "changed": 0, "removed": 0}')`,
      secret,
    ),
    quantityRuleId: await insert(
      `quantity_rules (tenant_id, id, target, measure, minimum, may_override, updated_at)
       values ($1, $2, 'order', 'pieces', 1, false, now())`,
    ),
    mailId: await insert(
      `order_mails (tenant_id, id, order_id, order_version, kind, recipient, language, state, next_attempt_at, created_at)
       values ($1, $2, $3, 1, 'placed', 'gizli@example.com', 'tr', 'dead', now(), now())`,
      orderId,
    ),
    changeId: await insert(
      `changes (tenant_id, id, at, user_name, address, subject, subject_id, subject_name, action, before, after)
       values ($1, $2, now(), '', '', 'customer', (select id from accounts where tenant_id = $1 limit 1), '', 'changed',
         '{"city": "before"}', json_build_object('city', (select city from accounts where tenant_id = $1 limit 1)))`,
    ),
    importId: await insert(`${set} values ($1, $2, 'panel', $3, 'checked', $3, now(), null)`, secret),
    changeSetId: await insert(`${set} values ($1, $2, 'form', $3, 'applied', $3, now(), now())`, secret),
    deletedPhotoId: await insert(
      `deleted_photos (tenant_id, id, product_id, file_name, content_hash, sort_order, deleted_at, deleted_by)
       select $1, $2, id, $3, repeat('0', 64), 0, now(), $3 from products
       where tenant_id = $1 and item_code = 'A1'`,
      secret,
    ),
    photoCatalogueId: await insert(
      `photo_catalogues (tenant_id, id, user_id, state, file_name, products, created_at, seen_at)
       select $1, $2, id, 'ready', $3, 1, now(), now() from users where tenant_id = $1 and username = 'admin'`,
      secret,
    ),
  }
  before = await recordsOf(first.tenantId)
})

function call(client: Client, { method, path }: (typeof endpoints)[number], input: object) {
  return method === 'GET' ? client.get(path, input as Record<string, string>) : client.post(path, input)
}

function stepAt(path: string) {
  const step = everyCall(theirs).get(path)
  if (!step) throw new Error(`${path} is not in test/everyCall.ts: say how a rival would call it`)
  return step
}

describe('a rival tenant with the first tenant’s ids', () => {
  for (const endpoint of endpoints) {
    test(`gets nothing from ${endpoint.path}`, async () => {
      const { input, hides } = stepAt(endpoint.path)
      for (const client of [rival.admin, rival.agent, rival.dealer]) {
        const answer = await call(client, endpoint, input)
        if (hides && answer.status !== 403) expect([404, 409]).toContain(answer.status)
        if (client === rival.admin) expect(answer.status).not.toBe(403)
        expect(answer.status).toBeLessThan(500)
        const content = Buffer.isBuffer(answer.body) ? answer.body.toString() : JSON.stringify(answer.body)
        expect(content).not.toContain(secret)
        for (const id of Object.values(theirs)) {
          // Refusals may repeat the input.
          if (!JSON.stringify(input).includes(id)) expect(content).not.toContain(id)
        }
      }
    })

    if (endpoint.access === 'open') continue
    test(`cannot use the first tenant's token at ${endpoint.path}`, async () => {
      const { input } = stepAt(endpoint.path)
      const answer = await call(app.at('rival').as({ token: session.token }), endpoint, input)
      expect(answer.status).toBe(401)
    })
  }

  test('cannot refresh or end the first tenant’s session', async () => {
    const { token, refreshToken } = session
    const refreshed = await rival.visitor.get('/api/Account/CreateTokenByRefreshToken', { refreshToken })
    expect(refreshed.status).toBe(401)
    await rival.visitor.post('/api/Account/Logout', { refreshToken })
    expect((await first.visitor.as({ token }).get('/api/Account/GetUserInfo')).status).toBe(200)
  })

  test('may use the same id for its own draft', async () => {
    const draft = { ...draftBody(theirs.variantId), id: theirs.draftId }
    expect((await rival.dealer.post('/api/Shop/SaveDraft', draft)).body.data.version).toBe(1)
    const read = await first.dealer.get('/api/Shop/GetDraftById', { id: theirs.draftId })
    expect(read.body.data).toMatchObject({ name: secret, version: 1 })
  })

  test('may use the same guidKey for its own order', async () => {
    const body = rival.orderBody({ lines: { 'A1 S': 1 }, guidKey: theirs.guidKey })
    const placed = await rival.dealer.post('/api/Shop/PostShopCart', body)
    expect(placed.status).toBe(200)
    expect(placed.body.orderId).not.toBe(theirs.orderId)
  })
})

test('the first tenant’s records are unchanged', async () => {
  expect(await recordsOf(first.tenantId)).toEqual(before)
})

test('every endpoint is served and documented', async () => {
  const document = await app.at('first').get('/api/openapi.json')
  expect(Object.keys(document.body.paths).toSorted()).toEqual(endpoints.map(({ path }) => path).toSorted())
  expect(document.body.openapi).toBe('3.1.0')
})
