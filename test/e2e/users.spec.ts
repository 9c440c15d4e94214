import { expect, type Page } from '@playwright/test'
import { demoPassword } from '#shared/demo.ts'
import { callAs } from './people.ts'
import { addressOf, expectNoSidewaysScroll, open, phone, signIn, test, texts, violations } from './shop.ts'

const t = texts.en
const password = 'Sturdy-Bridge-42'

const unique = (stem: string) => `${stem}${Date.now().toString(36)}`

/** Signs in and opens a page of the panel. */
async function openAs(page: Page, username: string, path: string, given = demoPassword): Promise<void> {
  await open(page, 'default', `/login?redirect=${encodeURIComponent(path)}`, 'en')
  if (given === demoPassword) return signIn(page, 'en', username)
  await page.getByLabel(t['login.username']).fill(username)
  await page.getByLabel(t['login.password'], { exact: true }).fill(given)
  await page.getByRole('button', { name: t['login.submit'] }).click()
}

const save = (page: Page) => page.getByRole('button', { name: t['panel.form.save'] })
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })

test('an admin adds a user manager with exact permissions', async ({ page, browser }) => {
  const name = unique('clerk')
  await openAs(page, 'admin', '/user/create')
  await expect(page.getByRole('heading', { name: t['panel.userCreate'] })).toBeVisible()
  await save(page).click()
  await expect(page.getByLabel(t['login.username'])).toBeFocused()
  expect(await violations(page)).toEqual([])
  await page.getByLabel(t['login.username']).fill(name)
  await page.getByLabel(/^Password/).fill('password1')
  await page.getByLabel(t['panel.user.passwordRepeat']).fill('password1')
  await box(page, t['role.sp']).check()
  await page.getByRole('combobox', { name: t['panel.agentEdit'] }).click()
  await page.getByRole('option').first().click()
  await box(page, 'Users: View list').check()
  await box(page, 'Users: Edit').check()
  await expect(page.getByRole('status').filter({ hasText: t['panel.user.mayOpen'] })).toHaveText(
    `${t['panel.user.mayOpen']} Dashboard · Orders · Products · Online customers · Users · Users: Edit`,
  )
  await save(page).click()
  // The server knows common passwords.
  await expect(page.getByText(t['password.tooCommon'])).toBeVisible()
  await expect(page.getByLabel(/^Password/)).toBeFocused()
  await page.getByLabel(/^Password/).fill(password)
  await page.getByLabel(t['panel.user.passwordRepeat']).fill(password)
  await save(page).dblclick()
  await expect(page.getByRole('heading', { name: `User ${name}` })).toBeVisible()
  expect(await violations(page)).toEqual([])

  const context = await browser.newContext()
  const theirs = await context.newPage()
  await openAs(theirs, name, '/user/user-list', password)
  await expect(row(theirs, name)).toBeVisible()
  await expect(theirs.getByRole('link', { name: t['panel.userCreate'] })).toHaveCount(0)
  await expect(row(theirs, 'admin@example.com').getByRole('button')).toHaveCount(0)
  await row(theirs, 'admin@example.com').getByRole('link').click()
  await expect(theirs.getByText(t['panel.user.notYours'])).toBeVisible()
  await expect(theirs.getByLabel(t['login.username'])).toBeDisabled()
  await expect(save(theirs)).toHaveCount(0)
  expect(await violations(theirs)).toEqual([])
  await context.close()

  await page.reload()
  await expect(page.getByText('1 active session')).toBeVisible()
  await page.getByRole('button', { name: t['panel.user.signOutEverywhere'] }).click()
  await expect(page.getByText('Not signed in anywhere')).toBeVisible()
})

test('the first of several roles applies, and can be chosen', async ({ page }) => {
  const name = unique('both')
  await openAs(page, 'admin', '/user/create?currAccCode=120.01.0002')
  await expect(box(page, t['role.customer'])).toBeChecked()
  await expect(page.getByRole('combobox', { name: t['cart.customer'] })).toHaveValue(/120\.01\.0002/)
  await box(page, t['role.sp']).check()
  const first = page.getByRole('radiogroup', { name: t['panel.user.actsFirst'] })
  await expect(first.getByRole('radio', { name: t['role.customer'] })).toBeChecked()
  await first.getByText(t['role.sp']).click()
  await page.getByRole('combobox', { name: t['panel.agentEdit'] }).click()
  await page.getByRole('option').first().click()
  await page.getByLabel(t['login.username']).fill(name)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByLabel(t['panel.user.passwordRepeat']).fill(password)
  await save(page).click()
  await expect(page.getByRole('heading', { name: `User ${name}` })).toBeVisible()
  await page.reload()
  await expect(first.getByRole('radio', { name: t['role.sp'] })).toBeChecked()
})

