import { expect, type Page } from '@playwright/test'
import { demoPassword } from '#shared/demo.ts'
import {
  bar,
  changes,
  chooseTabAction,
  customers,
  dashboard,
  go,
  heading,
  historyLength,
  menu,
  openAll,
  openPanel,
  orders,
  tab,
} from './panelShell.ts'
import { addressOf, button, test, texts, violations } from './shop.ts'

const t = texts.en

test('a visited page keeps text, scroll position and query; its tab has its query', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 500 })
  await openPanel(page, '/siparisler/index')
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

test('tabs close by button and middle click, except pinned ones; then the previous tab opens', async ({
  page,
  context,
}) => {
  await openPanel(page)
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

test('Close All keeps the pinned tab, and a page it was called from', async ({ page }) => {
  await openPanel(page)
  await openAll(page)
  await chooseTabAction(page, dashboard, t['panel.tab.closeAll'])
  await expect(bar(page).getByRole('link')).toHaveText([dashboard])
  await expect(page).toHaveURL(/\/panel\/changes/)
  await expect(heading(page, changes)).toBeVisible()
  await tab(page, dashboard).click()
  await expect(heading(page, changes)).toHaveCount(0)
  await openAllAgain(page)
  await chooseTabAction(page, customers, t['panel.tab.closeAll'])
  await expect(bar(page).getByRole('link')).toHaveText([dashboard])
  await expect(page).toHaveURL(/\/panel\/index/)
  await openAllAgain(page)
  await chooseTabAction(page, orders, t['panel.tab.closeOthers'])
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

test('Refresh restarts a page, keeps its query and adds no history entry', async ({ page }) => {
  await openPanel(page, '/siparisler/index?text=a')
  await page.getByRole('main').evaluate((main) => main.querySelector('h1')?.setAttribute('data-old', ''))
  await expect(page.locator('h1[data-old]')).toHaveCount(1)
  const before = await historyLength(page)
  const asked = page.waitForRequest((request) => request.url().endsWith('/api/Shop/GetOrders'))
  await chooseTabAction(page, orders, t['panel.tab.refresh'])
  await asked
  await expect(page.locator('h1[data-old]')).toHaveCount(0)
  await expect(heading(page, orders)).toBeVisible()
  await expect(page).toHaveURL(/siparisler\/index\?text=a$/)
  await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue('a')
  expect(await historyLength(page)).toBe(before)
})

test('a tab’s menu opens by keyboard too', async ({ page }) => {
  await openPanel(page, '/siparisler/index')
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

test('a changed form stays while other pages are visited, and asks before closing', async ({ page }) => {
  await openPanel(page, '/customer/create')
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
  await chooseTabAction(page, create, t['panel.tab.refresh'])
  await button(page.getByRole('dialog'), t['panel.form.leave']).click()
  await expect(name).toHaveValue('')
  await name.fill('Yine')
  await close.click()
  await button(page.getByRole('dialog'), t['panel.form.leave']).click()
  await expect(heading(page, orders)).toBeVisible()
  await expect(bar(page).getByRole('link')).toHaveText([dashboard, orders])
  // A closed form restarts empty.
  await button(menu(page), customers).click()
  await menu(page).getByRole('link', { name: create }).click()
  await expect(name).toHaveValue('')
})

test('the wheel scrolls many tabs; the active one and its neighbours are visible', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 700 })
  await openPanel(page, '/siparisler/index')
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

test('tabs are deleted at sign-out, and signing in returns to the page', async ({ page }) => {
  await openPanel(page, '/siparisler/index?text=a')
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
