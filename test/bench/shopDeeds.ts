import { expect, type Locator, type Page } from '@playwright/test'
import en from '#shared/i18n/en.json' with { type: 'json' }
import { type Felt, measureDeeds, measureScrolling, tapOn } from './interactions.ts'

const card = (page: Page, time: number) => page.locator('article').nth(time)
const sizes = (page: Page, time: number) => card(page, time).locator('button[aria-controls]').first()

/** What is open of a card lies over the list: it is closed before another one's is opened. */
async function closePanel(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(page.locator('[data-panel]')).toHaveCount(0)
}

/** What is open of the n-th card; opened first where it is not. */
async function panelOf(page: Page, time: number): Promise<Locator> {
  const button = sizes(page, time)
  if ((await button.getAttribute('aria-expanded')) !== 'true') {
    await closePanel(page)
    await (await tapOn(page, button))()
  }
  return page.locator(`[id="${await button.getAttribute('aria-controls')}"]`)
}

/** What a dealer does in the list, by the kinds of the table. */
export async function orderFromList(page: Page, felt: Felt): Promise<void> {
  await expect(sizes(page, 5)).toBeVisible({ timeout: 30_000 })
  await measureDeeds(page, felt, [
    [
      'open sizes',
      6,
      async (_, time) => {
        await closePanel(page)
        return tapOn(page, sizes(page, time))
      },
    ],
    [
      'add',
      6,
      async (_, time) => {
        const add = { name: startsWith(en['product.addLabel']) }
        return tapOn(page, (await panelOf(page, time)).getByRole('button', add).first())
      },
    ],
    [
      'one more',
      8,
      async () =>
        tapOn(page, (await panelOf(page, 0)).getByRole('button', { name: en['quantity.more'] }).first()),
    ],
    [
      'open details',
      4,
      async (_, time) => {
        await closePanel(page)
        return tapOn(page, card(page, time).getByRole('button', { name: en['product.details'] }))
      },
    ],
  ])
  await closePanel(page)
  await measureScrolling(page, felt, 'scroll (longest frame)', 4)
}

export async function orderFromBare(page: Page, felt: Felt): Promise<void> {
  await expect(sizes(page, 5)).toBeVisible({ timeout: 30_000 })
  await measureDeeds(page, felt, [
    ['open sizes', 6, (_, time) => tapOn(page, sizes(page, time))],
    ['add', 6, (_, time) => tapOn(page, card(page, time).getByRole('button', { name: 'Add' }).first())],
    ['one more', 8, () => tapOn(page, card(page, 0).getByRole('button', { name: 'More' }).first())],
  ])
  await measureScrolling(page, felt, 'scroll (longest frame)', 4)
}

/** Types into the search, letter by letter, while answers come in. */
export async function searchByTyping(page: Page, felt: Felt): Promise<void> {
  const field = page
    .getByRole('dialog')
    .getByRole('textbox')
    .or(page.getByRole('dialog').getByRole('searchbox'))
    .first()
  await expect(field).toBeVisible({ timeout: 30_000 })
  const letters = [...'elbise model 12']
  await measureDeeds(page, felt, [
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

/** What is done in a cart of a thousand lines. The page has it in its storage already. */
export async function changeLongCart(page: Page, felt: Felt): Promise<void> {
  await measureDeeds(page, felt, [
    [
      'open cart of 1,000',
      1,
      () => tapOn(page, page.getByRole('link', { name: startsWith('Cart') }).first()),
    ],
  ])
  const quantity = page.locator('main input[inputmode="numeric"]')
  await expect(quantity.nth(5)).toBeVisible({ timeout: 30_000 })
  // All lines are drawn piece by piece.
  await page.waitForTimeout(6000)
  const remove = page.getByRole('button', { name: startsWith(en['cart.removeLabel']) })
  const undo = page.getByRole('button', { name: en['action.undo'], exact: true })
  await measureDeeds(page, felt, [
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
        tapOn(page, page.locator('main').getByRole('button', { name: en['quantity.more'] }).nth(time)),
    ],
    ['remove, cart of 1,000', 4, () => tapOn(page, remove.first())],
    ['undo, cart of 1,000', 1, () => tapOn(page, undo.last())],
    [
      'order type, cart of 1,000',
      4,
      (_, time) =>
        tapOn(
          page,
          page
            .locator('main')
            .getByRole('radio', { name: time % 2 === 0 ? en['orderType.Season'] : en['orderType.Rpt'] })
            .first(),
        ),
    ],
  ])
}

/** A text's beginning, up to its first value. */
function startsWith(text: string): RegExp {
  return new RegExp(`^${text.replace(/\{.*$/s, '').replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)}`)
}
