import { type Browser, expect, type Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { addPerson, adminToken, call, enter, mailTo, type Person } from './people.ts'
import { addressOf, button, test, texts, violations } from './shop.ts'

const t = texts.en

/** Without a second factor. */
async function openAs(page: Page, person: Person, path: string, title: string): Promise<void> {
  await enter(page, person, `/login?redirect=${path}`)
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
}

/** Signs in on another device. */
async function otherDevice(browser: Browser, person: Person): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await enter(page, person)
  await expect(page).toHaveURL(/\/panel\/index/)
  return page
}

const newPassword = (page: Page) => page.getByLabel(new RegExp(`^${t['login.reset.newPassword']}( \\*)?$`))
const repeatPassword = (page: Page) => page.getByLabel(t['login.reset.again'])

test('a new address requires the password, and a picture appears in the header', async ({ page }) => {
  const person = await addPerson('default')
  await openAs(page, person, '/user/profile', t['panel.profile'])
  expect(await violations(page)).toEqual([])
  const password = page.getByLabel(/^Password/)
  await page.getByLabel(t['panel.profile.firstName']).fill('Maria')
  await expect(password).toHaveCount(0)
  await page.getByLabel(t['panel.profile.email']).fill(`new.${person.email}`)
  await button(page, t['panel.form.save']).click()
  await expect(password).toBeFocused()
  await password.fill('wrong')
  await button(page, t['panel.form.save']).click()
  await expect(page.getByText(t['error.account.wrongPassword'])).toBeVisible()
  await password.fill(person.password)
  await button(page, t['panel.form.save']).dblclick()
  await expect(page.getByText(t['panel.form.saved'], { exact: true })).toHaveCount(1)
  await expect(password).toHaveCount(0)
  await expect(page.getByRole('banner').getByRole('button', { name: 'Maria: menu' })).toBeVisible()
  expect(await mailTo(person.email)).toContain('now go to the new address')

  const file = page.locator('input[type=file]')
  await file.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
  await expect(page.getByRole('alert').filter({ hasText: t['panel.profile.pictureKind'] })).toBeVisible()
  await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture either') })
  await expect(page.getByRole('alert').filter({ hasText: t['error.image.invalid'] })).toBeVisible()
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') })
  await expect(page.getByRole('banner').locator('img[src^="/pictures/avatar/"]')).toBeVisible()
  await button(page, t['panel.profile.removePicture']).click()
  await expect(page.getByRole('banner').locator('img')).toHaveCount(0)
  await button(page, t['action.undo']).click()
  await expect(page.getByRole('banner').locator('img[src^="/pictures/avatar/"]')).toBeVisible()
})

test('a new password ends other sessions, and its problems are shown beside the field', async ({
  page,
  browser,
}) => {
  const person = await addPerson('default')
  const other = await otherDevice(browser, person)
  await openAs(page, person, '/user/sifre-degistir', t['panel.password'])
  const old = page.getByLabel(new RegExp(`^${t['panel.password.old']}`))
  await old.fill('wrong')
  await newPassword(page).fill(`${person.username}1`)
  await repeatPassword(page).fill(`${person.username}1`)
  await button(page, t['panel.password']).click()
  await expect(page.getByText(t['error.account.wrongPassword'])).toBeVisible()
  await expect(old).toBeFocused()
  await old.fill(person.password)
  await button(page, t['panel.password']).click()
  await expect(page.getByText(t['password.containsName'])).toBeVisible()
  expect(await violations(page)).toEqual([])
  await newPassword(page).fill('Quiet-Harbour-7')
  await repeatPassword(page).fill('Quiet-Harbour-7')
  await button(page, t['panel.password']).click()
  await expect(page.getByText(t['panel.password.changed'])).toBeVisible()
  // With two processes, the other may still know the session for a second.
  await expect(async () => {
    await other.reload()
    await expect(other).toHaveURL(/\/login\?redirect=/, { timeout: 2000 })
  }).toPass({ timeout: 10_000 })
  await page.reload()
  await expect(page.getByRole('heading', { name: t['panel.password'], level: 1 })).toBeVisible()
})

/** Returns the ten recovery codes and the secret. */
async function setUpTotp(page: Page, { password }: Person): Promise<{ codes: string[]; secret: string }> {
  await button(page, t['panel.security.turnOn']).click()
  const prompt = page.getByRole('dialog')
  await prompt.getByLabel(t['login.password'], { exact: true }).fill('wrong')
  await prompt.getByRole('button', { name: t['login.code.submit'] }).click()
  await expect(prompt.getByRole('alert')).toHaveText(t['error.account.wrongPassword'])
  await prompt.getByLabel(t['login.password'], { exact: true }).fill(password)
  await prompt.getByRole('button', { name: t['login.code.submit'] }).click()
  await expect(page.getByRole('img', { name: t['panel.security.qrLabel'] })).toBeVisible()
  expect(await violations(page)).toEqual([])
  const secret = (await page.locator('main code').innerText()).replaceAll(' ', '')
  const totp = new TOTP({ secret })
  const field = page.getByLabel(t['login.totp.label'])
  await field.fill(totp.generate() === '000000' ? '000001' : '000000')
  await expect(page.getByRole('alert')).toHaveText(t['error.session.badCode'])
  await field.fill(totp.generate())
  await expect(page.getByRole('heading', { name: t['panel.codes.title'] })).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(10)
  expect(await violations(page)).toEqual([])
  return { secret, codes: await page.locator('ol code').allInnerTexts() }
}

