import { expect, type Page } from '@playwright/test'
import { type PageName, pages } from '#shared/pages.ts'
import { adminToken, call } from './people.ts'
import { addressOf, open, signIn, test, texts } from './shop.ts'

const t = texts.en

/** A path with a made-up id. */
function pathOf(name: PageName): string {
  return pages[name].path.replace('/{-$userId}', '').replace(/\$\w+/, '01920000-0000-7000-8000-000000000000')
}

/** Written by hand from the product's description. */
const ownPages: PageName[] = ['dashboard', 'orders', 'order', 'profile', 'password', 'security', 'sessions']
const openPages: Record<string, PageName[]> = {
  admin: Object.keys(pages) as PageName[],
  agent: [...ownPages, 'orderEdit', 'statement', 'products', 'analysis', 'imagesPdf'],
  dealer: ownPages,
}

async function isOpen(page: Page, name: PageName): Promise<boolean> {
  await page.goto(addressOf('default', pathOf(name)))
  const missing = page.getByRole('heading', { name: t['notFound.title'] })
  const header = page.getByRole('banner').getByRole('button', { name: /menu/i }).last()
  await expect(missing.or(header)).toBeVisible()
  if (await header.isVisible()) await page.waitForLoadState('networkidle')
  return !page.url().endsWith('/404')
}

for (const [who, allowed] of Object.entries(openPages)) {
  test(`${who} can open exactly the expected pages`, async ({ page }) => {
    // An admin opens some fifty.
    test.setTimeout(180_000)
    await open(page, 'default', '/login', 'en')
    await signIn(page, 'en', who)
    await expect(page).toHaveURL(/\/panel\/index/)
    for (const name of Object.keys(pages) as PageName[]) {
      expect([name, await isOpen(page, name)]).toEqual([name, allowed.includes(name)])
    }
  })
}

test('the menu shows only the role’s pages', async ({ page }) => {
  await open(page, 'default', '/login', 'en')
  await signIn(page, 'en', 'agent')
  const menu = page.getByRole('navigation', { name: t['panel.menu'] })
  await expect(menu.getByRole('link')).toHaveText([
    t['panel.dashboard'],
    t['panel.orders'],
    t['panel.products'],
    t['panel.onlineCustomers'],
  ])
  await page.goto(addressOf('default', '/user/profile'))
  await expect(page).toHaveTitle(t['panel.profile'])
})

test('unknown paths of the panel lead to /404; without a token to login or the open shop', async ({
  page,
}) => {
  await open(page, 'default', '/panel/index', 'en')
  await expect(page).toHaveURL(addressOf('default', `/login?redirect=${encodeURIComponent('/panel/index')}`))
  await signIn(page, 'en', 'admin')
  await expect(page).toHaveURL(/\/panel\/index/)
  await page.goto(addressOf('default', '/panel/nothing'))
  await expect(page).toHaveURL(/\/404$/)
  await page.goto(addressOf('default', '/login'))
  await expect(page).toHaveURL(/\/panel\/index/)
  await page.goto(addressOf('open', '/panel/index'))
  await expect(page).toHaveURL(addressOf('open', '/shop'))
})

test('redirects only within this site', async ({ page }) => {
  for (const evil of ['//evil.example/x', 'https://evil.example/', '/\\evil.example']) {
    await open(page, 'default', `/login?redirect=${encodeURIComponent(evil)}`, 'en')
    await signIn(page, 'en', 'dealer')
    await expect(page).toHaveURL(/localhost:\d+\/panel\/index/)
    await page.context().clearCookies()
  }
})

