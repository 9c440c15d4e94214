import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { demoPassword } from '#shared/demo.ts'
import { exchange } from '#test/http.ts'
import { open, texts } from './shop.ts'

/** By GET without input. */
export async function call<Answer>(
  tenantKey: string,
  path: string,
  input: object | undefined,
  token?: string,
): Promise<Answer> {
  const port = process.env.TOPTAN_PORT
  const { status, body } = await exchange({
    port,
    path,
    method: input ? 'POST' : 'GET',
    headers: {
      host: `${tenantKey}.localhost:${port}`,
      'content-type': 'application/json',
      langcode: 'en',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: input && JSON.stringify(input),
  })
  if (status !== 200) throw new Error(`${path}: ${status} ${body.toString()}`)
  return JSON.parse(body.toString())
}

/** Signs in without a browser. */
export const authenticate = (tenantKey: string, username: string, password: string = demoPassword) =>
  call<{ token: string; refreshToken: string }>(tenantKey, '/api/Account/authenticate', {
    username,
    password,
  })

/** As the user whom the page has signed in. */
export async function callAs<Answer>(page: Page, path: string, input?: object): Promise<Answer> {
  const { hostname } = new URL(page.url())
  const token = (await page.context().cookies()).find(
    (one) => one.name === 'token' && one.domain === hostname,
  )
  return call<Answer>(hostname.split('.')[0] ?? '', path, input, token?.value)
}

export const adminToken = async (tenantKey: string): Promise<string> =>
  (await authenticate(tenantKey, 'admin')).token

export type Person = { username: string; email: string; password: string }

/** A new user, by default an admin. */
export async function addPerson(tenantKey: string, fields: object = {}): Promise<Person> {
  const username = `p${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`
  const person = { username, email: `${username}@example.com`, password: 'Sturdy-Bridge-42' }
  const token = await adminToken(tenantKey)
  await call(tenantKey, '/api/Account/AddUser', { ...person, roles: ['admin'], ...fields }, token)
  return person
}

export async function enter(
  page: Page,
  { username, password }: Person,
  path = '/login',
  tenantKey = 'default',
): Promise<void> {
  const t = texts.en
  await open(page, tenantKey, path, 'en')
  await page.getByLabel(t['login.username']).fill(username)
  await page.getByLabel(t['login.password'], { exact: true }).fill(password)
  await page.getByRole('button', { name: t['login.submit'] }).click()
}

/** Waits for more than `after` mails. */
export async function mailTo(address: string, after = 0): Promise<string> {
  let found: string[] = []
  await expect
    .poll(async () => {
      found = (await mails()).filter(({ to }) => to === address).map(({ text }) => text)
      return found.length
    })
    .toBeGreaterThan(after)
  return found.at(-1) ?? ''
}

async function mails(): Promise<{ to: string; text: string }[]> {
  const folder = join(process.env.TOPTAN_DATA ?? '', 'mail')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
  return Promise.all(
    names.toSorted().map(async (name) => readMail(await readFile(join(folder, name), 'utf8'))),
  )
}

function readMail(raw: string): { to: string; text: string } {
  const end = raw.indexOf('\r\n\r\n')
  const header = (name: string) =>
    new RegExp(`^${name}: *(.*)$`, 'im').exec(raw.slice(0, end))?.[1]?.trim() ?? ''
  return { to: header('To'), text: decodeBody(raw.slice(end + 4), header('Content-Transfer-Encoding')) }
}

function decodeBody(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return body
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
