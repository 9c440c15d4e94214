import { expect, type Locator, type Page } from '@playwright/test'
import en from '#shared/i18n/en.json' with { type: 'json' }
import { type ActionTimes, measureActions, measureScrolling, prepareTap } from './interactions.ts'

const card = (page: Page, time: number) => page.locator('article').nth(time)
const sizes = (page: Page, time: number) => card(page, time).locator('button[aria-controls]').first()

/** An open panel covers the list. */
async function closePanel(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(page.locator('[data-panel]')).toHaveCount(0)
}

async function panelOf(page: Page, time: number): Promise<Locator> {
  const button = sizes(page, time)
  if ((await button.getAttribute('aria-expanded')) !== 'true') {
    await closePanel(page)
    await (await prepareTap(page, button))()
  }
  return page.locator(`[id="${await button.getAttribute('aria-controls')}"]`)
}

export async function orderFromList(page: Page, results: ActionTimes): Promise<void> {
  await expect(sizes(page, 5)).toBeVisible({ timeout: 30_000 })
  await measureActions(page, results, [
    [
      'open sizes',
      6,
      async (_, time) => {
        await closePanel(page)
        return prepareTap(page, sizes(page, time))
      },
    ],
    [
      'add',
      6,
      async (_, time) => {
        const add = { name: startsWith(en['product.addLabel']) }
        return prepareTap(page, (await panelOf(page, time)).getByRole('button', add).first())
      },
    ],
    [
      'one more',
      8,
      async () =>
        prepareTap(page, (await panelOf(page, 0)).getByRole('button', { name: en['quantity.more'] }).first()),
    ],
    [
      'open details',
      4,
      async (_, time) => {
        await closePanel(page)
        return prepareTap(page, card(page, time).getByRole('button', { name: en['product.details'] }))
      },
    ],
  ])
  await closePanel(page)
  await measureScrolling(page, results, 'scroll (longest frame)', 4)
}

export async function orderFromBare(page: Page, results: ActionTimes): Promise<void> {
  await expect(sizes(page, 5)).toBeVisible({ timeout: 30_000 })
  await measureActions(page, results, [
    ['open sizes', 6, (_, time) => prepareTap(page, sizes(page, time))],
    ['add', 6, (_, time) => prepareTap(page, card(page, time).getByRole('button', { name: 'Add' }).first())],
    ['one more', 8, () => prepareTap(page, card(page, 0).getByRole('button', { name: 'More' }).first())],
  ])
  await measureScrolling(page, results, 'scroll (longest frame)', 4)
}

export async function searchByTyping(page: Page, results: ActionTimes): Promise<void> {
  const field = page
    .getByRole('dialog')
    .getByRole('textbox')
    .or(page.getByRole('dialog').getByRole('searchbox'))
    .first()
  await expect(field).toBeVisible({ timeout: 30_000 })
  const letters = [...'elbise model 12']
  await measureActions(page, results, [
    [
      'type into search',
      letters.length,
      async (_, time) => {
        await field.focus()
        return () => page.keyboard.press(letters[time] === ' ' ? 'Space' : (letters[time] ?? 'a'))
      },
    ],
  ])
}

/** Needs a stored cart of 1,000 lines. */
export async function changeLongCart(page: Page, results: ActionTimes): Promise<void> {
  await measureActions(page, results, [
    [
      'open cart of 1,000',
      1,
      () => prepareTap(page, page.getByRole('link', { name: startsWith('Cart') }).first()),
    ],
  ])
  const quantity = page.locator('main input[inputmode="numeric"]')
  await expect(quantity.nth(5)).toBeVisible({ timeout: 30_000 })
  // Lines are rendered in steps.
  await page.waitForTimeout(6000)
  const remove = page.getByRole('button', { name: startsWith(en['cart.removeLabel']) })
  const undo = page.getByRole('button', { name: en['action.undo'], exact: true })
  await measureActions(page, results, [
    [
      'type quantity, cart of 1,000',
      5,
      async (_, time) => {
        await quantity.nth(time).focus()
        return async () => {
          await page.keyboard.press('7')
          await page.keyboard.press('Enter')
        }
      },
    ],
    [
      'one more, cart of 1,000',
      5,
      (_, time) =>
        prepareTap(page, page.locator('main').getByRole('button', { name: en['quantity.more'] }).nth(time)),
    ],
    ['remove, cart of 1,000', 4, () => prepareTap(page, remove.first())],
    ['undo, cart of 1,000', 1, () => prepareTap(page, undo.last())],
    [
      'order type, cart of 1,000',
      4,
      (_, time) =>
        prepareTap(
          page,
          page
            .locator('main')
            .getByRole('radio', { name: time % 2 === 0 ? en['orderType.Season'] : en['orderType.Rpt'] })
            .first(),
        ),
    ],
  ])
}

function startsWith(text: string): RegExp {
  return new RegExp(`^${text.replace(/\{.*$/s, '').replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)}`)
}
