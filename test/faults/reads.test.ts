import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { between, seededRandom } from '#demo/random.ts'
import { createApp } from '#server/app.ts'
import { importCatalogue } from '#server/catalogue/import/catalogueImport.ts'
import { openPhotoStore } from '#server/images/photoStore.ts'
import { openTenants } from '#server/tenancy/tenants.ts'
import { type Client, client, secretKey } from '#test/app.ts'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { catalogueRows, orderBody, password, type Wholesaler, wholesaler } from '#test/factories.ts'
import { testFolder } from '#test/folder.ts'
import { quietServices } from '#test/services.ts'
import { type ServerProcess, startServer, stopServer } from './server.ts'

/*
 * Two server processes answer from memory, while orders, imports, prices, brands, exclusions, settings and users change
 * through both and past them. Each answer must be one that SQL gave at a version that the reader may have seen.
 */
const answerCount = process.env.TEST_ALL ? 1_000_000 : 50_000
const minStates = 40
const connectionsPerServer = 4
/** How far one process may be behind another. */
const maxStalenessMs = 1000
/** Older states are dropped: every answer has long arrived. */
const keptForMs = 20_000

type Read = { key: string; path: string; body?: object; token?: string | undefined }

/** What SQL answers, by read. Visible from `from` at the earliest, and until `until` at the latest. */
type State = { answers: Map<string, string>; from: number; until: number; changedAt: number | undefined }

/** `server`: which of the two was asked. */
type Answer = { key: string; server: number; sentAt: number; receivedAt: number; digest: string }

test('answers from memory are those of SQL at a version that the reader may have seen', {
  timeout: 3_600_000,
}, async () => {
  const seed = process.env.TEST_SEED || String(between(Math.random, 1, 1e9))
  const random = seededRandom(seed)
  const database = await testDatabase()
  onTestFinished(() => database.drop())
  const askSql = await sqlServer(database)
  const shop = await filledShop(database)
  // The servers share one database, so they also share the photos.
  const dataDir = await testFolder()
  const servers = await Promise.all([startOne(database, dataDir), startOne(database, dataDir)])
  const clients = servers.map(({ port }) => client(port, { host: 'reads.localhost' }))
  const tokens = await signInAll(clients)
  const reads = readsOf(tokens, await variantIds(clients, tokens))
  const states: State[] = []
  const note = async (from: number, until: number, changedAt: number | undefined) => {
    const last = states.at(-1)
    if (last) last.until = until
    const answers = new Map<string, string>()
    for (const read of reads) answers.set(read.key, await askSql(read))
    states.push({ answers, from, until: Number.POSITIVE_INFINITY, changedAt })
  }
  await note(0, 0, undefined)

  const wrong: string[] = []
  const counts = { answers: 0, states: 1 }
  const answers: Answer[] = []
  const phase = { isDone: false }
  const readers = servers.flatMap((server, index) =>
    Array.from({ length: connectionsPerServer }, async () => {
      const connection = await openConnection(server.port)
      while (!phase.isDone) {
        const read = reads[between(random, 0, reads.length - 1)]
        if (!read) continue
        const sentAt = performance.now()
        const digest = await connection.ask(read)
        answers.push({ key: read.key, server: index, sentAt, receivedAt: performance.now(), digest })
      }
      connection.close()
    }),
  )
  /** Called between two changes: every state that an answer can be from has been noted. */
  const check = () => {
    for (const answer of answers.splice(0)) {
      counts.answers += 1
      if (!isOfSomeState(answer, states)) wrong.push(`${JSON.stringify(answer)} of ${states.length} states`)
    }
    while (states.length > 1 && (states[0]?.until ?? 0) < performance.now() - keptForMs) states.shift()
  }
  const change = changesOf({ shop, database, clients, tokens, reads, random })
  try {
    while ((counts.answers < answerCount || counts.states < minStates) && wrong.length === 0) {
      const { from, changedAt } = await change()
      await note(from, performance.now(), changedAt)
      counts.states += 1
      check()
      await sleep(between(random, 0, 100))
    }
  } finally {
    phase.isDone = true
    await Promise.all(readers)
  }
  check()
  expect([`seed ${seed}`, ...wrong.slice(0, 5)]).toEqual([`seed ${seed}`])
  console.log(`${counts.answers} answers, ${counts.states} states, seed ${seed}`)
})

