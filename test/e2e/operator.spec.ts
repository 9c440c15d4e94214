import { execFileSync, spawn } from 'node:child_process'
import { expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { readConfig } from '#server/config.ts'
import { connected } from '#server/db/connection.ts'
import { openStorage } from '#server/db/open.ts'
import type { Language } from '#shared/tenancy.ts'
import { addressOf, expectNoSidewaysScroll, open, phone, test, texts, violations } from './shop.ts'

const password = 'gece lambası 4711 dolap'

const environment = () => ({
  ...process.env,
  ...JSON.parse(process.env.TOPTAN_DATABASE ?? ''),
  DATA_DIR: process.env.TOPTAN_DATA,
})

/** As on the server's terminal. */
function command(...args: string[]): void {
  execFileSync(process.execPath, ['src/server/commands/operator.ts', ...args], {
    input: `${password}\n`,
    env: environment(),
  })
}

/** Sets up an authenticator as on the server's terminal, by the earliest code that is still valid. */
async function setUpAuthenticator(): Promise<{ provingCode: string; nextCode: () => string }> {
  const child = spawn(process.execPath, ['src/server/commands/operator.ts', 'totp', 'isletmen'], {
    env: environment(),
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => {
    child.on('close', resolve)
  })
  let secret = ''
  let provingCode = ''
  const codeAt = (steps: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
  child.stdout.on('data', (said) => {
    const shown = /secret=([A-Z2-7]+)/.exec(String(said))?.[1]
    if (!shown) return
    secret = shown
    provingCode = codeAt(-1)
    child.stdin.end(`${provingCode}\n`)
  })
  expect(await ended).toBe(0)
  return { provingCode, nextCode: () => codeAt(0) }
}

async function signIn(page: Page, language: Language, given: string): Promise<void> {
  const t = texts[language]
  await page.getByLabel(t['login.username']).fill('isletmen')
  await page.getByLabel(t['login.password'], { exact: true }).fill(given)
  await page.getByRole('button', { name: t['login.submit'] }).click()
}

test('an operator signs in apart from the wholesalers and sees how all of them do', async ({ page }) => {
  const t = texts.en
  command('add', 'isletmen')
  await open(page, 'default', '/panel/operator', 'en')
  await expect(page.getByRole('heading', { name: t['operator.signIn'] })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await signIn(page, 'en', 'something else')
  await expect(page.getByRole('alert')).toBeVisible()
  await signIn(page, 'en', password)
  await expect(page.getByText(t['operator.problem.backupNone'])).toBeVisible()
  await expect(
    page.getByRole('listitem').filter({ hasText: 'signs in with the password alone' }),
  ).toContainText('isletmen')
  await expect(page.getByRole('row')).toHaveCount(5)
  expect(await violations(page)).toEqual([])

  await page.getByLabel(t['operator.search']).fill('tf-')
  await expect(page.getByRole('row')).toHaveCount(3)
  await page.getByLabel(t['operator.search']).fill('nobody')
  await expect(page.getByText(t['operator.noTenant'])).toBeVisible()

  // The session is the tab's: it outlives a reload, and opens no wholesaler's page.
  await page.reload()
  await expect(page.getByRole('row')).toHaveCount(5)
  await page.goto(addressOf('default', '/panel/index'))
  await expect(page).toHaveURL(/\/login/)
  await page.goto(addressOf('default', '/panel/operator'))
  await page.getByRole('button', { name: t['operator.signOut'] }).click()
  await expect(page.getByRole('heading', { name: t['operator.signIn'] })).toBeVisible()
})

test('an operator with an authenticator signs in with its code', async ({ page }) => {
  const t = texts.en
  command('add', 'isletmen')
  const { provingCode, nextCode } = await setUpAuthenticator()
  await open(page, 'default', '/panel/operator', 'en')
  await signIn(page, 'en', password)
  const code = page.getByLabel(t['login.totp.label'])
  await expect(code).toBeFocused()
  await expect(page.getByText('npm run operator -- totp USERNAME')).toBeVisible()
  expect(await violations(page)).toEqual([])
  // It is spent.
  await code.fill(provingCode)
  await expect(page.getByRole('alert')).toHaveText(t['error.session.badCode'])
  await page.getByRole('button', { name: t['login.code.back'] }).click()
  await signIn(page, 'en', password)
  await code.pressSequentially(nextCode())
  await expect(page.getByText(t['operator.problem.backupNone'])).toBeVisible()
  await expect(page.getByText('signs in with the password alone')).toBeHidden()
  command('totp', 'isletmen', '--remove')
})

test('an operator who must wait reads how long, in seconds', async ({ page }) => {
  const t = texts.en
  command('add', 'isletmen')
  await open(page, 'default', '/panel/operator', 'en')
  for (let tries = 0; tries < 5; tries += 1) {
    const answered = page.waitForResponse('**/api/Operator/SignIn')
    await signIn(page, 'en', `wrong ${tries}`)
    await answered
    await expect(page.getByRole('alert')).toHaveText(t['error.session.badCredentials'])
    await expect(page.getByRole('button', { name: t['login.submit'] })).toHaveAttribute('aria-busy', 'false')
  }
  await signIn(page, 'en', password)
  await expect(page.getByRole('alert')).toHaveText(/^Too many tries\. Try again in \d+ seconds\.$/)
  command('unlock', 'isletmen')
  await page.reload()
  await signIn(page, 'en', password)
  await expect(page.getByText(t['operator.problem.backupNone'])).toBeVisible()
})

test('the page fits a phone, and reads from the right in Arabic', async ({ page }) => {
  command('add', 'isletmen')
  await page.setViewportSize(phone)
  await open(page, 'tf-it', '/panel/operator', 'ar')
  await signIn(page, 'ar', password)
  await expect(page.getByText(texts.ar['operator.problem.backupNone'])).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl')
  await expectNoSidewaysScroll(page)
  expect(await violations(page)).toEqual([])
})

test('what does not get out is named with host, time and reason, also in Arabic on a phone', async ({
  page,
}) => {
  command('add', 'isletmen')
  const settings = { ...JSON.parse(process.env.TOPTAN_DATABASE ?? ''), DATA_DIR: process.env.TOPTAN_DATA }
  const { connections } = await openStorage(readConfig(settings), { share: true })
  await using database = await connected(connections.owner)
  const host = 'mail.example.com:587'
  await database.query(
    `insert into mail_servers (host, failing_since, reason, failures, next_try_at)
     values ($1, now(), 'No server answers there (ECONNREFUSED)', 2, now() + interval '1 hour')`,
    [host],
  )
  try {
    await page.setViewportSize(phone)
    await open(page, 'tf-it', '/panel/operator', 'ar')
    await signIn(page, 'ar', password)
    const problem = page.getByRole('listitem').filter({ hasText: host })
    await expect(problem).toContainText('No server answers there (ECONNREFUSED)')
    await expect(problem).toContainText('لا رسائل في الانتظار')
    await expectNoSidewaysScroll(page)
    expect(await violations(page)).toEqual([])
  } finally {
    await database.query('delete from mail_servers where host = $1', [host])
  }
})
