import { test as bare, expect } from '@playwright/test'
import {
  bar,
  burger,
  chooseTabAction,
  customers,
  dashboard,
  heading,
  menu,
  openPanel,
  orders,
  sidebarStatus,
  tab,
  width,
} from './panelShell.ts'
import { addressOf, button, expectNoSidewaysScroll, test, texts, violations } from './shop.ts'

const t = texts.en

test('the sidebar is 210 or 54 px wide, and the choice is stored', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await openPanel(page)
  expect(await width(menu(page))).toBe(210)
  // A group of one page is that page.
  await expect(menu(page).getByRole('link', { name: orders })).toBeVisible()
  await burger(page).click()
  await expect.poll(() => width(menu(page))).toBe(54)
  expect(await sidebarStatus(page)).toBe('0')
  await page.reload()
  await expect(heading(page, dashboard)).toBeVisible()
  expect(await width(menu(page))).toBe(54)
  expect(await violations(page)).toEqual([])
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

test('below 992 px the sidebar covers the page, and closes on a click outside or navigation', async ({
  page,
}) => {
  await page.setViewportSize({ width: 991, height: 800 })
  await openPanel(page)
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

test('breadcrumbs lead up from the page that the tab names; the menu entry is highlighted', async ({
  page,
}) => {
  await openPanel(page, '/customer/index')
  const row = page.getByRole('row').nth(1).getByRole('link').first()
  const customerName = (await row.textContent()) ?? ''
  await row.click()
  await expect(page).toHaveURL(/customer\/account/)
  const breadcrumb = page.getByRole('navigation', { name: t['panel.breadcrumb'] })
  const items = breadcrumb.getByRole('listitem')
  await expect(items).toHaveText([dashboard, customers])
  // The record's name, once loaded.
  await expect(page.getByRole('heading', { level: 1 })).toContainText(customerName)
  const name = await page.title()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  await expect(tab(page, name)).toHaveAttribute('aria-current', 'page')
  await expect(menu(page).getByRole('link', { name: customers, exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await breadcrumb.getByRole('link', { name: dashboard }).click()
  await expect(page).toHaveTitle(dashboard)
  await expect(items).toHaveCount(0)
})

test('the panel’s look is personal and stored', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 500 })
  await openPanel(page)
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

test('pages are found by parts of their titles, also with typos', async ({ page }) => {
  await openPanel(page)
  await button(page, t['panel.findPage']).click()
  const field = page.getByRole('combobox', { name: t['panel.findPage'] })
  await field.fill('custmer')
  await expect(
    page.getByRole('option', { name: `${customers} > ${t['panel.customerCreate']}` }),
  ).toBeVisible()
  await field.press('Enter')
  await expect(page).toHaveURL(/\/customer\//)
})

test('orders, customers and products are found in the header', async ({ page }) => {
  await openPanel(page, '/customer/index')
  const code = (await page.getByRole('row').nth(1).getByRole('link').first().textContent()) ?? ''
  const find = async (text: string, option: RegExp) => {
    await button(page, t['panel.findPage']).click()
    await page.getByRole('combobox', { name: t['panel.findPage'] }).fill(text)
    await page.getByRole('option', { name: option }).first().click()
  }
  await find(code, new RegExp(`· ${code}$`))
  await expect(page).toHaveURL(/\/customer\/account\//)
  await find('1001', /^1001 · /)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('1001')
  await find('gömlek', / · BK\d+$/)
  await expect(page).toHaveURL(/\/panel-urunler\/edit\/BK/)
})

bare(
  'uncaught errors are logged without secrets, and a failing page does not affect others',
  async ({ page }) => {
    await openPanel(page)
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
    await chooseTabAction(page, orders, t['panel.tab.refresh'])
    await expect(heading(page, orders)).toBeVisible()
  },
)

test('on a phone in Arabic nothing overflows, and a long press opens a tab’s menu', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
  const page = await context.newPage()
  const ar = texts.ar
  await openPanel(page, '/siparisler/index', 'tf-it', 'ar')
  const nav = page.getByRole('navigation', { name: ar['panel.menu'], exact: true })
  await expect(nav).toBeHidden()
  await button(page.getByRole('banner'), ar['panel.menu']).tap()
  await expect.poll(() => nav.boundingBox()).toMatchObject({ x: 180, width: 210 })
  expect(await violations(page)).toEqual([])
  await page.touchscreen.tap(60, 500)
  await expect(nav).toBeHidden()
  await expectNoSidewaysScroll(page)
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

test('after a navigation the keyboard goes on from the heading, of a new record from its first field', async ({
  page,
}) => {
  await openPanel(page)
  const entry = menu(page).getByRole('link', { name: orders, exact: true })
  await entry.focus()
  await page.keyboard.press('Enter')
  await expect(heading(page, orders)).toBeFocused()
  await page.goto(addressOf('default', '/fiyatlar/index'))
  await page.getByRole('main').getByRole('link', { name: t['panel.priceRuleCreate'] }).click()
  await expect(page.getByRole('main').getByLabel(t['panel.price.name'])).toBeFocused()
  await tab(page, orders).click()
  await expect(tab(page, orders)).toBeFocused()
})
