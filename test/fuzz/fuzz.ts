import { request as httpRequest } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { prepared } from '#server/db/statement.ts'
import { openSession } from '#server/users/session.ts'
import { authGroups, pageIds } from '#shared/pages.ts'
import type { Answer, TestApp } from '../app.ts'
import { linkErp, orderBody, password, type Wholesaler, wholesaler } from '../factories.ts'
import { form, multipart, part, send } from '../send.ts'
import { hostileBodies, hostileFile, hostileTexts } from './hostile.ts'
import { inputOf, type Known, makeHostile, type Schema } from './input.ts'
import { type Operation, operationsOf, tableOf } from './operations.ts'
import { type Random, randomOf } from './random.ts'

/** Answered with 5xx, not at all, or too late. `number` and the seed repeat it. */
export type Failure = {
  number: number
  status: number
  who: string
  call: string
  sent: string
  answer: string
}
export type Outcome = {
  calls: number
  operations: number
  /** Pairs of an operation and a caller; operations that succeeded. */
  pairs: number
  done: number
  byStatus: Record<number, number>
  slowestMs: number
  failures: Failure[]
}

/** `clerk` is an agent with all pages and tasks, `rival` another wholesaler's admin. */
const callers = ['visitor', 'dealer', 'agent', 'clerk', 'admin', 'rival'] as const
type Caller = (typeof callers)[number]
/** An admin gets furthest. */
const callerTurns: Caller[] = [...callers, 'admin', 'admin', 'admin']
const maxCallMs = 60_000
const maxConcurrent = 6
const maxTries = 5

/**
 * Calls every operation of /api/openapi.json as every caller, with valid and hostile input. A seed repeats all but
 * the ids.
 */
export async function fuzz(app: TestApp, seed: number, maxCalls?: number): Promise<Outcome> {
  const coverage = { pairs: new Set<string>(), done: new Set<string>() }
  const outcome: Outcome = {
    calls: 0,
    operations: 0,
    pairs: 0,
    done: 0,
    byStatus: {},
    slowestMs: 0,
    failures: [],
  }
  const { body: document } = await app.at('nobody').get('/api/openapi.json')
  const operations = operationsOf(document)
  const rival = await wholesaler(app, 'rival', { authRequired: false })
  const callsPerRound = operations.length * callerTurns.length
  const calls = maxCalls ?? callsPerRound
  for (let from = 0; from < calls; from += callsPerRound) {
    const round = await openRound(app, `round-${from / callsPerRound}`, rival)
    const turns = operations.flatMap((operation) => callerTurns.map((who) => ({ operation, who })))
    const waiting = turns.map((turn, index) => ({ ...turn, number: from + index })).slice(0, calls - from)
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const random = randomOf(seed * 1_000_003 + next.number)
        const { operation, who } = next
        const known = { ...round.known, ...round.idsOf(operation) }
        const sent = requestOf(operation, known, random)
        const status = await callOnce(app, round, { ...next, sent }, outcome)
        coverage.pairs.add(`${operation.path} ${who}`)
        if (status === 200) coverage.done.add(operation.path)
      }
    }
    await Promise.all(Array.from({ length: maxConcurrent }, work))
  }
  return {
    ...outcome,
    operations: operations.length,
    pairs: coverage.pairs.size,
    done: coverage.done.size,
  }
}

export const pairCount = (operations: number) => operations * callers.length

type Round = {
  shop: Wholesaler
  rival: Wholesaler
  known: Known
  idsOf: (operation: Operation) => Record<string, readonly string[]>
  tokens: Partial<Record<Caller, string>>
  signInAgain: (who: Caller) => Promise<void>
}

