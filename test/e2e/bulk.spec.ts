import { expect, type Page } from '@playwright/test'
import { addCustomer, ask, type Client, listOrders, placeOrderOf, signedInClient } from './apiClient.ts'
import { addLimitedDealer } from './limitedDealer.ts'
import { openAs } from './openAs.ts'
import {
  expectNoSidewaysScroll,
  fillText,
  forwardToServer,
  notice,
  phone,
  test,
  texts,
  violations,
} from './shop.ts'

const t = texts.en

/** Season orders, which take no stock, of a new customer with its own code in the list's search. */
async function placeOrders(admin: Client, count: number) {
  const customer = await addCustomer(admin, 'Toplu', 'CB')
  const input = { limit: 20, orderType: 'Season', currAccCode: customer.currAccCode }
  const { data } = await ask<{
    data: { products: { items: { productId: string; unitPrice?: number }[] }[] }
  }>(admin, '/api/Shop/GetCategoryProducts', input)
  const { productId = '' } = data.products.flatMap(({ items }) => items).find((item) => item.unitPrice) ?? {}
  const place = (before?: { guidKey: string; version: number }) =>
    placeOrderOf(admin, customer.currAccCode, new Map([[productId, before ? 2 : 1]]), 'Season', before)
  for (let number = 0; number < count; number += 1) await place()
  const filters = { customer: customer.currAccCode }
  return { ...customer, orders: () => listOrders(admin, filters), amend: place }
}

const bar = (page: Page) => page.getByRole('region', { name: t['panel.list.selection'] })
const tray = (page: Page) => page.getByRole('region', { name: t['panel.bulk.tray'] })
const action = (page: Page, name: string) => bar(page).getByRole('button', { name })
const tickAll = async (page: Page, count: number) => {
  await page.getByRole('checkbox', { name: t['panel.list.selectPage'] }).first().check()
  await action(page, fillText(t['panel.list.selectAllMatching'], { count: String(count) })).click()
}

test('all orders that match are cancelled in the background, can be stopped, and what is left is told', async ({
  page,
}) => {
  const admin = await signedInClient('default', 'admin')
  const { currAccCode, orders, amend } = await placeOrders(admin, 24)
  const newestFirst = await orders()
  const [cancelled] = newestFirst
  const changed = newestFirst.at(-1)
  if (!cancelled || !changed) throw new Error('No orders')
  await ask(admin, `/api/Shop/DeleteOrder?id=${cancelled.id}`)
  await openAs(page, 'admin', 'default', `/siparisler/index?customer=${currAccCode}`, 'en')

  // Grey, with the reason for everybody.
  const row = page.getByRole('row').filter({ hasText: cancelled.orderNumber })
  await row.getByRole('checkbox').check()
  const reason = fillText(t['panel.bulk.notInState'], { state: t['order.state.cancelled'] })
  for (const name of [t['panel.order.cancel'], t['panel.order.transfer']]) {
    await expect(action(page, name)).toHaveAttribute('aria-disabled', 'true')
    await expect(action(page, name)).toHaveAccessibleDescription(reason)
  }
  await action(page, t['panel.order.cancel']).focus()
  await expect(bar(page).getByRole('tooltip').filter({ visible: true })).toHaveText(reason)
  expect(await violations(page)).toEqual([])
  await row.getByRole('checkbox').uncheck()

  let held: (() => void) | undefined
  let calls = 0
  await page.route('**/api/Shop/DeleteOrder*', async (route) => {
    calls += 1
    if (calls === 5) await new Promise<void>((resolve) => (held = resolve))
    await route.continue()
  })
  await tickAll(page, 24)
  await action(page, t['panel.order.cancel']).click()
  const question = page.getByRole('dialog', { name: t['panel.order.cancel'] })
  await expect(question).toContainText('23 records will be changed.')
  await expect(question).toContainText(`1 that matches is left out: ${reason}`)
  await question.getByRole('button', { name: t['panel.order.cancel'] }).click()
  await expect(tray(page)).toContainText('4 of 23')
  await expect(tray(page)).toContainText(t['panel.bulk.keepOpen'])
  expect(await violations(page)).toEqual([])
  await amend({ guidKey: changed.guidKey, version: changed.version })

  // On other pages too, where it is stopped after the call that is under way.
  await page.getByRole('link', { name: t['panel.dashboard'], exact: true }).first().click()
  await expect(page).toHaveURL(/panel\/index/)
  await tray(page).getByRole('button', { name: t['panel.photos.stop'] }).click()
  held?.()
  await page.goBack()
  await expect(tray(page)).toContainText('5 of 23')
  await expect(tray(page)).toContainText(t['panel.bulk.stopped'])
  expect(calls).toBe(5)
  await tray(page).getByRole('button', { name: t['panel.bulk.continue'] }).click()
  await expect(notice(page, '22 orders cancelled')).toBeVisible()
  expect(calls).toBe(23)
  const states = new Map((await orders()).map(({ id, state }) => [id, state]))
  expect(states.get(changed.id)).toBe('placed')
  expect([...states.values()].filter((state) => state === 'cancelled')).toHaveLength(23)

  await expect(tray(page)).toContainText('2 records were left as they are')
  await tray(page).getByRole('button', { name: t['panel.bulk.show'] }).click()
  const list = page.getByRole('dialog')
  await expect(list.getByRole('region', { name: reason })).toContainText(cancelled.orderNumber)
  const refused = list.getByRole('region', { name: t['error.record.changed'] })
  expect(await violations(page)).toEqual([])
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page)
  await refused.getByRole('link', { name: changed.orderNumber }).click()
  await expect(page).toHaveURL(new RegExp(changed.id))
  // Only on the page where it was started.
  await expect(tray(page)).toHaveCount(0)
  await page.goBack()
  await tray(page).getByRole('button', { name: t['action.close'] }).click()
  await expect(tray(page)).toHaveCount(0)
})