/** After a change through a server, its readers see no earlier state. */
function isOfSomeState({ key, server, sentAt, receivedAt, digest }: Answer, states: State[]): boolean {
  const earliest = states.findLastIndex(
    ({ changedAt }, index) => changedAt === server && (states[index - 1]?.until ?? 0) <= sentAt,
  )
  return states.some(
    ({ answers, from, until }, index) =>
      index >= earliest &&
      from <= receivedAt &&
      until >= sentAt - maxStalenessMs &&
      answers.get(key) === digest,
  )
}

/** Digest of an answer, without what differs in each call. */
function digestOf(status: number, body: string): string {
  const parsed = JSON.parse(body) as { requestId?: string }
  delete parsed.requestId
  return `${status} ${createHash('sha256').update(canonical(parsed)).digest('base64')}`
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `{${fields.map(([name, inner]) => `${name}:${canonical(inner)}`).join()}}`
}

const rows: Record<string, string>[] = [
  ...catalogueRows('1000'),
  ...catalogueRows('5').map((row) => ({ ...row, itemCode: `${row.itemCode}X`, colorCode: '02' })),
]

async function filledShop(database: TestDatabase): Promise<Wholesaler> {
  const nobody = { get: never, post: never, as: () => nobody } as Client
  const shop = await wholesaler({ ...database, at: () => nobody }, 'reads')
  await importCatalogue(database.database, shop.tenantId, { rows })
  return shop
}
const never = () => Promise.reject(new Error('There is no server yet'))

async function startOne({ connections, name }: TestDatabase, dataDir: string): Promise<ServerProcess> {
  const { host, port } = connections.owner
  const params = new URLSearchParams({ host: String(host), port: String(port) })
  const server = await startServer(dataDir, {
    DATABASE_URL: `postgresql://postgres@/${name}?${params}`,
    SECRET_KEY: secretKey,
  })
  onTestFinished(async () => void (await stopServer(server)))
  return server
}