async function openRound(app: TestApp, key: string, rival: Wholesaler): Promise<Round> {
  const shop = await wholesaler(app, key, { authRequired: false })
  await linkErp(app, shop.tenantId)
  await fill(app, shop)
  const known = { ...(await knownOf(app, shop)), any: await idsOf(app, shop.tenantId) }
  const byTable = new Map<string, readonly string[]>()
  for (const table of tablesOfIds) byTable.set(table, await columnOf(app, shop.tenantId, table, 'id'))
  const foreign = await idsOf(app, rival.tenantId)
  await addClerk(app, shop)
  const tokens: Round['tokens'] = {}
  const signInAgain = async (who: Caller) => {
    const tenantId = who === 'rival' ? rival.tenantId : shop.tenantId
    const token = await sessionOf(app, tenantId, who === 'rival' ? 'admin' : who)
    if (token) tokens[who] = token
  }
  for (const who of callers) if (who !== 'visitor') await signInAgain(who)
  return {
    shop,
    rival,
    known: { ...known, any: [...known.any, ...foreign.slice(0, 20)] },
    idsOf: ({ path }) => {
      const own = byTable.get(tableOf(path) ?? '') ?? []
      const ids = own.length > 0 ? own : known.any
      return { id: ids, intoId: ids }
    },
    tokens,
    signInAgain,
  }
}

async function fill(app: TestApp, shop: Wholesaler): Promise<void> {
  const order = () => shop.orderBody()
  const office = shop.admin
  const succeeded = async (call: Promise<Answer>) => {
    const { status, body } = await call
    if (status !== 200) throw new Error(`Nothing to call: ${status} ${JSON.stringify(body)}`)
    return body
  }
  for (const client of [shop.dealer, shop.agent, shop.agent, office]) {
    const { orderId } = await succeeded(client.post('/api/Shop/PostShopCart', order()))
    for (let notes = 0; notes < 3; notes += 1) {
      const note = { id: crypto.randomUUID(), orderId, text: 'x' }
      await succeeded(office.post('/api/Shop/AddOrderNote', note))
    }
  }
  for (const client of [shop.dealer, shop.agent, office]) {
    const { guidKey: _guidKey, ...cart } = order()
    const draft = { ...cart, id: crypto.randomUUID(), name: 'x', isShared: false }
    await succeeded(client.post('/api/Shop/SaveDraft', draft))
  }
  await succeeded(office.post('/api/Shop/StartPhotoCatalogue', { onlyWithPhoto: false }))
  const token = await sessionOf(app, shop.tenantId, 'admin')
  const headers = { ...multipart, authorization: `Bearer ${token}` }
  const sendTable = (path: string, table: string, ...fields: Buffer[]) =>
    succeeded(send(app, shop, path, { headers, body: form(...fields, part('file', table, 'a.csv')) }))
  await sendTable('/api/Shop/PostImportFile', 'itemCode;colorCode;itemDim1Code;priceCB\nA1;01;S;90\n')
  const rules = 'Name;What applies;Discount % or amount\nx;Percent off;5\n'
  await sendTable('/api/Price/ImportPriceRules', rules, part('apply', 'true'))
}

const makeClerk = prepared(`
  insert into users (tenant_id, id, username, username_key, first_name, last_name, email, password_hash, roles, auths, page_auths,
    agent_id, created_at, updated_at)
  select tenant_id, gen_random_uuid(), 'clerk', 'clerk', 'Clerk', '', '', password_hash, roles, $2, $3, agent_id, created_at,
    updated_at
  from users where tenant_id = $1 and username = 'agent'`)

async function addClerk(app: TestApp, { tenantId }: Wholesaler): Promise<void> {
  const tasks = Object.entries(authGroups).map(([groupName, bits]) => ({
    groupName,
    number: Object.values(bits).reduce((sum, bit) => sum + bit, 0),
  }))
  const all = Object.values(pageIds).flatMap((ids) => Object.values(ids))
  await app.database.inTenant(tenantId, 'write', (tx) =>
    tx.query(
      makeClerk,
      JSON.stringify(tasks),
      JSON.stringify(all.map((pageId) => ({ pageId, isAllow: true }))),
    ),
  )
}

const readUser = prepared(
  'select id from users where tenant_id = $1 and username = $2 and deleted_at is null',
)

function sessionOf(app: TestApp, tenantId: string, username: string): Promise<string | undefined> {
  return app.database.inTenant(tenantId, 'write', async (tx) => {
    const [user] = await tx.query<{ id: string }>(readUser, username)
    return user && (await openSession(tx, user.id, { address: '', userAgent: '' })).token
  })
}