test('a lost connection stops an action on many orders, which goes on and does nothing twice', async ({
  page,
}) => {
  const admin = await signedInClient('default', 'admin')
  const { currAccCode, orders } = await placeOrders(admin, 21)
  await openAs(page, 'admin', 'default', `/siparisler/index?customer=${currAccCode}`, 'en')
  let isLost = true
  await page.route('**/api/Shop/DeleteOrder*', async (route) => {
    const answer = await forwardToServer(route)
    // The server did it, but its answer is lost.
    if (isLost && (await orders()).filter(({ state }) => state === 'cancelled').length === 3)
      return route.abort('connectionreset')
    await route.fulfill({ ...answer, contentType: 'application/json' })
  })
  await tickAll(page, 21)
  await action(page, t['panel.order.cancel']).click()
  await page.getByRole('dialog').getByRole('button', { name: t['panel.order.cancel'] }).click()
  await expect(tray(page)).toContainText(t['error.network'])
  await expect(tray(page)).toContainText('2 of 21')
  isLost = false
  await tray(page).getByRole('button', { name: t['panel.bulk.continue'] }).click()
  await expect(notice(page, '21 orders cancelled')).toBeVisible()
  await expect(tray(page)).toHaveCount(0)
  await page.getByRole('button', { name: t['action.undo'] }).click()
  await expect(page.getByText(t['notice.undone'])).toBeVisible()
  expect((await orders()).map(({ state }) => state)).toEqual(Array(21).fill('placed'))
})

test('held orders are ticked, and accepted or returned together with one note', async ({ page }) => {
  const admin = await signedInClient('default', 'admin')
  const { dealer, currAccCode } = await addLimitedDealer(admin)
  const input = { limit: 20, orderType: 'Season', currAccCode }
  const { data } = await ask<{
    data: { products: { items: { productId: string; unitPrice?: number }[] }[] }
  }>(dealer, '/api/Shop/GetCategoryProducts', input)
  const { productId = '' } = data.products.flatMap(({ items }) => items).find((item) => item.unitPrice) ?? {}
  for (let number = 0; number < 5; number += 1)
    await placeOrderOf(dealer, currAccCode, new Map([[productId, 1]]), 'Season')
  const states = async () =>
    (await listOrders(admin, { customer: currAccCode })).slice(0, 5).map(({ state }) => state)
  await openAs(page, 'admin', 'default', `/siparisler/onay?text=${currAccCode}`, 'en')
  const rows = page.locator('tr[data-row]')
  for (const index of [0, 1]) await rows.nth(index).getByRole('checkbox').check()
  await action(page, t['panel.held.return']).click()
  const dialog = page.getByRole('dialog', { name: 'Return 2 orders' })
  await dialog.getByRole('button', { name: t['panel.held.return'] }).click()
  await expect(dialog).toContainText(t['field.required'])
  await dialog.getByRole('textbox').fill('Önce ödeme')
  await dialog.getByRole('button', { name: t['panel.held.return'] }).click()
  await expect(notice(page, '2 orders returned')).toBeVisible()
  expect((await states()).filter((state) => state === 'returned')).toHaveLength(2)
  await expect(rows).toHaveCount(3)
  await page.getByRole('checkbox', { name: t['panel.list.selectPage'] }).first().check()
  await action(page, t['panel.held.accept']).click()
  await expect(notice(page, '3 orders approved')).toBeVisible()
  expect((await states()).toSorted()).toEqual(['placed', 'placed', 'placed', 'returned', 'returned'])
  // The agent would be reminded of them in other tests.
  for (const { id, state } of await listOrders(admin, { customer: currAccCode }))
    if (state === 'returned') await ask(admin, `/api/Shop/DeleteOrder?id=${id}`)
})
