import { test as bare, expect, type Locator, type Page } from '@playwright/test'
import { demoPassword } from '#shared/demo.ts'
import type { Language } from '#shared/tenancy.ts'
import { addressOf, open, signIn, test, texts, violations } from './shop.ts'

const t = texts.en
const dashboard = t['panel.dashboard']
const orders = t['panel.orders']
const customers = t['panel.customers']
const changes = t['panel.changes']

async function atPanel(page: Page, path = '/panel/index', tenant = 'default', language: Language = 'en') {
  await open(page, tenant, `/login?redirect=${encodeURIComponent(path)}`, language)
  await signIn(page, language, 'admin')
  await expect(page.getByRole('navigation', { name: texts[language]['panel.breadcrumb'] })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

const menu = (page: Page) => page.getByRole('navigation', { name: t['panel.menu'], exact: true })
const bar = (page: Page) => page.getByRole('navigation', { name: t['panel.tabs'] })
const tab = (page: Page, name: string) => bar(page).getByRole('link', { name, exact: true })
const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })
const burger = (page: Page) => button(page.getByRole('banner'), t['panel.menu'])
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const width = async (of: Locator) => (await of.boundingBox())?.width
const historyLength = (page: Page) => page.evaluate(() => history.length)
const sidebarStatus = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === 'sidebarStatus')?.value

/** Opens a page by its address, as a link in the panel does. */
async function go(page: Page, path: string, title: string) {
  await page.evaluate((to) => {
    const link = document.querySelector<HTMLAnchorElement>(`nav a[href="${to}"]`)
    link?.click()
  }, path)
  await expect(heading(page, title)).toBeVisible()
}

async function openAll(page: Page) {
  await page.getByRole('button', { name: t['panel.office'] }).click()
  await button(menu(page), customers).click()
  await go(page, '/siparisler/index', orders)
  await go(page, '/customer/index', customers)
  await go(page, '/panel/changes', changes)
  await expect(bar(page).getByRole('link')).toHaveText([dashboard, orders, customers, changes])
}

async function choose(page: Page, name: string, action: string) {
  await tab(page, name).click({ button: 'right' })
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

test('the sidebar is 210 px or 54 px wide, and the choice stays', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await atPanel(page)
  expect(await width(menu(page))).toBe(210)
  // A group with one page is that page.
  await expect(menu(page).getByRole('link', { name: orders })).toBeVisible()
  await burger(page).click()
  await expect.poll(() => width(menu(page))).toBe(54)
  expect(await sidebarStatus(page)).toBe('0')
  await page.reload()
  await expect(heading(page, dashboard)).toBeVisible()
  expect(await width(menu(page))).toBe(54)
  expect(await violations(page)).toEqual([])
  // By keyboard: a group lies open beside its icon while the focus is in it.
  await menu(page).getByRole('link', { name: orders }).focus()
  await page.keyboard.press('Tab')
  await expect(button(menu(page), customers)).toBeFocused()
  await expect(button(menu(page), customers)).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Escape')
  await expect(menu(page).getByRole('link', { name: t['panel.customerCreate'] })).toHaveCount(0)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(menu(page).getByRole('link', { name: t['panel.customerCreate'] })).toBeFocused()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(heading(page, t['panel.customerCreate'])).toBeVisible()
  await menu(page).getByRole('link', { name: dashboard }).hover()
  await expect(menu(page).getByText(dashboard).last()).toBeVisible()
  await burger(page).click()
  await expect.poll(() => width(menu(page))).toBe(210)
  expect(await sidebarStatus(page)).toBe('1')
})