/** Existing values by field name; ids by table. */
async function knownOf(app: TestApp, shop: Wholesaler): Promise<Record<string, readonly string[]>> {
  const { tenantId } = shop
  const of = (table: string, column = 'id') => columnOf(app, tenantId, table, column)
  const variants = await of('variants')
  const orders = await of('orders')
  const newPassword = ['Kuzey 47 gemi!']
  return {
    currAccCode: ['120.01', '120.02', '120.03', ''],
    salesPersonCode: ['P1', 'P2', ''],
    toSalesPersonCode: ['P1', 'P2'],
    username: ['admin', 'agent', 'dealer', 'clerk'],
    itemCode: ['A1', 'A2', 'A3', 'B1', 'B3'],
    colorCode: ['01'],
    priceGroup: ['CB', 'TF'],
    currency: ['TRY', 'EUR'],
    currencyCode: ['TRY', 'EUR'],
    priceCurrencyCode: ['TRY', 'EUR'],
    itemDim1Code: ['S', 'M'],
    email: ['', 'a@example.com'],
    phone: ['', '+90 555 000 00 00'],
    barcode: ['', '8690000000017'],
    password: [password],
    passwordConfirm: [password],
    newPassword,
    newPasswordConfirm: newPassword,
    themeColor: ['#1890ff'],
    languages: ['tr', 'en'],
    lotCode: ['L4'],
    brandId: await of('brands'),
    categoryId: await of('categories'),
    parentId: await of('categories'),
    productId: variants,
    // Variants whose price orderBody uses.
    pieces: [shop.id('A1 S'), shop.id('B1 M')],
    orderId: orders,
    guidKey: [...(await of('order_keys', 'guid_key')), crypto.randomUUID()],
    userId: [...(await of('users')), ...(await of('accounts'))],
    subCurrAccId: await of('sub_accounts'),
  }
}

const tablesOfIds = [
  'users',
  'agents',
  'accounts',
  'brands',
  'categories',
  'products',
  'variants',
  'orders',
  'order_notes',
  'order_mails',
  'drafts',
  'change_sets',
  'file_imports',
  'photo_catalogues',
]

async function idsOf(app: TestApp, tenantId: string): Promise<string[]> {
  const ids = await Promise.all(tablesOfIds.map((table) => columnOf(app, tenantId, table, 'id')))
  return ids.flatMap((all) => all.slice(0, 8))
}

const columnOf = (app: TestApp, tenantId: string, table: string, column: string): Promise<string[]> =>
  app.database.inTenant(tenantId, 'read', async (tx) => {
    const text = `select ${column}::text as value from ${table} where tenant_id = $1 order by 1`
    return (await tx.query<{ value: string }>({ text })).map(({ value }) => value)
  })

type Sent = { query: string; headers: Record<string, string>; body?: Buffer }

/** As the schema says, with one hostile place, or what no client sends. */
function requestOf({ method, path, input, isForm }: Operation, known: Known, random: Random): Sent {
  const valid = path.endsWith('/PostShopCart') ? orderOf(known, random) : inputOf(input, known, random)
  const value = random.chance(0.35) ? valid : makeHostile(valid, random)
  const langCode = random.chance(0.1)
    ? encodeURI(random.pick(hostileTexts).toWellFormed()).slice(0, 500)
    : 'en'
  const headers = { langCode }
  if (method === 'GET')
    return { headers, query: random.chance(0.9) ? queryOf(value) : hostileQuery(input, random) }
  if (isForm) return { query: '', headers: { ...headers, ...multipart }, body: formOf(value, random) }
  const type = random.chance(0.97)
    ? 'application/json'
    : random.pick(['text/plain', 'application/x-www-form-urlencoded'])
  const text = random.chance(0.93) ? (JSON.stringify(value) ?? '') : random.pick(hostileBodies)
  return { query: '', headers: { ...headers, 'content-type': type }, body: Buffer.from(text) }
}

/** Random input would never make a valid order. */
function orderOf({ pieces: orderable = [] }: Known, random: Random): object {
  const orderType = random.pick(['Rpt', 'Season'])
  return orderBody({ orderType, lines: [[random.pick(orderable), 1]] })
}

const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

