import { expect, type Page } from '@playwright/test'
import { startSlowLine } from '../slowLine.ts'
import { addFromCard, addressOf, open, signIn, test, texts } from './shop.ts'

const t = texts.en
test.use({ serviceWorkers: 'allow' })

/** `others`: number of other cached pages. */
const cachedPage = (page: Page) =>
  page.evaluate(async () => {
    const pages = await caches.open('page')
    const [request, ...others] = await pages.keys()
    const text = request && (await (await pages.match(request))?.text())
    return { path: request && new URL(request.url).pathname, text, others: others.length }
  })

async function whenPageCached(page: Page): Promise<void> {
  await expect.poll(async () => (await cachedPage(page)).path).toBe('/shop')
  await page.evaluate(() => navigator.serviceWorker.ready)
}

/** Replaces text in the cached page. */
const editCachedPage = (page: Page, was: string | RegExp, is: string) =>
  page.evaluate(
    async ([from, to]) => {
      const pages = await caches.open('page')
      const response = await pages.match('/shop')
      const text = (await response?.text()) ?? ''
      const changed = text.replaceAll(new RegExp(from, 'g'), to)
      if (changed === text) throw new Error(`${from} is not in the page`)
      await pages.put('/shop', new Response(changed, { headers: response?.headers ?? {} }))
    },
    [typeof was === 'string' ? was : was.source, is] as const,
  )

const brands = (page: Page) => page.getByRole('heading', { name: t['home.brands'] })

/** Returns a button of the cart. */
async function filledCart(page: Page, tenantKey: string) {
  await addFromCard(page, 0, 'en')
  await page.goto(addressOf(tenantKey, '/cart'))
  const remove = page.getByRole('button', { name: t['cart.remove'] }).first()
  await expect(remove).toBeVisible()
  await whenPageCached(page)
  return remove
}

test('a cart can be opened offline', async ({ page, context }) => {
  await open(page, 'open', '/shop/products', 'en')
  const remove = await filledCart(page, 'open')
  await context.setOffline(true)
  await page.reload()
  await expect(remove).toBeVisible()
  await context.setOffline(false)
})

test('a signed-in user’s cart opens offline until sign-out', async ({ page, context }) => {
  await open(page, 'tf-it', '/login?redirect=/shop/products', 'en')
  await signIn(page, 'en', 'dealer')
  const remove = await filledCart(page, 'tf-it')
  await context.setOffline(true)
  await page.reload()
  await expect(remove).toBeVisible()
  const menu = page.getByRole('banner').getByRole('button', { name: t['user.menu'].replace('{name}', '') })
  await expect(menu).toBeVisible()
  const userResponse = page.waitForResponse((answer) => answer.url().endsWith('/api/Account/GetUserInfo'))
  await context.setOffline(false)
  expect((await userResponse).status()).toBe(200)
  const keptUser = () => page.evaluate(() => localStorage.getItem('user'))
  expect(JSON.parse((await keptUser()) ?? '{}').roles).toEqual(['customer'])
  await menu.click()
  await page.getByRole('button', { name: t['user.logout'] }).click()
  await expect(page).toHaveURL(addressOf('tf-it', '/login?redirect=/shop'))
  await expect.poll(keptUser).toBeNull()
  expect(await page.evaluate(() => localStorage.getItem('earlyCalls'))).toBeNull()
})

test('a cart opened while the server is away recovers', async ({ page, context }) => {
  await open(page, 'tf-it', '/login?redirect=/shop/products', 'en')
  await signIn(page, 'en', 'dealer')
  const remove = await filledCart(page, 'tf-it')
  await context.route('**/api/**', (route) => route.abort('internetdisconnected'))
  await page.goto(addressOf('tf-it', '/cart'))
  await expect(remove).toBeVisible()
  const away = page.getByText(t['error.network'])
  await expect(away.first()).toBeVisible()
  await context.unroute('**/api/**')
  await expect(away).toHaveCount(0, { timeout: 20_000 })
  await expect(remove).toBeVisible()
})

test('a company’s page is cached once for all paths, without user data', async ({ page }) => {
  await open(page, 'open', '/shop/products?sort=newest', 'en')
  await whenPageCached(page)
  await page.goto(addressOf('open', '/shop'))
  await expect(brands(page)).toBeVisible()
  await page.goto(addressOf('open', '/login'))
  const { text, others } = await cachedPage(page)
  expect(others).toBe(0)
  const sent = await page.evaluate(() => fetch('/shop').then((answer) => answer.text()))
  expect(text).toBe(sent)
})