test('under 992 px the sidebar lies over the page, and goes by a press beside it and on navigation', async ({
  page,
}) => {
  await page.setViewportSize({ width: 991, height: 800 })
  await atPanel(page)
  await expect(menu(page)).toBeHidden()
  await burger(page).click()
  await expect(menu(page)).toBeVisible()
  await expect.poll(() => menu(page).boundingBox()).toMatchObject({ x: 0, width: 210 })
  const overlay = page.locator('.mantine-Overlay-root')
  await expect(overlay).toHaveCSS('background-color', 'rgba(0, 0, 0, 0.3)')
  expect(await violations(page)).toEqual([])
  await page.mouse.click(600, 500)
  await expect(menu(page)).toBeHidden()
  await expect(overlay).toHaveCount(0)
  await burger(page).click()
  await menu(page).getByRole('link', { name: orders }).click()
  await expect(heading(page, orders)).toBeVisible()
  await expect(menu(page)).toBeHidden()
  await page.setViewportSize({ width: 992, height: 800 })
  await expect(menu(page)).toBeVisible()
  await expect(overlay).toHaveCount(0)
})

test('the way to a page begins at the dashboard and ends in plain text; its menu entry is lit', async ({
  page,
}) => {
  await atPanel(page, '/customer/index')
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await expect(page).toHaveURL(/customer\/edit/)
  const way = page.getByRole('navigation', { name: t['panel.breadcrumb'] })
  const items = way.getByRole('listitem')
  await expect(items).toHaveCount(3)
  await expect(items.nth(0)).toHaveText(dashboard)
  await expect(items.nth(1)).toHaveText(customers)
  await expect(items.nth(2).getByRole('link')).toHaveCount(0)
  // Its own name, as soon as it is known.
  await expect(page.getByRole('heading', { level: 1 })).toContainText('120.')
  const name = (await items.nth(2).textContent()) ?? ''
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  await expect(page).toHaveTitle(name)
  await expect(tab(page, name)).toHaveAttribute('aria-current', 'page')
  await expect(menu(page).getByRole('link', { name: customers, exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await way.getByRole('link', { name: dashboard }).click()
  await expect(page).toHaveTitle(dashboard)
  await expect(items).toHaveText([dashboard])
})

test('a visited page is as it was left: text, scroll and query; its tab follows its query', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 500 })
  await atPanel(page, '/siparisler/index')
  const search = page.getByRole('main').getByRole('searchbox')
  await search.fill('a')
  await expect(page).toHaveURL(/text=a/)
  await expect(page.getByRole('table')).toBeVisible()
  await page.mouse.wheel(0, 300)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(300)
  await tab(page, dashboard).evaluate((link: HTMLElement) => link.click())
  await expect(heading(page, dashboard)).toBeVisible()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await menu(page).getByRole('link', { name: orders }).click()
  await expect(page).toHaveURL(/siparisler\/index\?.*text=a/)
  await expect(search).toHaveValue('a')
  expect(await page.evaluate(() => scrollY)).toBe(300)
  await expect(bar(page).getByRole('link')).toHaveText([dashboard, orders])
  await page.reload()
  await expect(bar(page).getByRole('link')).toHaveText([dashboard, orders])
  await tab(page, dashboard).click()
  await tab(page, orders).click()
  await expect(page).toHaveURL(/text=a/)
})

test('tabs are closed by × and middle click, but no pinned one; the last one follows the one that was open', async ({
  page,
  context,
}) => {
  await atPanel(page)
  await openAll(page)
  await tab(page, orders).click({ button: 'middle' })
  await expect(bar(page).getByRole('link')).toHaveText([dashboard, customers, changes])
  await expect(heading(page, changes)).toBeVisible()
  await tab(page, customers).click()
  await button(bar(page), t['panel.tab.close'].replace('{name}', customers)).click()
  await expect(heading(page, changes)).toBeVisible()
  await expect(page).toHaveURL(/\/panel\/changes/)
  await tab(page, dashboard).click({ button: 'middle' })
  await expect(bar(page).getByRole('link')).toHaveText([dashboard, changes])
  await tab(page, changes).focus()
  await page.keyboard.press('Delete')
  await expect(page).toHaveURL(/\/panel\/index/)
  await expect(tab(page, dashboard)).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(bar(page).getByRole('link')).toHaveText([dashboard])
  expect(context.pages()).toHaveLength(1)
})