test('a deleted user is restored by undo, and later from the list of deleted users', async ({ page }) => {
  const username = unique('gone')
  await openAs(page, 'admin', '/user/user-list')
  await expect(page.getByRole('table')).toBeVisible()
  await callAs(page, '/api/Account/AddUser', { username, password, roles: ['admin'] })
  await page.getByLabel(t['panel.user.search']).fill(username)
  await row(page, username)
    .getByRole('button', { name: `Delete ${username}` })
    .click()
  await expect(page.getByText(t['panel.list.nothingMatches'])).toBeVisible()
  await page.getByRole('button', { name: t['action.undo'] }).click()
  await expect(row(page, username)).toBeVisible()

  await row(page, username).getByRole('link', { name: username, exact: true }).click()
  await page.getByRole('button', { name: t['panel.user.delete'] }).click()
  await expect(page.getByText(t['panel.list.nothingMatches'])).toBeVisible()
  await page.goto(addressOf('default', `/user/user-list?state=deleted&text=${username}`))
  await row(page, username)
    .getByRole('link', { name: new RegExp(username) })
    .click()
  await expect(page.getByText(t['panel.user.isDeleted'])).toBeVisible()
  await page.getByRole('button', { name: t['panel.person.restore'] }).click()
  await expect(save(page)).toBeVisible()
  await page.getByLabel(t['panel.user.firstName']).fill('Back')
  await save(page).click()
  await expect(page.getByText(t['panel.form.saved'], { exact: true })).toBeVisible()
})

test('a record changed by somebody else is not overwritten, and typed values stay until reloading', async ({
  page,
  context,
}) => {
  const username = unique('twice')
  await openAs(page, 'admin', '/user/user-list')
  await expect(page.getByRole('table')).toBeVisible()
  const { data } = await callAs<{ data: { id: string } }>(page, '/api/Account/AddUser', {
    username,
    password,
    roles: ['admin'],
  })
  const address = addressOf('default', `/user/edit/${data.id}`)
  await page.goto(address)
  await expect(page.getByLabel(t['login.username'])).toHaveValue(username)
  const other = await context.newPage()
  await other.goto(address)
  await other.getByLabel(t['panel.user.lastName']).fill('Theirs')
  await save(other).click()
  await expect(other.getByText(t['panel.form.saved'], { exact: true })).toBeVisible()

  await page.getByLabel(t['panel.user.lastName']).fill('Mine')
  await save(page).click()
  await expect(page.getByRole('alert')).toContainText(t['error.record.changed'])
  await expect(page.getByLabel(t['panel.user.lastName'])).toHaveValue('Mine')
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: t['panel.form.loadAgain'] }).click()
  await expect(page.getByLabel(t['panel.user.lastName'])).toHaveValue('Theirs')
  await page.getByLabel(t['panel.user.newPassword']).fill('Another-Bridge-43')
  await page.getByLabel(t['panel.user.passwordRepeat']).fill('Another-Bridge-43')
  await save(page).click()
  await expect(page.getByText(t['panel.form.saved'], { exact: true })).toBeVisible()
  await expect(page.getByLabel(t['panel.user.newPassword'])).toHaveValue('')
  await page.getByLabel(t['panel.user.lastName']).fill('Once more')
  await save(page).click()
  await expect(save(page)).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a wrong field is not below a header that stays, with its label', async ({ page }) => {
  await page.addInitScript(() =>
    localStorage.setItem('panelSettings', JSON.stringify({ isHeaderFixed: true })),
  )
  await page.setViewportSize({ width: 1280, height: 500 })
  await openAs(page, 'admin', '/user/create')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await page.locator('main button[type="submit"]').click()
  const field = page.locator('main [data-path]:focus')
  await expect(field).toBeVisible()
  const places = await field.evaluate((element) => ({
    label: document.querySelector(`label[for="${element.id}"]`)?.getBoundingClientRect().top ?? 0,
    covered: parseFloat(getComputedStyle(document.documentElement).scrollPaddingBlockStart),
    header: document.querySelector('[data-fixed]')?.getBoundingClientRect().bottom ?? 0,
  }))
  expect(places.header).toBeGreaterThan(50)
  expect(places.covered).toBeGreaterThanOrEqual(places.header - 1)
  expect(places.label).toBeGreaterThanOrEqual(places.header)
})