function queryOf(value: unknown): string {
  if (typeof value !== 'object' || value === null)
    return encodeURIComponent(asText(value).toWellFormed()).slice(0, 6000)
  const pairs = Object.entries(value).map(([key, inner]) => [key, asText(inner)] as [string, string])
  // A longer head never reaches an operation.
  const query = new URLSearchParams(pairs).toString().slice(0, 6000)
  // Keeps unpaired surrogates, in the bytes they would have.
  return pairs.some((pair) => !pair.join('').isWellFormed())
    ? query.replaceAll('%EF%BF%BD', '%ED%A0%80')
    : query
}

function hostileQuery({ properties = {} }: Schema, random: Random): string {
  const name = random.pick(['id', ...Object.keys(properties)])
  return random.pick([
    `${name}=%ZZ`,
    `${name}=%ff`,
    `${name}=%00`,
    `${name}=%ED%A0%80`,
    `${name}[]=1&${name}[]=2`,
    `${name}=1&${name}=2`,
    '&&&===',
    'a[b][c]=1',
    '__proto__[x]=1',
    '%',
  ])
}

function formOf(value: unknown, random: Random): Buffer {
  if (random.chance(0.05)) return Buffer.from(random.pick(hostileBodies))
  const fields = Object.entries(typeof value === 'object' && value !== null ? value : {})
  const headerSafe = (text: string) =>
    text
      .toWellFormed()
      .replaceAll(/["\r\n]/g, '')
      .slice(0, 300)
  return form(
    ...fields
      .filter(([name]) => name !== 'file')
      .map(([name, inner]) => part(headerSafe(name), asText(inner))),
    part(
      'file',
      hostileFile(random),
      headerSafe(random.pick(['a.png', 'a.csv', 'a.xlsx', random.pick(hostileTexts)])),
    ),
  )
}

type Turn = { number: number; operation: Operation; who: Caller; sent: Sent }

async function callOnce(app: TestApp, round: Round, turn: Turn, outcome: Outcome): Promise<number> {
  const { operation, who, sent, number } = turn
  const started = performance.now()
  let { status, text, retryAfterS } = await answerTo(app, round, turn)
  const tookMs = performance.now() - started
  // A busy server asks to come again. A call that never gets in fails.
  for (let tries = 1; status === 503 && retryAfterS > 0 && tries < maxTries; tries += 1) {
    await sleep(retryAfterS * 1000)
    ;({ status, text, retryAfterS } = await answerTo(app, round, turn))
  }
  outcome.calls += 1
  outcome.byStatus[status] = (outcome.byStatus[status] ?? 0) + 1
  outcome.slowestMs = Math.max(outcome.slowestMs, tookMs)
  if (status === 0 || status >= 500) {
    const call = `${operation.method} ${operation.path}${sent.query && `?${sent.query.slice(0, 300)}`}`
    const bodyText = sent.body?.toString().slice(0, 600) ?? ''
    outcome.failures.push({ number, status, who, call, sent: bodyText, answer: text.slice(0, 300) })
  }
  // Otherwise the round would only be refused.
  if (status === 401 && who !== 'visitor') await round.signInAgain(who)
  return status
}

type ServerAnswer = { status: number; text: string; retryAfterS: number }

function answerTo(app: TestApp, round: Round, turn: Turn): Promise<ServerAnswer> {
  const { operation, who, sent } = turn
  const { key } = who === 'rival' ? round.rival : round.shop
  const token = round.tokens[who]
  return new Promise((resolve) => {
    const fail = (error: Error) => resolve({ status: 0, text: error.message, retryAfterS: 0 })
    const maxCalls = httpRequest(
      {
        host: '127.0.0.1',
        port: app.port,
        method: operation.method,
        path: sent.query ? `${operation.path}?${sent.query}` : operation.path,
        headers: {
          host: `${key}.localhost`,
          ...sent.headers,
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
        timeout: maxCallMs,
      },
      (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (one: Buffer) => parts.push(one))
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            text: Buffer.concat(parts).toString(),
            retryAfterS: Number(answer.headers['retry-after'] ?? 0),
          }),
        )
        answer.on('error', fail)
      },
    )
    maxCalls.on('timeout', () => maxCalls.destroy(new Error(`No answer in ${maxCallMs} ms`)))
    maxCalls.on('error', fail)
    maxCalls.end(sent.body)
  })
}