test('Close All keeps the pinned tab, and asked of it the page that was open stays', async ({ page }) => {
  await atPanel(page)
  await openAll(page)
  await choose(page, dashboard, t['panel.tab.closeAll'])
  await expect(bar(page).getByRole('link')).toHaveText([dashboard])
  await expect(page).toHaveURL(/\/panel\/changes/)
  await expect(heading(page, changes)).toBeVisible()
  await tab(page, dashboard).click()
  await expect(heading(page, changes)).toHaveCount(0)
  await openAllAgain(page)
  await choose(page, customers, t['panel.tab.closeAll'])
  await expect(bar(page).getByRole('link')).toHaveText([dashboard])
  await expect(page).toHaveURL(/\/panel\/index/)
  await openAllAgain(page)
  await choose(page, orders, t['panel.tab.closeOthers'])
  await expect(bar(page).getByRole('link')).toHaveText([dashboard, orders])
  await expect(heading(page, orders)).toBeVisible()
  await tab(page, dashboard).click({ button: 'right' })
  await expect(page.getByRole('menuitem')).toHaveText([
    t['panel.tab.refresh'],
    t['panel.tab.closeOthers'],
    t['panel.tab.closeAll'],
  ])
})

async function openAllAgain(page: Page) {
  await go(page, '/siparisler/index', orders)
  await go(page, '/customer/index', customers)
  await go(page, '/panel/changes', changes)
}

test('Refresh begins a page anew, keeps its query and adds nothing to the history', async ({ page }) => {
  await atPanel(page, '/siparisler/index?text=a')
  await page.getByRole('main').evaluate((main) => main.querySelector('h1')?.setAttribute('data-old', ''))
  await expect(page.locator('h1[data-old]')).toHaveCount(1)
  const before = await historyLength(page)
  const asked = page.waitForRequest((request) => request.url().endsWith('/api/Shop/GetOrders'))
  await choose(page, orders, t['panel.tab.refresh'])
  await asked
  await expect(page.locator('h1[data-old]')).toHaveCount(0)
  await expect(heading(page, orders)).toBeVisible()
  await expect(page).toHaveURL(/siparisler\/index\?text=a$/)
  await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue('a')
  expect(await historyLength(page)).toBe(before)
})

test('the keyboard has the menu of a tab too', async ({ page }) => {
  await atPanel(page, '/siparisler/index')
  await tab(page, orders).focus()
  for (const key of ['Shift+F10', 'ContextMenu']) {
    await page.keyboard.press(key)
    const items = page.getByRole('menu', { name: t['panel.tab.menu'].replace('{name}', orders) })
    await expect(items.getByRole('menuitem').first()).toBeFocused()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('ArrowUp')
    await expect(items.getByRole('menuitem', { name: t['panel.tab.closeAll'] })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(items).toHaveCount(0)
    await expect(tab(page, orders)).toBeFocused()
  }
  await page.keyboard.press('Shift+F10')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/panel\/index/)
  await expect(tab(page, dashboard)).toBeFocused()
})

test('a form with changes stays while others are looked at; its tab asks before it goes', async ({
  page,
}) => {
  await atPanel(page, '/customer/create')
  const name = page.getByRole('textbox', { name: t['panel.customer.name'], exact: true })
  await name.fill('Yarım Kalan')
  await menu(page).getByRole('link', { name: orders }).click()
  await expect(heading(page, orders)).toBeVisible()
  const create = t['panel.customerCreate']
  const close = button(bar(page), t['panel.tab.close'].replace('{name}', create))
  await close.click()
  await button(page.getByRole('dialog'), t['panel.form.stay']).click()
  await tab(page, create).click()
  await expect(name).toHaveValue('Yarım Kalan')
  await choose(page, create, t['panel.tab.refresh'])
  await button(page.getByRole('dialog'), t['panel.form.leave']).click()
  await expect(name).toHaveValue('')
  await name.fill('Yine')
  await close.click()
  await button(page.getByRole('dialog'), t['panel.form.leave']).click()
  await expect(heading(page, orders)).toBeVisible()
  await expect(bar(page).getByRole('link')).toHaveText([dashboard, orders])
  // What was closed keeps nothing, and what has no changes is begun anew: forms begin with what is stored.
  await button(menu(page), customers).click()
  await menu(page).getByRole('link', { name: create }).click()
  await expect(name).toHaveValue('')
})

