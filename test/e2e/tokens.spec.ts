import { expect, type Page } from '@playwright/test'
import { call } from './people.ts'
import { addFromCard, addressOf, open, refuse, signIn, test, texts } from './shop.ts'

const t = texts.en

const cookiesOf = async (page: Page) =>
  Object.fromEntries((await page.context().cookies()).map(({ name, value }) => [name, value]))

async function leaveShop(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: /menu/i }).last().click()
  await page.getByRole('button', { name: t['user.logout'] }).click()
}

async function openSignedIn(page: Page, username = 'dealer'): Promise<void> {
  await open(page, 'default', '/login?redirect=/shop', 'en')
  await signIn(page, 'en', username)
  await expect(page).toHaveURL(addressOf('default', '/shop'))
  await expect(page.locator('a[href*="categoryId="]').first()).toBeVisible()
}

const killToken = (page: Page) =>
  page.context().addCookies([{ name: 'token', value: 'dead', url: addressOf('default', '/') }])

test('signing out of the shop notifies the server and deletes cart, token and both cookies', async ({
  page,
}) => {
  await openSignedIn(page)
  await page.locator('a[href*="categoryId="]').first().click()
  await addFromCard(page, 0, 'en')
  const { token } = await cookiesOf(page)
  const logoutRequest = page.waitForRequest('**/api/Account/Logout')
  await leaveShop(page)
  expect((await logoutRequest).headers().authorization).toBe(`Bearer ${token}`)
  await expect(page).toHaveURL(addressOf('default', '/login?redirect=/shop'))
  const left = await cookiesOf(page)
  expect([left.token, left.urt]).toEqual([undefined, undefined])
  expect(await page.evaluate(() => localStorage.getItem('cart'))).toContain('"lines":[]')
})

test('a sign-out that does not reach the server is repeated by the next page', async ({ page }) => {
  await openSignedIn(page)
  await page.route('**/api/Account/Logout', (route) => route.abort())
  await leaveShop(page)
  await expect(page).toHaveURL(/\/login\?redirect=\/shop/)
  expect((await cookiesOf(page)).token).toBeUndefined()
  expect((await cookiesOf(page)).urt).toBeDefined()
  await page.unroute('**/api/Account/Logout')
  await page.reload()
  await expect.poll(async () => (await cookiesOf(page)).urt).toBeUndefined()
  await signIn(page, 'en', 'dealer')
  await expect(page).toHaveURL(addressOf('default', '/shop'))
  await page.reload()
  await expect(page.getByRole('banner').getByRole('button', { name: /menu/i }).last()).toBeVisible()
})

test('simultaneous 401s make one refresh; each call is repeated with the new token', async ({ page }) => {
  await openSignedIn(page, 'agent')
  await page.locator('a[href*="categoryId="]').first().click()
  await addFromCard(page, 0, 'en')
  const before = await cookiesOf(page)
  await killToken(page)
  let refreshes = 0
  const sent = new Map<string, string[]>()
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.endsWith('CreateTokenByRefreshToken')) refreshes += 1
    else if (pathname.startsWith('/api/')) {
      const key = pathname + search
      sent.set(key, [...(sent.get(key) ?? []), request.headers().authorization ?? ''])
    }
  })
  // Until several calls are pending.
  const refused: (() => void)[] = []
  await page.route('**/api/Shop/*', async (route) => {
    if (route.request().headers().authorization !== 'Bearer dead') return route.continue()
    await new Promise<void>((resolve) => {
      refused.push(resolve)
      setTimeout(resolve, 1500)
    })
    return route.continue()
  })
  await page.locator('a[href="/cart"]').click()
  await expect(page.getByRole('combobox', { name: t['cart.agent'] })).not.toHaveValue('')
  await page.waitForLoadState('networkidle')
  expect(refused.length).toBeGreaterThan(1)
  expect(refreshes).toBe(1)
  const after = await cookiesOf(page)
  for (const name of ['token', 'urt']) expect(after[name]).not.toBe(before[name])
  for (const tokens of sent.values()) {
    expect(tokens.filter((one) => one === 'Bearer dead').length).toBeLessThanOrEqual(1)
    expect(tokens.at(-1)).toBe(`Bearer ${after.token}`)
  }
})

test('a second 401 asks once and is not repeated', async ({ page }) => {
  await openSignedIn(page)
  let calls = 0
  await page.route('**/api/Shop/GetCategoryProducts', (route) => {
    calls += 1
    return route.fulfill({
      status: 401,
      contentType: 'application/json',
      body: JSON.stringify({ Message: 'Please sign in.', code: 'session.required', requestId: 'x' }),
    })
  })
  await page.locator('a[href*="categoryId="]').first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toHaveCount(1)
  await expect(dialog.getByText(t['session.endedTitle'])).toBeVisible()
  // Once per token.
  await page.waitForTimeout(1000)
  const asked = calls
  expect(asked % 2).toBe(0)
  await page.waitForTimeout(1500)
  expect(calls).toBe(asked)
  await dialog.getByRole('button', { name: t['action.cancel'] }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/categoryId=/)
})

