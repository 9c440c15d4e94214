import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { prepareExternal } from '#server/db/connection.ts'
import { escaped } from '#server/http/htmlText.ts'
import ar from '#shared/i18n/ar.json' with { type: 'json' }
import en from '#shared/i18n/en.json' with { type: 'json' }
import fr from '#shared/i18n/fr.json' with { type: 'json' }
import it from '#shared/i18n/it.json' with { type: 'json' }
import ro from '#shared/i18n/ro.json' with { type: 'json' }
import ru from '#shared/i18n/ru.json' with { type: 'json' }
import tr from '#shared/i18n/tr.json' with { type: 'json' }
import { languages } from '#shared/tenancy.ts'
import { testDatabase } from '#test/database.ts'
import { testFolder } from '#test/folder.ts'
import { exchange } from '#test/http.ts'
import { addTenant } from '#test/tenant.ts'
import { startServer, stopServer } from './server.ts'

const texts = { tr, en, ru, it, fr, ro, ar }

/** A database that only the server's own role knows, for a server with these wholesalers. */
async function databaseWith(...keys: string[]) {
  const cluster = await testDatabase()
  const { host, port, database } = cluster.connections.owner
  for (const key of keys) await addTenant(cluster.connections, key)
  const params = new URLSearchParams({ host: String(host), port: String(port) })
  onTestFinished(() => cluster.drop())
  return {
    DATABASE_URL: `postgresql://postgres@/${database}?${params}`,
    SECRET_KEY: 'a key of tests that is long enough',
    PUBLIC_URL: '',
  }
}

async function startUntilTestEnds(env: NodeJS.ProcessEnv) {
  const server = await startServer(await testFolder(), env)
  onTestFinished(async () => void (await stopServer(server)))
  const get = (host: string, path: string, headers: Record<string, string> = {}) =>
    exchange({ port: server.port, path, headers: { host, ...headers } })
  return { server, get }
}

const browser = (language: string) => ({ accept: 'text/html,*/*;q=0.8', 'accept-language': language })

test('with an external database an unknown host returns 404, with a page for browsers', {
  timeout: 60_000,
}, async () => {
  const { server, get } = await startUntilTestEnds(await databaseWith('aaa', 'bbb'))
  const settings = '/api/Shop/GetAppSettings'
  expect((await get('aaa.localhost', settings)).status).toBe(200)
  expect(server.stdout).not.toContain('//localhost')
  const printed = [...server.stdout.matchAll(/http:\/\/([\w.-]+):\d+(\/\w*)/g)]
  expect(printed.map(([, host, path]) => `${host}${path}`)).toEqual([
    'aaa.localhost/shop',
    'aaa.localhost/panel',
    'aaa.localhost/',
    'bbb.localhost/',
  ])
  for (const [, host = '', path = ''] of printed)
    expect(await get(host, path, browser('en'))).toMatchObject({ status: 200 })
  const { headers: known } = await get('aaa.localhost', '/panel', browser('en'))

  for (const host of ['stranger.example.com', 'localhost', '127.0.0.1']) {
    const refused = await get(host, settings, { 'accept-language': 'fr' })
    expect(refused.status).toBe(404)
    expect(JSON.parse(String(refused.body))).toMatchObject({
      code: 'notFound',
      Message: texts.fr['error.notFound'],
    })
    for (const language of languages) {
      const page = await get(host, '/panel/index', browser(`${language}-XX,en;q=0.5`))
      const html = String(page.body)
      expect(page.status).toBe(404)
      expect(html).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`)
      expect(html).toContain(`<h1>${escaped(texts[language]['noShop.title'])}</h1>`)
      expect(html).toContain(escaped(texts[language]['noShop.text']))
      // Nothing from elsewhere, and nobody's name.
      expect(html).not.toMatch(/https?:|src=|url\(|<script|aaa|bbb/i)
      for (const [name, value] of Object.entries(known))
        if (/policy|security|x-/.test(name) && name !== 'content-security-policy')
          expect(page.headers[name]).toEqual(value)
      expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    }
  }
  // Other clients and calls get JSON.
  for (const headers of [{}, { accept: 'application/json' }, { accept: 'image/*' }])
    expect((await get('localhost', '/shop', headers)).headers['content-type']).toContain('json')
  expect((await get('localhost', settings, browser('en'))).headers['content-type']).toContain('json')
})

test('an unknown file of a wholesaler is a page for browsers, in the language they chose', {
  timeout: 60_000,
}, async () => {
  const { get } = await startUntilTestEnds(await databaseWith('one'))
  for (const path of ['/assets/old-1.js', '/products/img640/A/B/c.jpg', '/pictures/x', '/%']) {
    const page = await get('one.localhost', path, browser('it'))
    const isWrong = path === '/%'
    expect({ path, status: page.status }).toEqual({ path, status: isWrong ? 400 : 404 })
    expect(String(page.body)).toContain(texts.it['notFound.title'])
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect(page.headers['x-content-type-options']).toBe('nosniff')
    // Its cookies are not read.
    if (isWrong) continue
    const chosen = await get('one.localhost', path, { ...browser('it'), cookie: 'language=ar' })
    expect(String(chosen.body)).toContain('<html lang="ar" dir="rtl">')
  }
})

test('without a wholesaler the start says how to add one; with own hosts it names them', {
  timeout: 60_000,
}, async () => {
  const { server } = await startUntilTestEnds(await databaseWith())
  expect(server.stdout).not.toContain('http:')
  expect(server.stdout).toContain('npm run tenant -- create KEY --name NAME --admin USERNAME')

  const env = await databaseWith('one')
  const client = new pg.Client(env.DATABASE_URL)
  await client.connect()
  await client.query(`
    insert into tenant_hosts (tenant_id, name, position) select id, 'shop.example.com', 0 from tenants`)
  await client.end()
  const { server: named } = await startUntilTestEnds({ ...env, PUBLIC_URL: 'https://example.com:8443' })
  expect(named.stdout).toContain(`http://one.localhost:${named.port}/   https://shop.example.com:8443/`)
  await stopServer(named)
  const { server: behind } = await startUntilTestEnds({ ...env, CUSTOMER_KEY: 'one' })
  expect(behind.stdout).toContain(`Toptan is ready:  http://localhost:${behind.port}/shop`)
  expect(behind.stdout).toContain(`http://one.localhost:${behind.port}/   shop.example.com\n`)
})

test('startup fails with a message if an external database does not answer', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void silent.close())
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  await expect(
    prepareExternal({ url: `postgres://owner@127.0.0.1:${port}/toptan`, appUrl: undefined }),
  ).rejects.toThrow('The database of DATABASE_URL cannot be reached')
})