test('the wheel scrolls many tabs; the active one and its neighbours are in view', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 700 })
  await atPanel(page, '/siparisler/index')
  await page.evaluate(() => {
    const kept = JSON.parse(sessionStorage.getItem('panelTabs') ?? '')
    for (let id = 10; id < 32; id += 1) {
      const orderId = `01920000-0000-7000-8000-0000000000${id}`
      const title = `Order ${id}`
      const path = `/siparisler/${orderId}`
      kept.tabs.push({ page: '/siparisler/$orderId', path, params: { orderId }, search: {}, title })
    }
    sessionStorage.setItem('panelTabs', JSON.stringify(kept))
  })
  await page.reload()
  await expect(bar(page).getByRole('link')).toHaveCount(24)
  const list = bar(page).getByRole('list')
  const shift = () => list.evaluate((element) => Math.round(element.scrollLeft))
  await tab(page, dashboard).hover()
  await page.mouse.wheel(0, 200)
  await expect.poll(shift).toBe(200)
  await tab(page, 'Order 20').evaluate((link: HTMLElement) => link.click())
  await expect(page).toHaveTitle('Order 20')
  const frame = await list.boundingBox()
  for (const name of ['Order 19', 'Order 20', 'Order 21']) {
    const box = await tab(page, name).locator('..').boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual((frame?.x ?? 0) + 3)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((frame?.x ?? 0) + (frame?.width ?? 0) - 3)
  }
})

test('how the panel looks is everybody’s own, and kept', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 500 })
  await atPanel(page)
  const top = page.getByRole('banner').locator('..')
  await expect(top).toHaveCSS('position', 'static')
  await button(page, t['panel.look']).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('radio')).toHaveCount(8)
  expect(await violations(page)).toEqual([])
  await drawer.getByRole('radio', { name: t['panel.settings.color.red'] }).check({ force: true })
  await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', '#f5222d')
  await drawer.getByRole('textbox', { name: t['panel.look.themeColor'] }).fill('6959CD')
  await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', '#6959cd')
  await drawer.getByRole('switch', { name: t['panel.look.fixedHeader'] }).check({ force: true })
  await drawer.getByRole('switch', { name: t['panel.look.logo'] }).check({ force: true })
  await drawer.getByRole('switch', { name: t['panel.look.tabBar'] }).uncheck({ force: true })
  expect(await violations(page)).toEqual([])
  await button(drawer, t['action.close']).click()
  await page.reload()
  await expect(heading(page, dashboard)).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  await expect(top).toHaveCSS('position', 'sticky')
  const logo = menu(page).getByRole('link').first()
  await expect(logo).toHaveCSS('height', '50px')
  await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', '#6959cd')
  await button(page, t['panel.look']).click()
  await button(drawer, t['panel.look.companyColor']).click()
  await expect(page.locator('meta[name="theme-color"]')).not.toHaveAttribute('content', '#6959cd')
})