test('signing in again from the dialog deletes both cookies and loads the page once', async ({ page }) => {
  await openSignedIn(page)
  await killToken(page)
  await refuse(page, '/api/Account/CreateTokenByRefreshToken', 401, 'session.ended', 'Ended.')
  await page.locator('a[href*="categoryId="]').first().click()
  const loads: string[] = []
  page.on('load', () => loads.push(page.url()))
  await page.getByRole('dialog').getByRole('button', { name: t['session.signInAgain'] }).click()
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await expect(page.getByLabel(t['login.username'])).toBeVisible()
  expect(loads).toHaveLength(1)
  await expect.poll(async () => (await cookiesOf(page)).urt).toBeUndefined()
  expect((await cookiesOf(page)).token).toBeUndefined()
})

test('the Turkish dialog has the specified words', async ({ page }) => {
  await open(page, 'default', '/login?redirect=/shop', 'tr')
  await signIn(page, 'tr', 'dealer')
  await expect(page.locator('a[href*="categoryId="]').first()).toBeVisible()
  // First what renews the token: the page may call at any time.
  await page.context().clearCookies({ name: 'urt' })
  await killToken(page)
  await page.locator('a[href*="categoryId="]').first().click()
  const dialog = page.getByRole('dialog', { name: 'Çıkış onayı' })
  await expect(dialog.getByRole('button', { name: 'Tekrar Giriş' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'İptal' })).toBeVisible()
})

test('a wrong password shows a message, without refresh or dialog', async ({ page }) => {
  await open(page, 'default', '/login', 'en')
  let refreshes = 0
  page.on('request', (request) => {
    if (request.url().includes('CreateTokenByRefreshToken')) refreshes += 1
  })
  await page.getByLabel(t['login.username']).fill('somebody.else')
  await page.getByLabel(t['login.password'], { exact: true }).fill('wrong')
  await page.getByRole('button', { name: t['login.submit'] }).click()
  await expect(page.getByRole('alert')).toContainText(t['error.session.badCredentials'])
  expect(refreshes).toBe(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a refresh token used again after rotation ends the session', async ({ page }) => {
  await openSignedIn(page)
  const { urt: stolen = '' } = await cookiesOf(page)
  await killToken(page)
  await page.reload()
  await expect(page.getByRole('banner').getByRole('button', { name: /menu/i }).last()).toBeVisible()
  const renewed = await cookiesOf(page)
  expect(renewed.urt).not.toBe(stolen)
  // Longer than the ten seconds in which parallel calls are accepted.
  await page.waitForTimeout(10_500)
  const path = `/api/Account/CreateTokenByRefreshToken?refreshToken=${encodeURIComponent(stolen)}`
  await expect(call('default', path, undefined)).rejects.toThrow(/401/)
  await page.reload()
  await expect(page).toHaveURL(/\/login\?redirect=/)
})

test('only visitors see the language menu; 991 px is a phone, 992 a desktop', async ({ page }) => {
  await open(page, 'open', '/shop', 'en')
  const languages = page.getByRole('button', { name: t['language.choose'] })
  await expect(languages).toBeVisible()
  await page.goto(addressOf('open', '/login'))
  await signIn(page, 'en', 'admin')
  await expect(page).toHaveURL(/\/panel\/index/)
  await page.goto(addressOf('open', '/shop'))
  await expect(page.getByRole('banner').getByRole('button', { name: /menu/i }).last()).toBeVisible()
  await expect(languages).toHaveCount(0)
  await page.goto(addressOf('open', '/panel/index'))
  const menu = page.getByRole('navigation', { name: t['panel.menu'], exact: true })
  await page.setViewportSize({ width: 992, height: 800 })
  await expect(menu).toBeVisible()
  await page.setViewportSize({ width: 991, height: 800 })
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: t['panel.menu'], exact: true }).click()
  await expect(menu).toBeVisible()
})

test('an interrupted answer does not end the session', async ({ browser }) => {
  // An error boundary logs to the console.
  const page = await browser.newPage()
  await openSignedIn(page)
  await page.addInitScript(() => {
    const fetch = window.fetch.bind(window)
    window.fetch = (input, init) => {
      if (input !== '/api/Account/GetUserInfo' || !sessionStorage.getItem('cutOff')) return fetch(input, init)
      const body = new ReadableStream<Uint8Array>({
        start: (stream) => stream.enqueue(new TextEncoder().encode('{"id":"')),
        pull: (stream) => stream.error(new TypeError('network error')),
      })
      return Promise.resolve(new Response(body, { status: 200 }))
    }
  })
  const categories = page.locator('a[href*="categoryId="]').first()
  await page.evaluate(() => sessionStorage.setItem('cutOff', 'yes'))
  // Uses the cached user and asks again.
  await page.reload()
  await expect(categories).toBeVisible()
  expect((await cookiesOf(page)).token).toBeDefined()
  await page.evaluate(() => sessionStorage.removeItem('cutOff'))
  await page.waitForResponse((answer) => answer.url().endsWith('/api/Account/GetUserInfo'))
  // Without a cached user.
  await page.evaluate(() => sessionStorage.setItem('cutOff', 'yes'))
  await page.evaluate(() => localStorage.removeItem('user'))
  await page.reload()
  await expect(page.getByText(t['error.network'])).toBeVisible()
  expect((await cookiesOf(page)).token).toBeDefined()
  await page.evaluate(() => sessionStorage.removeItem('cutOff'))
  await page.getByRole('button', { name: t['action.retry'] }).click()
  await expect(categories).toBeVisible()
  await page.close()
})
