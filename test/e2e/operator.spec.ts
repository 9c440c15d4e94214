import { execFileSync } from 'node:child_process'
import { expect, type Page } from '@playwright/test'
import type { Language } from '#shared/tenancy.ts'
import { addressOf, expectNoSidewaysScroll, open, phone, test, texts, violations } from './shop.ts'

const password = 'gece lambası 4711 dolap'

/** As on the server's terminal. */
function command(name: 'operator', ...args: string[]): void {
  execFileSync(process.execPath, [`src/server/${name}.ts`, ...args], {
    input: `${password}\n`,
    env: {
      ...process.env,
      ...JSON.parse(process.env.TOPTAN_DATABASE ?? ''),
      DATA_DIR: process.env.TOPTAN_DATA,
    },
  })
}

async function signIn(page: Page, language: Language, given: string): Promise<void> {
  const t = texts[language]
  await page.getByLabel(t['login.username']).fill('isletmen')
  await page.getByLabel(t['login.password'], { exact: true }).fill(given)
  await page.getByRole('button', { name: t['login.submit'] }).click()
}

test('an operator signs in apart from the wholesalers and sees how all of them do', async ({ page }) => {
  const t = texts.en
  command('operator', 'add', 'isletmen')
  await open(page, 'default', '/panel/operator', 'en')
  await expect(page.getByRole('heading', { name: t['operator.signIn'] })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await signIn(page, 'en', 'something else')
  await expect(page.getByRole('alert')).toBeVisible()
  await signIn(page, 'en', password)
  await expect(page.getByText(t['operator.problem.backupNone'])).toBeVisible()
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

test('the page fits a phone, and reads from the right in Arabic', async ({ page }) => {
  command('operator', 'add', 'isletmen')
  await page.setViewportSize(phone)
  await open(page, 'tf-it', '/panel/operator', 'ar')
  await signIn(page, 'ar', password)
  await expect(page.getByText(texts.ar['operator.problem.backupNone'])).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl')
  await expectNoSidewaysScroll(page)
  expect(await violations(page)).toEqual([])
})