for (const [name, delay] of [
  ['a quick line', 0],
  ['a line with late answers', 300],
] as const) {
  test(`an outdated page reloads by itself on ${name}`, async ({ page }) => {
    const near = new URL(addressOf('open', '/shop/products'))
    const line = await startSlowLine(Number(near.port), { down: 1_000_000, up: 1_000_000, delay })
    const address = Object.assign(new URL(near), { port: line.port }).href
    await page.goto(address)
    await whenPageCached(page)
    const shopName = await page.evaluate(
      () => JSON.parse(document.getElementById('settings')?.textContent ?? '{}').displayName,
    )
    await editCachedPage(page, `"displayName":"[^"]*"`, '"displayName":"Yesterday"')
    const names: string[] = []
    await page.exposeFunction('noteName', (one: string) => void names.push(one))
    await page.addInitScript(() => {
      const { noteName } = window as unknown as { noteName: (name: string) => void }
      addEventListener('DOMContentLoaded', () => {
        noteName(JSON.parse(document.getElementById('settings')?.textContent ?? '{}').displayName)
      })
    })
    await page.goto(address)
    await expect.poll(() => names.at(-1)).toBe(shopName)
    expect(names).toEqual(['Yesterday', shopName])
    await expect(page.getByRole('article').first()).toBeVisible()
    line.stop()
  })
}

test('an outdated page in use stays until the next navigation', async ({ page }) => {
  await open(page, 'open', '/shop', 'en')
  await whenPageCached(page)
  await brands(page).click()
  await page.evaluate(() => {
    Object.assign(window, { isSamePage: true })
    navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: 'outdated' }))
  })
  const isSame = () => page.evaluate(() => 'isSamePage' in window)
  await page.waitForTimeout(500)
  expect(await isSame()).toBe(true)
  await page.getByRole('main').getByRole('link').first().click()
  await expect(page.getByRole('article').first()).toBeVisible()
  expect(await isSame()).toBe(false)
  expect(new URL(page.url()).pathname).toBe('/shop/products')
})

test('a cached page whose scripts are gone is replaced', async ({ page }) => {
  await open(page, 'open', '/shop', 'en')
  await whenPageCached(page)
  await editCachedPage(page, /assets\/shop-[\w-]+\.js/, 'assets/shop-yesterday.js')
  await page.goto(addressOf('open', '/shop'))
  await expect(brands(page)).toBeVisible()
})

test('a chosen colour scheme is in the next page from the first byte', async ({ page }) => {
  await open(page, 'open', '/shop', 'en')
  await whenPageCached(page)
  await page.getByRole('button', { name: new RegExp(t['language.choose']) }).click()
  await page.getByRole('button', { name: t['scheme.dark'] }).click()
  await expect.poll(async () => (await cachedPage(page)).path).toBeUndefined()
  await page.goto(addressOf('open', '/shop'))
  await expect(brands(page)).toBeVisible()
  await expect.poll(async () => (await cachedPage(page)).text).toContain('data-mantine-color-scheme="dark"')
})

const cachedScripts = (page: Page) =>
  page.evaluate(async () => {
    const scripts = await caches.open('scripts')
    return (await scripts.keys()).map(({ url }) => new URL(url).pathname)
  })

test('the first scripts come from the cache, or from the server if missing', async ({ page }) => {
  await open(page, 'open', '/shop', 'en')
  await whenPageCached(page)
  const names = await page
    .locator('script[defer]')
    .evaluateAll((scripts) => scripts.map((one) => one.getAttribute('src')))
  expect(names).toHaveLength(3)
  await expect.poll(() => cachedScripts(page)).toEqual(names)
  await page.evaluate(async () => {
    const scripts = await caches.open('scripts')
    for (const request of await scripts.keys()) {
      const text = await (await scripts.match(request))?.text()
      await scripts.put(
        request,
        new Response(`globalThis.isKept = true;${text}`, { headers: { 'content-type': 'text/javascript' } }),
      )
    }
  })
  const isFromCache = () => page.evaluate(() => 'isKept' in globalThis)
  await page.goto(addressOf('open', '/shop'))
  await expect(brands(page)).toBeVisible()
  expect(await isFromCache()).toBe(true)
  await page.evaluate(() => caches.delete('scripts'))
  await page.goto(addressOf('open', '/shop'))
  await expect(brands(page)).toBeVisible()
  expect(await isFromCache()).toBe(false)
})

test('a new build’s first scripts replace the old ones', async ({ page }) => {
  await open(page, 'open', '/shop', 'en')
  await whenPageCached(page)
  await expect.poll(async () => (await cachedScripts(page)).length).toBe(3)
  const names = await cachedScripts(page)
  await page.evaluate(async () => {
    await (await caches.open('scripts')).put('/assets/shop-yesterday.js', new Response(''))
    await (await navigator.serviceWorker.getRegistration())?.unregister()
  })
  expect(await cachedScripts(page)).toHaveLength(4)
  await page.goto(addressOf('open', '/shop'))
  await expect.poll(() => cachedScripts(page)).toEqual(names)
})