/** Answers everything from SQL. */
async function sqlServer({ database }: TestDatabase): Promise<(read: Read) => Promise<string>> {
  const folder = await testFolder()
  const app = await createApp({
    ...quietServices(folder),
    database,
    photos: openPhotoStore({ folder }),
    tenants: openTenants(database, { isKept: false }),
    checkReplies: false,
    catalogueMemory: { maxMb: 0 },
  })
  onTestFinished(() => app.close())
  return async ({ path, body, token }) => {
    const { statusCode, payload } = await app.inject({
      method: body ? 'POST' : 'GET',
      url: path,
      headers: { host: 'reads.localhost', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(body ? { payload: body } : {}),
    })
    return digestOf(statusCode, payload)
  }
}

type Tokens = Record<'admin' | 'agent' | 'dealer', string>

async function signInAll([first]: Client[]): Promise<Tokens> {
  const tokens: Partial<Tokens> = {}
  for (const username of ['admin', 'agent', 'dealer'] as const) {
    const { body } = (await first?.post('/api/Account/authenticate', { username, password })) ?? {}
    tokens[username] = body.token
  }
  return tokens as Tokens
}

async function variantIds([first]: Client[], { dealer }: Tokens): Promise<string[]> {
  const list = { orderType: 'Rpt', limit: 200 }
  const answer = await first?.as({ token: dealer }).post('/api/Shop/GetCategoryProducts', list)
  const products = answer?.body.data.products as { items: { productId: string }[] }[]
  return products.flatMap(({ items }) => items.map(({ productId }) => productId))
}

function readsOf({ admin, agent, dealer }: Tokens, ids: string[]): Read[] {
  const list = '/api/Shop/GetCategoryProducts'
  const page = { orderType: 'Rpt', limit: 24 }
  const viewers: [string, { token?: string; currAccCode?: string }][] = [
    ['visitor', {}],
    ['dealer', { token: dealer }],
    ['admin', { token: admin }],
    ['agent for 120.02', { token: agent, currAccCode: '120.02' }],
  ]
  return viewers.flatMap(([who, { token, currAccCode }]) => {
    const as = currAccCode ? { currAccCode } : {}
    const read = (key: string, path: string, body?: object): Read => ({
      key: `${who} ${key}`,
      path: body || !currAccCode ? path : `${path}?currAccCode=${currAccCode}`,
      ...(body ? { body: { ...body, ...as } } : {}),
      token,
    })
    return [
      read('list', list, page),
      read('season', list, { ...page, orderType: 'Season', sort: 'newest' }),
      read('by price', list, { ...page, sort: 'priceAsc', facets: { inStock: true } }),
      read('search', '/api/Shop/GetProductsBySearch', { ...page, searchText: 'urun b' }),
      read('facets', '/api/Shop/GetProductFacets', { orderType: 'Rpt' }),
      read('home', '/api/Shop/GetShopHome'),
      read('ids', '/api/Shop/GetProductsByIds', { orderType: 'Rpt', ids }),
    ]
  })
}

type Changes = {
  shop: Wholesaler
  database: TestDatabase
  clients: Client[]
  tokens: Tokens
  reads: Read[]
  random: () => number
}

/** Makes a random change; returns when it began, and the server that it went through, if any. */
function changesOf({ shop, database, clients, tokens, reads, random }: Changes) {
  const pick = <One>(all: readonly One[]): One => all[between(random, 0, all.length - 1)] as One
  const done = async (answer: Promise<{ status: number; body: unknown }>, allowed = [200]) => {
    const { status, body } = await answer
    if (!allowed.includes(status)) throw new Error(`A change was refused: ${status} ${JSON.stringify(body)}`)
    return body as never
  }
  const orders: string[] = []
  let signIns = 0
  type Change = (admin: Client, at: Client) => Promise<unknown>
  const catalogue: Change[] = [
    async (_admin, at) => {
      const list = { orderType: 'Rpt', limit: 200 }
      const seen = await at.as({ token: tokens.dealer }).post('/api/Shop/GetCategoryProducts', list)
      const items = (seen.body.data?.products ?? []).flatMap((product: { items: object[] }) => product.items)
      if (items.length === 0) return
      const { productId, unitPrice = 1 } = pick<{ productId: string; unitPrice?: number }>(items)
      const order = orderBody({ lines: [[productId, between(random, 1, 5), unitPrice]] })
      const placed: { orderId?: string } = await done(
        at.as({ token: tokens.dealer }).post('/api/Shop/PostShopCart', order),
        [200, 401, 409],
      )
      if (placed.orderId) orders.push(placed.orderId)
    },
    async (admin) => {
      const id = orders.pop()
      if (id) await done(admin.get('/api/Shop/DeleteOrder', { id }))
    },
    async (admin) => {
      const { items } = (await done(admin.post('/api/Shop/GetBrands', {})))['data'] as { items: never[] }
      const { brandId } = pick<{ brandId: string }>(items)
      const brandName = `Brand ${between(random, 1, 1e6)}`
      await done(admin.post('/api/Shop/UpdateBrand', { brandId, brandName, isActive: random() < 0.8 }))
    },
    async (admin) => {
      const { items } = (await done(admin.post('/api/Shop/GetProducts', { limit: 200 })))['data'] as {
        items: never[]
      }
      const { id } = pick<{ id: string }>(items)
      await done(admin.post('/api/Shop/ChangeProducts', { ids: [id], isActive: random() < 0.6 }))
    },
    async () => byImport(),
  ]
  const access: Change[] = [
    async (admin) => {
      const { id } = (await done(admin.get('/api/Account/GetCustomerById', { id: '120.02' })))['data'] as {
        id: string
      }
      const { items } = (await done(admin.post('/api/Shop/GetBrands', {})))['data'] as { items: never[] }
      const brandIds = (items as { brandId: string }[])
        .map(({ brandId }) => brandId)
        .filter(() => random() < 0.5)
      await done(admin.post('/api/Shop/PostExcludeBrands', { userId: id, brandIds }))
    },
    async (admin, at) => {
      const users = (await done(admin.post('/api/Account/GetSystemUsers', {})))['data'] as { items: never[] }
      const known = users.items as { id: string; username: string; isActive: boolean }[]
      const { id = '', isActive } = known.find(({ username }) => username === 'dealer') ?? {}
      const user = (await done(admin.get('/api/Account/GetSystemUserById', { id })))['data'] as object
      await done(admin.post('/api/Account/UpdateUser', { ...user, isActive: !isActive }))
      if (isActive) return
      const { body } = await at.post('/api/Account/authenticate', { username: 'dealer', password })
      tokens.dealer = body.token
      signIns += 1
      const last = reads.findIndex(({ key }) => key.startsWith('again'))
      reads.splice(last < 0 ? reads.length : last, last < 0 ? 0 : 1, {
        key: `again ${signIns}`,
        path: '/api/Shop/GetCategoryProducts',
        body: { orderType: 'Rpt', limit: 24 },
        token: body.token,
      })
    },
  ]
  const settings: Change[] = [
    async (admin) => {
      const current = (await done(admin.get('/api/Account/GetTenantSettings')))['data'] as object
      await done(
        admin.post('/api/Account/UpdateTenantSettings', {
          ...current,
          authRequired: random() < 0.3,
          priceGroup: pick(['CB', 'TF']),
        }),
      )
    },
  ]
  const byImport = async () => {
    const changed = rows.filter(() => random() < 0.2)
    const given = changed.map((row) => ({
      ...row,
      priceCB: String(between(random, 1, 500)),
      inventory: String(between(random, 0, 50)),
    }))
    const report = await importCatalogue(database.database, shop.tenantId, { rows: given })
    if (!report.applied) throw new Error('The import was refused')
  }
  const versions = async () =>
    JSON.stringify(
      await database.database.global('select * from tenant_versions where tenant_id = $1', [shop.tenantId]),
    )
  let left = 0
  let kind = catalogue
  return async (): Promise<Pick<State, 'from' | 'changedAt'>> => {
    if (left === 0) {
      // Each process follows the three versions separately, so changes of two kinds may appear out of order.
      await sleep(maxStalenessMs)
      left = between(random, 3, 20)
      kind = pick([catalogue, catalogue, access, settings])
    }
    left -= 1
    const before = await versions()
    const change = pick(kind)
    const server = between(random, 0, clients.length - 1)
    const at = clients[server] as Client
    const from = performance.now()
    await change(at.as({ token: tokens.admin }), at)
    const isOwn = change !== catalogue.at(-1) && (await versions()) !== before
    return { from, changedAt: isOwn ? server : undefined }
  }
}

/** One request at a time over a kept connection. */
async function openConnection(port: number) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  const digests = new Map<string, string>()
  return {
    ask: async ({ path, body, token }: Read): Promise<string> => {
      const text = body ? JSON.stringify(body) : ''
      const head = [
        `${body ? 'POST' : 'GET'} ${path} HTTP/1.1`,
        'Host: reads.localhost',
        ...(token ? [`Authorization: Bearer ${token}`] : []),
        ...(body ? ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`] : []),
      ]
      socket.write(`${head.join('\r\n')}\r\n\r\n${text}`)
      const parts: Buffer[] = []
      for (;;) {
        const [part] = (await once(socket, 'data')) as [Buffer]
        parts.push(part)
        const all = Buffer.concat(parts)
        const end = all.indexOf('\r\n\r\n')
        if (end < 0) continue
        const length = Number(/\ncontent-length: (\d+)/i.exec(all.toString('latin1', 0, end))?.[1])
        if (all.length < end + 4 + length) continue
        const answer = all.toString('utf8', end + 4)
        const status = Number(all.toString('latin1', 9, 12))
        const known = status === 200 ? digests.get(answer) : undefined
        if (known) return known
        if (digests.size > 500) digests.clear()
        const digest = digestOf(status, answer)
        digests.set(answer, digest)
        return digest
      }
    },
    close: () => socket.destroy(),
  }
}
