import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect as secureConnect } from 'node:tls'
import { describe, expect, test } from 'vitest'
import { maxImportBytes } from '#shared/imports/importTerms.ts'
import { balancers, missingFor, startBalancer } from './balancers.ts'
import { password } from './factories.ts'
import { exchange } from './http.ts'
import { asJson, form, multipart, part } from './send.ts'
import { secondServer, shopPerFile, useApp } from './useShop.ts'

const app = useApp()
const shop = shopPerFile(app)

const host = 'shop.localhost'
/** An address of this machine that is not the proxy's. */
const clientAddress = '127.0.0.2'
const forged = {
  'x-forwarded-for': '9.9.9.9',
  'x-forwarded-host': 'evil.example',
}

describe.each(balancers)('behind $name', (balancer) => {
  const missing = missingFor(balancer)
  if (missing) console.warn(`Not tested behind ${balancer.name}: ${missing} is missing.`)

  const start = async (change?: (text: string) => string) => {
    const options = {
      trustProxy: '127.0.0.1',
      // Then also the cookie of writes is set, which only counts beside a replica.
      database: { ...app.database, hasReplica: true },
    }
    const servers = [await secondServer(app, options), await secondServer(app, options)] as const
    return startBalancer(balancer, [servers[0].port, servers[1].port], change)
  }

  const signIn = (to: { port: number; ca?: Buffer }, headers: Record<string, string>) =>
    exchange({
      ...to,
      path: '/api/Account/authenticate',
      method: 'POST',
      headers: { ...asJson, host, ...forged, ...headers },
      body: JSON.stringify({ username: 'dealer', password }),
      localAddress: clientAddress,
    })
  const lastAddress = async () =>
    (
      await shop.query<{ address: string }>(
        'select address from sessions where tenant_id = $1 order by created_at desc limit 1',
      )
    )[0]?.address

  test.skipIf(missing)('people sign in by TLS, with cookies only for TLS', async () => {
    const { securePort, ca } = await start()
    const answer = await signIn({ port: securePort, ca }, { 'x-forwarded-proto': 'http' })
    expect(answer.status).toBe(200)
    const cookies = answer.headers['set-cookie'] ?? []
    expect(cookies.map((cookie) => String(cookie.split('=')[0])).toSorted()).toEqual([
      'device',
      'urt',
      'written',
    ])
    for (const cookie of cookies) expect(cookie).toContain('; Secure')
    // A header that is sent twice would be joined by a comma.
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000')
    expect(await lastAddress()).toBe(clientAddress)
  })

  test.skipIf(missing)('plain HTTP leads to TLS, and nothing else is answered', async () => {
    const { port } = await start()
    const answer = await exchange({ port, path: '/shop?search=a%20b', headers: { host } })
    expect([answer.status, answer.headers.location]).toEqual([308, `https://${host}/shop?search=a%20b`])
    const signedIn = await signIn({ port }, {})
    expect([signedIn.status, signedIn.headers['set-cookie']]).toEqual([308, undefined])
  })

  test.skipIf(missing)('the largest file of an import arrives', async () => {
    const { securePort, ca } = await start()
    const { token } = (await shop.signIn('admin')).body
    const heading = 'itemCode;itemDescription\n'
    const line = `A1;${'x'.repeat(1021)}\n`
    const content = (heading + line.repeat(maxImportBytes / 1024)).slice(0, maxImportBytes)
    const body = form(part('file', content, 'liste.csv'))
    // In pieces: the servers, which must answer /health, run in this very process.
    function* cut() {
      for (let at = 0; at < body.length; at += 65_536) yield body.subarray(at, at + 65_536)
    }
    const send = () =>
      exchange({
        port: securePort,
        ca,
        path: '/api/Shop/PostImportFile',
        method: 'POST',
        headers: {
          ...multipart,
          host,
          authorization: `Bearer ${token}`,
          'content-length': String(body.length),
        },
        body: Readable.from(cut()),
      })
    // On a busy machine /health may be late, and the proxy then sends nothing for a moment.
    let answer = await send().catch(() => undefined)
    for (let attempt = 0; attempt < 3 && (!answer || answer.status === 503); attempt += 1) {
      await sleep(1000)
      answer = await send().catch(() => undefined)
    }
    expect([answer?.status, String(answer?.body)]).toEqual([200, expect.stringContaining('"id"')])
  })

  test.skipIf(missing)('connections on which no request comes are closed', async () => {
    const { port, securePort, ca } = await start((text) => text.replaceAll(/\b10s\b/g, '1s'))
    const half = `GET /health HTTP/1.1\r\nHost: ${host}\r\nX-A`
    const silent = connect(port, '127.0.0.1')
    let said = ''
    silent.on('data', (bytes) => {
      said += String(bytes)
    })
    const open = [
      connect(port, '127.0.0.1'),
      secureConnect({ port: securePort, host: '127.0.0.1', servername: host, ca }),
    ]
    for (const socket of open) socket.write(half)
    await Promise.all(
      [silent, ...open].map(async (socket) => {
        socket.resume()
        await once(socket, 'close')
      }),
    )
    // Browsers connect ahead, and would take it for the answer to what they ask next.
    expect(said).toBe('')
  })

  test.skipIf(missing || !balancer.withoutTls)('without TLS, a forged protocol is not believed', async () => {
    const { port } = await start(balancer.withoutTls)
    const answer = await signIn({ port }, { 'x-forwarded-proto': 'https' })
    expect(answer.status).toBe(200)
    for (const cookie of answer.headers['set-cookie'] ?? []) expect(cookie).not.toContain('Secure')
    expect(await lastAddress()).toBe(clientAddress)
  })
})