async function confirmCodes(page: Page): Promise<void> {
  const done = button(page, t['panel.codes.finish'])
  await expect(done).toBeDisabled()
  await page.getByRole('checkbox', { name: t['panel.codes.kept'] }).check()
  await done.click()
}

test('two-factor sign-in is set up, used and turned off; sessions are listed and ended', async ({
  page,
  browser,
}) => {
  const person = await addPerson('default')
  await openAs(page, person, '/user/security', t['panel.security'])
  const { codes, secret } = await setUpTotp(page, person)
  await page.getByRole('banner').getByRole('button', { name: /menu/ }).last().click()
  await button(page, t['panel.sessions']).click()
  await expect(page.getByRole('heading', { level: 1, name: t['panel.sessions'] })).toBeVisible()
  await page.goBack()
  await confirmCodes(page)
  await expect(page.getByText('10 recovery codes left')).toBeVisible()
  expect(await violations(page)).toEqual([])

  const other = await (await browser.newContext()).newPage()
  await enter(other, person)
  await other.getByLabel(t['login.totp.label']).fill('12345')
  expect(await violations(other)).toEqual([])
  // The set-up used the current code.
  await other
    .getByLabel(t['login.totp.label'])
    .fill(new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 }))
  await expect(other).toHaveURL(/\/panel\/index/)
  const third = await (await browser.newContext()).newPage()
  await enter(third, person)
  await button(third, t['login.totp.useRecovery']).click()
  await third.getByLabel(t['login.recovery.label']).fill(codes[0]?.toUpperCase() ?? '')
  await third.keyboard.press('Enter')
  await expect(third).toHaveURL(/\/panel\/index/)

  await page.goto(addressOf('default', '/user/sessions'))
  await expect(page.getByRole('row').filter({ hasText: t['panel.session.current'] })).toContainText(
    'Chrome on',
  )
  expect(await violations(page)).toEqual([])
  await page
    .getByRole('button', { name: /^End session/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: t['panel.session.end'] }).click()
  await expect(page.getByRole('row')).toHaveCount(3)
  await button(page, t['panel.session.endOthers']).click()
  await page.getByRole('dialog').getByRole('button', { name: t['panel.session.endOthers'] }).click()
  await expect(page.getByText(t['panel.session.only'])).toBeVisible()
  await third.reload()
  await expect(third).toHaveURL(/\/login/)

  await page.goto(addressOf('default', '/user/security'))
  await expect(page.getByText('9 recovery codes left')).toBeVisible()
  await button(page, t['panel.security.turnOff']).click()
  await page.getByRole('dialog').getByLabel(t['login.password'], { exact: true }).fill(person.password)
  await page.keyboard.press('Enter')
  await expect(button(page, t['panel.security.turnOn'])).toBeVisible()
})

test('where two-factor sign-in is required, nothing opens before it is set up', async ({ page }) => {
  const token = await adminToken('tf-ro')
  const agents = await call<{ data: { items: { salesPersonCode: string }[] } }>(
    'tf-ro',
    '/api/Account/GetSalesPersons',
    {},
    token,
  )
  const { salesPersonCode } = agents.data.items[0] ?? {}
  const person = await addPerson('tf-ro', { roles: ['sp'], salesPersonCode })
  await requireTotp(token, ['sp'])
  try {
    await enter(page, person, '/login?redirect=/shop', 'tf-ro')
    await expect(page).toHaveURL(addressOf('tf-ro', '/user/security'))
    await expect(page.getByText(t['panel.security.requiredText'])).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.goto(addressOf('tf-ro', '/siparisler/index'))
    await expect(page).toHaveURL(addressOf('tf-ro', '/user/security'))
    await setUpTotp(page, person)
    await confirmCodes(page)
    await expect(page).toHaveURL(addressOf('tf-ro', '/panel/index'))
    await page.goto(addressOf('tf-ro', '/user/security'))
    await expect(page.getByText(t['panel.security.demanded'])).toBeVisible()
    await expect(button(page, t['panel.security.turnOff'])).toHaveCount(0)
  } finally {
    await requireTotp(token, [])
  }
})

async function requireTotp(token: string, totpRoles: string[]): Promise<void> {
  const path = '/api/Account/GetTenantSettings'
  const { data } = await call<{ data: object }>('tf-ro', path, undefined, token)
  await call('tf-ro', '/api/Account/UpdateTenantSettings', { ...data, totpRoles }, token)
}
