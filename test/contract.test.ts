import { randomUUIDv7 } from 'node:crypto'
import { glob, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#server/http/verbs.ts'
import { openTenants, type TenantsOptions } from '#server/tenancy/tenants.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { languages } from '#shared/tenancy.ts'
import { client, refusal } from './app.ts'
import { testFolder } from './folder.ts'
import { exchange } from './http.ts'
import { form, multipart, part, send } from './send.ts'
import { secondServer, shopPerFile, useApp } from './useShop.ts'

const app = useApp()
const shop = shopPerFile(app, 'contract')
let adminToken = ''

beforeAll(async () => {
  adminToken = (await shop.signIn('admin')).body.token
})

const allEndpoints = endpoints as readonly Endpoint[]
const isForm = ({ file, files }: Endpoint) => file !== undefined || files !== undefined
/** The agent's endpoints check its token first; PostLogCart takes a list. */
const jsonEndpoints = allEndpoints.filter(
  (one) => !isForm(one) && !one.path.startsWith('/api/ErpAgent/') && !one.path.endsWith('/PostLogCart'),
)

test('every described call is served', async () => {
  const described: Endpoint[] = []
  for await (const file of glob('src/shared/**/*.ts', { exclude: ['**/*.test.ts'] })) {
    const room: Record<string, unknown> = await import(`../${file}`)
    described.push(...Object.values(room).filter(isEndpoint))
  }
  const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
  expect(described.map(nameOf).toSorted()).toEqual(allEndpoints.map(nameOf).toSorted())
})

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'transaction' in value && 'path' in value

describe('an unknown field', () => {
  test.each(jsonEndpoints.map((one) => [one.method, one.path] as const))(
    'is named in the error: %s %s',
    async (method, path) => {
      const given = { unheardOf: 'x' }
      const answer = await (method === 'GET' ? shop.admin.get(path, given) : shop.admin.post(path, given))
      expect(answer).toMatchObject(refusal(400, 'request.invalid'))
      expect(answer.body.fields).toMatchObject({ unheardOf: 'Bu adda bir alan yok' })
    },
  )

  test('is refused in lines of orders and carts', async () => {
    const body = shop.orderBody()
    const lines = body.lines.map((line) => ({ ...line, images: [] }))
    const order = await shop.dealer.post('/api/Shop/PostShopCart', { ...body, lines, note: '' })
    expect([order.status, Object.keys(order.body.fields)]).toEqual([400, ['lines.0.images', 'note']])
    const line = { productId: shop.id('A1 S'), qty: 1, currency: 'TRY', unitPrice: 100, images: [] }
    const cart = await shop.dealer.post('/api/Shop/PostLogCart', [line])
    expect([cart.status, Object.keys(cart.body.fields)]).toEqual([400, ['0.images']])
  })

  test('is refused in forms and link settings', async () => {
    const headers = { ...multipart, authorization: `Bearer ${adminToken}` }
    const body = form(part('itemCode', 'A1'), part('colorCode', '01'), part('unheardOf', 'x'))
    const sent = await send(app, shop, '/api/Shop/PostProductImages', { headers, body })
    expect(sent.body.fields).toMatchObject({ unheardOf: expect.any(String) })
    const settings = { url: 'https://erp.example.com', unheardOf: 1 }
    const link = await shop.admin.post('/api/Erp/TestLink', { kind: 'http', settings, secret: 'x' })
    expect([link.status, Object.keys(link.body.fields)]).toEqual([400, ['unheardOf']])
  })

  test('is ignored if a record is sent back as read, otherwise refused', async () => {
    const read = (await shop.admin.get('/api/Account/GetCustomerById', { id: '120.01' })).body.data
    const update = (more: object) => shop.admin.post('/api/Account/UpdateCustomer', { ...read, ...more })
    expect((await update({ users: [], excludedBrands: 99 })).status).toBe(200)
    expect(Object.keys((await update({ unheardOf: 1 })).body.fields)).toEqual(['unheardOf'])
    const { id } = (await shop.admin.post('/api/Shop/GetProducts', { limit: 1 })).body.data.items[0]
    const product = (await shop.admin.get('/api/Shop/GetProductById', { id })).body.data
    const items = product.items.map((item: { inventory: number }) => ({
      ...item,
      inventoryRead: item.inventory,
    }))
    const save = (more: object) =>
      shop.admin.post('/api/Shop/UpdateProduct', { ...product, items: [{ ...items[0], ...more }] })
    expect(Object.keys((await save({ unheardOf: 1 })).body.fields)).toEqual(['items.0.unheardOf'])
    expect((await shop.admin.post('/api/Shop/UpdateProduct', { ...product, items })).status).toBe(200)
  })

  test('is excluded by every schema of the OpenAPI document', async () => {
    const { body } = await shop.visitor.get('/api/openapi.json')
    const open: string[] = []
    const visit = (schema: unknown, at: string) => {
      if (typeof schema !== 'object' || schema === null) return
      if ('properties' in schema && !('additionalProperties' in schema)) open.push(at)
      for (const [key, inner] of Object.entries(schema)) visit(inner, `${at}/${key}`)
    }
    for (const [path, { post }] of Object.entries<{ post?: { requestBody: { content: object } } }>(
      body.paths,
    )) {
      for (const content of Object.values(post?.requestBody.content ?? {})) visit(content, path)
    }
    expect(open).toEqual([])
  })
})

describe('at an unknown host', () => {
  async function statusAt(host: string, options: TenantsOptions) {
    const tenants = openTenants(app.database, { isKept: false, ...options })
    const { port } = await secondServer(app, { tenants })
    const answer = await client(port, { host }).get('/api/Shop/GetAppSettings')
    return answer.status === 200 ? answer.body.customerKey : answer.status
  }

  test('an external database returns 404, unless CUSTOMER_KEY names a tenant', async () => {
    for (const host of ['stranger.example.com', 'localhost:3000', '127.0.0.1', 'nobody.localhost']) {
      expect(await statusAt(host, {})).toBe(404)
      expect(await statusAt(host, { customerKey: 'contract' })).toBe('contract')
    }
    expect(await statusAt('contract.localhost', {})).toBe('contract')
  })

  test('the embedded database answers as its first wholesaler', async () => {
    expect(await statusAt('localhost:3000', { isFirstForOthers: true })).toBe('contract')
  })
})

describe('HEAD', () => {
  const ask = async (port: number, method: string, path: string, encoding: string) => {
    const headers = {
      host: 'contract.localhost',
      authorization: `Bearer ${adminToken}`,
      'accept-encoding': encoding,
    }
    const answer = await exchange({ port, path, method, headers })
    return { ...answer, bytes: answer.body.length }
  }
  const stableHeaders = (headers: Record<string, unknown>) => {
    const { date: _date, connection: _connection, 'keep-alive': _keep, ...others } = headers
    return others
  }

  test('returns GET’s headers without a body: pages, assets, pictures, API', async () => {
    const web = await testFolder()
    await mkdir(join(web, 'assets'))
    await mkdir(join(web, 'texts'))
    const page = '<html lang="tr"><meta content="light dark"><!--settings--></html>'
    await writeFile(join(web, 'index.html'), page)
    await writeFile(join(web, 'panel.html'), page)
    await writeFile(join(web, 'assets/early-1.js'), '0')
    await writeFile(join(web, 'assets/a-1.js'), 'x'.repeat(2000))
    await writeFile(join(web, 'assets/a-1.js.br'), 'packed')
    for (const language of languages) {
      await writeFile(join(web, `texts/${language}.json`), '{}')
      await writeFile(join(web, `assets/texts.panel.${language}-1.js`), '0')
    }
    const { port } = await secondServer(app, { webFolder: web })
    // In this process another test has perhaps just reported a full disk.
    const health = async () => (await ask(port, 'GET', '/health', 'identity')).status
    await expect.poll(health, { timeout: 15_000 }).toBe(200)
    for (const [path, expected] of [
      ['/shop', 200],
      ['/panel/index', 200],
      ['/assets/a-1.js', 200],
      ['/assets/gone.js', 404],
      ['/products/img640/A1/01/none.jpg', 404],
      ['/pictures/logo/none.webp', 404],
      ['/api/Shop/GetAppSettings', 200],
      ['/api/Shop/GetShopHome', 200],
      ['/api/Account/GetProfile', 200],
      ['/api/Shop/GetShopHomeCart?guidKey=none', 400],
      [`/api/Shop/GetShopHomeCart?guidKey=${randomUUIDv7()}`, 404],
      ['/api/openapi.json', 200],
      ['/health', 200],
    ] as const) {
      for (const encoding of ['identity', 'br']) {
        const got = await ask(port, 'GET', path, encoding)
        const head = await ask(port, 'HEAD', path, encoding)
        expect([path, got.status]).toEqual([path, expected])
        expect([path, head.status]).toEqual([path, expected])
        expect(head.bytes).toBe(0)
        // On-the-fly compression has no length, and HEAD compresses nothing.
        const { 'transfer-encoding': chunked, ...others } = stableHeaders(got.headers)
        const { 'content-length': length, ...alike } = stableHeaders(head.headers)
        const unpacked = { 'content-encoding': undefined, vary: undefined }
        const expectedHeaders = chunked
          ? { ...others, ...unpacked }
          : { ...others, 'content-length': undefined }
        expect([path, chunked ? { ...alike, ...unpacked } : alike]).toEqual([path, expectedHeaders])
        if (!chunked) expect([path, length]).toEqual([path, got.headers['content-length']])
      }
    }
  })
})

describe('optional input', () => {
  test('may be an empty id or code', async () => {
    const none = { brandId: '', categoryId: '', currAccCode: '', orderType: 'Rpt' }
    const [empty, absent] = [
      await shop.agent.post('/api/Shop/GetCategoryProducts', none),
      await shop.agent.post('/api/Shop/GetCategoryProducts', { orderType: 'Rpt' }),
    ]
    expect(empty.body).toEqual(absent.body)
    expect(empty.status).toBe(200)
    expect(absent.body.data.products.length).toBeGreaterThan(0)
    for (const [path, given] of [
      ['/api/Shop/GetProductsBySearch', { ...none, searchText: 'a' }],
      ['/api/Shop/GetProducts', { brandId: '', categoryId: '' }],
      ['/api/Shop/GetProductSheet', { brandId: '', categoryId: '' }],
      ['/api/Shop/GetOrders', { brandId: '' }],
      ['/api/Account/GetChanges', { userId: '', subjectId: '' }],
    ] as const) {
      expect([path, (await shop.admin.post(path, given)).status]).toEqual([path, 200])
    }
    const branches = (caller: typeof shop.agent) =>
      caller.get('/api/Shop/GetSubCurrAccs', { currAccCode: '' })
    expect((await branches(shop.agent)).body.data).toEqual([])
    expect((await branches(shop.dealer)).body.data).toHaveLength(1)
    const order = shop.orderBody({ subCurrAccId: '' })
    expect((await shop.dealer.post('/api/Shop/PostShopCart', order)).status).toBe(200)
  })

  test('defaults to twenty rows in every list, as documented', async () => {
    const { body } = await shop.visitor.get('/api/openapi.json')
    const limits = jsonEndpoints.flatMap(({ method, path }) => {
      const call = body.paths[path][method.toLowerCase()]
      const limit =
        call.requestBody?.content['application/json'].schema.properties?.limit ??
        call.parameters.find(({ name }: { name?: string }) => name === 'limit')?.schema
      // The contract lists all customers without a limit.
      return limit && path !== '/api/Shop/GetCustomers' ? [[path, limit.default]] : []
    })
    expect(limits.length).toBeGreaterThan(15)
    expect(limits.filter(([, standard]) => standard !== 20)).toEqual([])
  })
})

test('customerFetch is read from query and body; the body wins', async () => {
  const rolesOf = async (query: string, input: object) => {
    const { status, body } = await shop.admin.post(`/api/Account/GetSystemUsers${query}`, input)
    const items: { roles: string[] }[] = body.data?.items ?? []
    return [status, new Set(items.flatMap(({ roles }) => roles))]
  }
  const [customers, everybody] = [new Set(['customer']), new Set(['customer', 'sp', 'admin'])]
  expect(await rolesOf('?customerFetch=true', {})).toEqual([200, customers])
  expect(await rolesOf('', { customerFetch: true })).toEqual([200, customers])
  expect(await rolesOf('?customerFetch=false', {})).toEqual([200, everybody])
  expect(await rolesOf('?customerFetch=true', { customerFetch: false })).toEqual([200, everybody])
  expect(await rolesOf('?customerFetch=maybe', {})).toEqual([400, new Set()])
  expect(await rolesOf('?role=customer', {})).toEqual([200, everybody])
  const { body } = await shop.visitor.get('/api/openapi.json')
  const { parameters } = body.paths['/api/Account/GetSystemUsers'].post
  expect(parameters.map(({ name }: { name?: string }) => name)).toContain('customerFetch')
})
