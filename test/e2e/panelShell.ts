import { expect, type Locator, type Page } from '@playwright/test'
import type { Language } from '#shared/tenancy.ts'
import { openAs } from './openAs.ts'
import { button, texts } from './shop.ts'

const t = texts.en
export const dashboard = t['panel.dashboard']
export const orders = t['panel.orders']
export const customers = t['panel.customers']
export const changes = t['panel.changes']

export async function openPanel(
  page: Page,
  path = '/panel/index',
  tenant = 'default',
  language: Language = 'en',
) {
  await openAs(page, 'admin', tenant, path, language)
  await expect(page.getByRole('button', { name: texts[language]['panel.menu'], exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

export const menu = (page: Page) => page.getByRole('navigation', { name: t['panel.menu'], exact: true })
export const bar = (page: Page) => page.getByRole('navigation', { name: t['panel.tabs'] })
export const tab = (page: Page, name: string) => bar(page).getByRole('link', { name, exact: true })
export const burger = (page: Page) => button(page.getByRole('banner'), t['panel.menu'])
export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
export const width = async (of: Locator) => (await of.boundingBox())?.width
export const historyLength = (page: Page) => page.evaluate(() => history.length)
export const sidebarStatus = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === 'sidebarStatus')?.value

/** Follows a link of the menu. */
export async function go(page: Page, path: string, title: string) {
  await page.evaluate((to) => {
    const link = document.querySelector<HTMLAnchorElement>(`nav a[href="${to}"]`)
    link?.click()
  }, path)
  await expect(heading(page, title)).toBeVisible()
}

export async function openAll(page: Page) {
  await page.getByRole('button', { name: t['panel.office'] }).click()
  await button(menu(page), customers).click()
  await go(page, '/siparisler/index', orders)
  await go(page, '/customer/index', customers)
  await go(page, '/panel/changes', changes)
  await expect(bar(page).getByRole('link')).toHaveText([dashboard, orders, customers, changes])
}

export async function chooseTabAction(page: Page, name: string, action: string) {
  await tab(page, name).click({ button: 'right' })
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}