test('pages are found by a part of their titles, mistyped too', async ({ page }) => {
  await atPanel(page)
  await button(page, t['panel.findPage']).click()
  const field = page.getByRole('combobox', { name: t['panel.findPage'] })
  await field.fill('custmer')
  await expect(
    page.getByRole('option', { name: `${customers} > ${t['panel.customerCreate']}` }),
  ).toBeVisible()
  await field.press('Enter')
  await expect(page).toHaveURL(/\/customer\//)
})

bare('errors that nobody catches are logged, without secrets; one page fails alone', async ({ page }) => {
  await atPanel(page)
  const badge = page.getByRole('button', { name: /^Error log/ })
  await expect(badge).toHaveCount(0)
  await page.evaluate(() => {
    history.replaceState(history.state, '', '?token=abc')
    setTimeout(() => {
      throw new Error('Wheel came off at /x?refreshToken=abcdef')
    })
    void Promise.reject(new Error('Nobody listens'))
  })
  await expect(badge).toHaveAccessibleName('Error log: 2 errors')
  await page.route('**/api/Shop/GetOrders', (route) =>
    route.fulfill({ json: { success: true, data: { items: [null], total: 1 } } }),
  )
  await menu(page).getByRole('link', { name: orders }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(badge).toHaveAccessibleName('Error log: 3 errors')
  await badge.click()
  const dialog = page.getByRole('dialog', { name: t['panel.errors'] })
  await expect(dialog).toContainText('Error: Wheel came off at /x?…')
  await expect(dialog).toContainText('Nobody listens')
  await expect(dialog).toContainText('/siparisler/index')
  await expect(dialog).toContainText(addressOf('default', '/panel/index'))
  expect(await dialog.textContent()).not.toMatch(/abcdef|token=abc/)
  expect(await violations(page)).toEqual([])
  await button(dialog, t['panel.errors.clear']).click()
  await expect(dialog).toHaveCount(0)
  await expect(badge).toHaveCount(0)
  await page.unroute('**/api/Shop/GetOrders')
  await tab(page, dashboard).click()
  await expect(heading(page, dashboard)).toBeVisible()
  await tab(page, orders).click()
  await choose(page, orders, t['panel.tab.refresh'])
  await expect(heading(page, orders)).toBeVisible()
})

test('tabs go with whoever signs out, who comes back to the page they left', async ({ page }) => {
  await atPanel(page, '/siparisler/index?text=a')
  await expect(bar(page).getByRole('link')).toHaveText([dashboard, orders])
  await page.getByRole('banner').getByRole('button', { name: /menu$/i }).last().click()
  await button(page, t['user.logout']).click()
  await expect(page).toHaveURL(/\/login\?redirect=%2Fsiparisler%2Findex%3Ftext%3Da$/)
  expect(await page.evaluate(() => sessionStorage.getItem('panelTabs'))).toBeNull()
  await page.goto(addressOf('default', '/login'))
  await page.getByLabel(t['login.username']).fill('admin')
  await page.getByLabel(t['login.password'], { exact: true }).fill(demoPassword)
  await button(page, t['login.submit']).click()
  await expect(bar(page).getByRole('link')).toHaveText([dashboard])
})

test('on a phone in Arabic: nothing sticks out, a resting finger opens the menu of a tab', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
  const page = await context.newPage()
  const ar = texts.ar
  await atPanel(page, '/siparisler/index', 'tf-it', 'ar')
  const nav = page.getByRole('navigation', { name: ar['panel.menu'], exact: true })
  await expect(nav).toBeHidden()
  await button(page.getByRole('banner'), ar['panel.menu']).tap()
  await expect.poll(() => nav.boundingBox()).toMatchObject({ x: 180, width: 210 })
  expect(await violations(page)).toEqual([])
  await page.touchscreen.tap(60, 500)
  await expect(nav).toBeHidden()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  const link = page
    .getByRole('navigation', { name: ar['panel.tabs'] })
    .getByRole('link', { name: ar['panel.orders'], exact: true })
  const box = await link.boundingBox()
  expect(box?.height).toBeGreaterThanOrEqual(38)
  const cdp = await context.newCDPSession(page)
  const point = { x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + 15 }
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] })
  const items = page.getByRole('menuitem')
  await expect(items).toHaveCount(4)
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect(items).toHaveCount(4)
  expect(await violations(page)).toEqual([])
  await items.nth(1).tap()
  await expect(page).toHaveURL(/\/panel\/index/)
  expect(await violations(page)).toEqual([])
  await context.close()
})