test('a user without id or roles is refused with a message', async ({ page }) => {
  await open(page, 'default', '/login', 'en')
  await signIn(page, 'en', 'dealer')
  await expect(page).toHaveURL(/\/panel\/index/)
  const cookies = await page.context().cookies()
  for (const [answer, words] of [
    ['{}', t['session.verificationFailed']],
    [
      '{"id":"01920000-0000-7000-8000-000000000000","roles":[],"allRoles":[],"auths":[],"pageAuths":[]}',
      t['session.noRoles'],
    ],
  ] as const) {
    await page.context().addCookies(cookies)
    await page.route('**/api/Account/GetUserInfo', (route) =>
      route.fulfill({ contentType: 'application/json', body: answer }),
    )
    await page.goto(addressOf('default', '/siparisler/index'))
    await expect(page).toHaveURL(/\/login\?redirect=%2Fsiparisler%2Findex/)
    await expect(page.getByText(words)).toBeVisible()
    expect((await page.context().cookies()).some(({ name }) => name === 'token')).toBe(false)
    await page.unroute('**/api/Account/GetUserInfo')
  }
})

test('a failed user request signs out, but a missing answer does not', async ({ browser }) => {
  // An error boundary logs to the console.
  const page = await browser.newPage()
  await open(page, 'default', '/login?redirect=/siparisler/index', 'en')
  await signIn(page, 'en', 'dealer')
  await expect(page).toHaveURL(addressOf('default', '/siparisler/index'))
  const cookies = await page.context().cookies()
  const hasToken = async () => (await page.context().cookies()).some(({ name }) => name === 'token')
  const userCall = '**/api/Account/GetUserInfo'
  for (const [path, status] of [
    ['/siparisler/index', 500],
    ['/shop/orders', 503],
    ['/shop', 429],
  ] as const) {
    await page.context().addCookies(cookies)
    const Message = `Out of order ${status}`
    await page.route(userCall, (route) =>
      route.fulfill({
        status,
        contentType: 'application/json',
        body: JSON.stringify({ Message, code: 'x' }),
      }),
    )
    await page.goto(addressOf('default', path))
    await expect(page).toHaveURL(/\/login\?redirect=/)
    await expect(page.getByText(Message)).toBeVisible()
    expect(await hasToken()).toBe(false)
    await page.unroute(userCall)
  }
  await page.context().addCookies(cookies)
  await page.route(userCall, (route) => route.abort())
  await page.goto(addressOf('default', '/shop'))
  await expect(page.getByText(t['error.network']).first()).toBeVisible()
  expect(await hasToken()).toBe(true)
  await page.close()
})

test('a user with several roles switches between them, and the pages follow', async ({ page }) => {
  const user = {
    username: 'both.roles',
    roles: ['admin', 'customer'],
    currAccCode: '120.01.0001',
    password: 'Kuzey 47 gemi!',
  }
  await call('default', '/api/Account/AddUser', user, await adminToken('default'))
  await open(page, 'default', '/login', 'en')
  await page.getByLabel(t['login.username']).fill('both.roles')
  await page.getByLabel(t['login.password'], { exact: true }).fill('Kuzey 47 gemi!')
  await page.getByRole('button', { name: t['login.submit'] }).click()
  const menu = page.getByRole('navigation', { name: t['panel.menu'] })
  await expect(menu.getByText(t['panel.customers'], { exact: true }).first()).toBeVisible()
  const before = await page.context().cookies()
  await page.getByRole('banner').getByRole('button', { name: /menu/i }).last().click()
  const customer = t['panel.role.actAs'].replace('{role}', t['role.customer'])
  await page.getByRole('button', { name: customer }).click()
  await expect(menu.getByText(t['panel.customers'], { exact: true })).toHaveCount(0)
  await expect(menu.getByRole('link')).toHaveText([t['panel.dashboard'], t['panel.orders']])
  const after = await page.context().cookies()
  for (const name of ['token', 'urt']) {
    const valueIn = (cookies: typeof before) => cookies.find((cookie) => cookie.name === name)?.value
    expect(valueIn(after)).toBeTruthy()
    expect(valueIn(after)).not.toBe(valueIn(before))
  }
  await page.goto(addressOf('default', '/customer/index'))
  await expect(page).toHaveURL(/\/404$/)
})