test('users cannot revoke their own permissions or delete themselves', async ({ page }) => {
  await openAs(page, 'admin', '/user/user-list')
  await row(page, 'admin@example.com').getByRole('link', { name: 'admin', exact: true }).click()
  await expect(page.getByText(t['panel.user.adminMayAll'])).toBeVisible()
  await expect(box(page, t['role.admin'])).toBeDisabled()
  await expect(page.getByRole('switch', { name: t['panel.user.isActive'] })).toBeDisabled()
  await expect(page.getByRole('button', { name: t['panel.user.delete'] })).toHaveCount(0)
  await page.getByRole('link', { name: t['panel.password'] }).click()
  await expect(page).toHaveURL(/sifre-degistir/)
})

test('an agent gets a sign-in, and customers are handed over before the agent is deleted', async ({
  page,
}) => {
  const code = unique('A').toUpperCase()
  const name = unique('Agent ')
  await openAs(page, 'admin', '/user/sp-list')
  await expect(page.getByRole('table')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: t['panel.agentCreate'] }).last().click()
  await expect(page.getByRole('heading', { name: t['panel.agentCreate'] })).toBeVisible()
  // The list behind has a similar field.
  const codeField = page.getByRole('textbox', { name: t['panel.agent.code'], exact: true })
  await codeField.fill('ST01')
  await page.getByRole('textbox', { name: t['panel.person.name'], exact: true }).fill(name)
  await save(page).click()
  await expect(page.getByText(t['field.taken'])).toBeVisible()
  await codeField.fill(code)
  await save(page).click()
  await expect(page.getByRole('heading', { name: `Sales agent ${code}` })).toBeVisible()
  await expect(page.getByText(t['panel.agent.noSignIns'])).toBeVisible()
  await page.getByRole('link', { name: t['panel.agent.newSignIn'] }).click()
  await expect(box(page, t['role.sp'])).toBeChecked()
  await expect(page.getByRole('combobox', { name: t['panel.agentEdit'] })).toHaveValue(`${name} · ${code}`)
  await page.getByRole('link', { name: t['action.cancel'] }).click()

  for (const number of [1, 2]) {
    await callAs(page, '/api/Account/AddCustomer', {
      currAccCode: `${code}-${number}`,
      currAccDescription: `${name} ${number}`,
      currencyCode: 'TRY',
      priceGroup: 'P1',
      salesPersonCode: code,
    })
  }
  await page.goto(addressOf('default', `/user/sp-list?text=${code}`))
  await row(page, code)
    .getByRole('button', { name: `Delete ${name}` })
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('2 customers will have no agent.')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('combobox').fill('ST02')
  await page.getByRole('option', { name: /ST02/ }).click()
  await dialog.getByRole('button', { name: t['panel.agent.handOverAndDelete'] }).click()
  await expect(page.getByText(/2 customers now belong to .*ST02/)).toBeVisible()
  await expect(page.getByText(t['panel.list.nothingMatches'])).toBeVisible()
  await page.getByRole('button', { name: t['action.undo'] }).click()
  await expect(row(page, code)).toContainText(t['panel.person.state.active'])
  await row(page, code).getByRole('link', { name: code, exact: true }).click()
  await expect(page.getByText('No customers')).toBeVisible()
})

test('lists of people keep their filters in the URL, and are cards on a phone', async ({ page }) => {
  await page.setViewportSize(phone)
  await openAs(page, 'admin', '/user/user-list?role=sp&sort=email&order=desc')
  await expect(page.getByRole('combobox', { name: t['panel.user.role'] })).toContainText(t['role.sp'])
  await expect(row(page, 'agent@example.com')).toBeVisible()
  await expect(row(page, 'dealer@example.com')).toHaveCount(0)
  expect(await violations(page)).toEqual([])
  await expectNoSidewaysScroll(page)
})
