import { expect, type Page } from '@playwright/test'
import en from '#shared/i18n/en.json' with { type: 'json' }
import { type Felt, measureDeeds, measureScrolling } from './interactions.ts'

const card = (page: Page, time: number) => page.locator('article').nth(time)
const sizes = (page: Page, time: number) => card(page, time).locator('button[aria-controls]').first()

/** What a dealer does in the list, by the kinds of the table. */
export async function orderFromList(page: Page, felt: Felt): Promise<void> {
  await expect(sizes(page, 5)).toBeVisible({ timeout: 30_000 })
  await measureDeeds(page, felt, [
    ['open sizes', 6, (_, time) => sizes(page, time).tap()],
    [
      'add',
      6,
      (_, time) =>
        card(page, time)
          .getByRole('button', { name: startsWith(en['product.addLabel']) })
          .first()
          .tap(),
    ],
    ['one more', 8, () => card(page, 0).getByRole('button', { name: en['quantity.more'] }).first().tap()],
    [
      'open details',
      4,
      (_, time) => card(page, time).getByRole('button', { name: en['product.details'] }).tap(),
    ],
  ])
  await measureScrolling(page, felt, 'scroll (longest frame)', 4)
}

export async function orderFromBare(page: Page, felt: Felt): Promise<void> {
  await expect(sizes(page, 5)).toBeVisible({ timeout: 30_000 })
  await measureDeeds(page, felt, [
    ['open sizes', 6, (_, time) => sizes(page, time).tap()],
    ['add', 6, (_, time) => card(page, time).getByRole('button', { name: 'Add' }).first().tap()],
    ['one more', 8, () => card(page, 0).getByRole('button', { name: 'More' }).first().tap()],
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
      (_, time) => field.press(letters[time] === ' ' ? 'Space' : (letters[time] ?? 'a')),
    ],
  ])
}

/** What is done in a cart of a thousand lines. The page has it in its storage already. */
export async function changeLongCart(page: Page, felt: Felt): Promise<void> {
  await measureDeeds(page, felt, [
    [
      'open cart of 1,000',
      1,
      () =>
        page
          .getByRole('link', { name: startsWith('Cart') })
          .first()
          .tap(),
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
        await page.keyboard.press('7')
        await page.keyboard.press('Enter')
      },
    ],
    [
      'one more, cart of 1,000',
      5,
      (_, time) => page.locator('main').getByRole('button', { name: en['quantity.more'] }).nth(time).tap(),
    ],
    ['remove, cart of 1,000', 4, () => remove.first().tap()],
    ['undo, cart of 1,000', 1, () => undo.last().tap()],
    [
      'order type, cart of 1,000',
      4,
      (_, time) =>
        page
          .locator('main')
          .getByRole('radio', { name: time % 2 === 0 ? en['orderType.Season'] : en['orderType.Rpt'] })
          .first()
          .tap(),
    ],
  ])
}

/** A text's beginning, up to its first value. */
function startsWith(text: string): RegExp {
  return new RegExp(`^${text.replace(/\{.*$/s, '').replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)}`)
}
