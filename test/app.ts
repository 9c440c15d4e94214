import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '#server/app.ts'
import { importJob } from '#server/catalogue/import/runs/importJob.ts'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/db/tenant.ts'
import { openPhotoStore, type PhotoStore } from '#server/images/photoStore.ts'
import { photoJob } from '#server/images/photoWork.ts'
import type { JobWaker } from '#server/jobs/jobs.ts'
import type { Jobs } from '#server/jobs/runner.ts'
import { openMailer } from '#server/mail/mailer.ts'
import { type WatchedMailer, watchMailServer } from '#server/mail/mailServer.ts'
import { orderMailsJob } from '#server/orders/mails/sending.ts'
import { openLog } from '#server/process/log.ts'
import { type Secrets, secretsOf } from '#server/process/secrets.ts'
import { openTenants, type Tenants } from '#server/tenancy/tenants.ts'
import type { TestDatabase } from './database.ts'
import { exchange, isJson } from './http.ts'
import { testJobs } from './jobs.ts'
import { type MailServer, startMailServer } from './mailServer.ts'

export type Answer<Body = Record<string, unknown>> = {
  status: number
  body: Body
  headers: Record<string, unknown>
}

/** Calls one host's endpoints, like a browser. */
export type Client = {
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look at answers freely
  get: (path: string, query?: Record<string, string>) => Promise<Answer<any>>
  /** A form is sent as such, anything else as JSON. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look at answers freely
  post: (path: string, body?: unknown) => Promise<Answer<any>>
  as: (change: {
    token?: string
    langCode?: string
    cookie?: string
    headers?: Record<string, string>
  }) => Client
}

export type TestApp = {
  database: Database
  connections: TestDatabase['connections']
  photos: PhotoStore
  /** Holds photos and other files. */
  folder: string
  port: number
  mailServer: MailServer
  /** Runs mails, photos and imports when woken; does not poll. */
  jobs: Jobs
  tenants: Tenants
  secrets: Secrets
  mailer: WatchedMailer
  /** Called instead of starting transfers; does nothing unless a test sets it. */
  erpWaker: { woken: (tenantId: string) => void }
  /** A client of the tenant with this key. */
  at: (tenantKey: string) => Client
  close: () => Promise<void>
}

export const secretKey = 'a key for tests that is long enough to be one'

/** A whole server with its own database and photo folder on a free local port. Pass a database outside vitest. */
export async function testApp(given?: TestDatabase): Promise<TestApp> {
  // Vitest can only be imported while it runs.
  const { database, connections, drop } = given ?? (await (await import('./database.ts')).testDatabase())
  const folder = await mkdtemp(join(tmpdir(), 'toptan-photos-'))
  const photos = openPhotoStore({ folder: join(folder, 'photos') })
  const tenants = openTenants(database, { isKept: false })
  const mailServer = await startMailServer()
  const say = () => {}
  const settings = { smtpUrl: mailServer.url, mailFrom: 'shop@example.com', dataDir: folder }
  const mailer = watchMailServer(openMailer(settings, say), { database, say })
  const secrets = secretsOf(secretKey)
  // Does not poll, so failed work stays.
  const jobs = testJobs(database, {
    orderMails: orderMailsJob({ database, tenants, photos, mailer }, { say }),
    photos: photoJob({ database, photos }, { say }),
    imports: importJob({ database, photos }, { progressEveryMs: 100, say }),
  })
  // Sends nothing by itself before a test lets it.
  const erpWaker = { woken: (_tenantId: string) => {} }
  const waker: JobWaker = {
    wake: (tenantId, kind) => (kind === 'erpTransfer' ? erpWaker.woken(tenantId) : jobs.wake(tenantId, kind)),
  }
  const services = {
    database,
    tenants,
    photos,
    mailer,
    secrets,
    jobs: waker,
  }
  const app = await createApp({
    ...services,
    publicUrl: undefined,
    deployment: { isEmbedded: true, publicUrl: undefined, backup: undefined },
    checkReplies: true,
    log: openLog('error'),
    catalogueMemory: { maxMb: readConfig().catalogueMemoryMb, isAwaited: true },
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return {
    database,
    connections,
    photos,
    folder,
    port,
    mailServer,
    jobs,
    tenants,
    secrets,
    mailer,
    erpWaker,
    at: (key) => client(port, { host: `${key}.localhost` }),
    close: async () => {
      await app.close()
      await jobs.stop()
      mailer.close()
      await mailServer.close()
      await drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The data of an answer, which must be 200. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests look at answers freely
export async function dataOf(answer: Promise<Answer<any>>): Promise<any> {
  const { status, body } = await answer
  if (status !== 200) throw new Error(`Answered with ${status} ${JSON.stringify(body)}`)
  return body.data
}

/** What a refused answer matches. */
export const refusal = (status: number, code: string, more: object = {}) => ({
  status,
  body: { code, ...more },
})

export function client(port: number, headers: Record<string, string>): Client {
  return {
    get: (path, query = {}) => {
      const search = new URLSearchParams(query).toString()
      return call(port, 'GET', search ? `${path}?${search}` : path, headers)
    },
    post: (path, body) => call(port, 'POST', path, headers, body),
    as: ({ token, langCode, cookie, headers: more = {} }) =>
      client(port, {
        ...headers,
        ...more,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(langCode ? { langcode: langCode } : {}),
        ...(cookie ? { cookie } : {}),
      }),
  }
}

async function call(
  port: number,
  method: string,
  path: string,
  headers: Record<string, string>,
  input?: unknown,
): Promise<Answer> {
  const { type, body } = await encode(input)
  const answer = await exchange({
    port,
    path,
    method,
    headers: { ...headers, ...(type && { 'content-type': type }) },
    body,
  })
  return { ...answer, body: isJson(answer.headers) ? JSON.parse(answer.body.toString()) : answer.body }
}

async function encode(input: unknown): Promise<{ type?: string; body?: string | Buffer }> {
  if (input === undefined) return {}
  if (!(input instanceof FormData)) return { type: 'application/json', body: JSON.stringify(input) }
  const encoded = new Response(input)
  return {
    type: encoded.headers.get('content-type') ?? '',
    body: Buffer.from(await encoded.arrayBuffer()),
  }
}
