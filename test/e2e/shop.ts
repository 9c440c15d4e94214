import { readFile } from 'node:fs/promises'
import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Locator, type Page, type Route } from '@playwright/test'
import { demoPassword } from '#shared/demo.ts'
import ar from '#shared/i18n/ar.json' with { type: 'json' }
import en from '#shared/i18n/en.json' with { type: 'json' }
import fr from '#shared/i18n/fr.json' with { type: 'json' }
import it from '#shared/i18n/it.json' with { type: 'json' }
import ro from '#shared/i18n/ro.json' with { type: 'json' }
import ru from '#shared/i18n/ru.json' with { type: 'json' }
import tr from '#shared/i18n/tr.json' with { type: 'json' }
import type { Language } from '#shared/tenancy.ts'
import { exchange } from '#test/http.ts'

export const texts: Record<Language, typeof en> = { tr, en, ru, it, fr, ro, ar }

/** Fails on console errors and warnings. */
export const test = base.extend({
  page: async ({ page }, use) => {
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(`error: ${error.message}`))
    page.on('console', (message) => {
      // Refused calls are logged as failed loads.
      const isExpected =
        /Failed to load resource|Refused to execute script .*-yesterday\.js|registration blocked by Playwright/.test(
          message.text(),
        )
      if (['error', 'warning'].includes(message.type()) && !isExpected) {
        problems.push(message.text())
      }
    })
    await use(page)
    expect(problems).toEqual([])
  },
})

export function addressOf(tenantKey: string, path: string): string {
  return `http://${tenantKey}.localhost:${process.env.TOPTAN_PORT}${path}`
}

/** Sends the request to the server, whatever happens to the answer. */
export async function forwardToServer(route: Route): Promise<{ status: number; body: string }> {
  const original = route.request()
  const { pathname, search, host } = new URL(original.url())
  const { status, body } = await exchange({
    port: process.env.TOPTAN_PORT,
    path: pathname + search,
    method: original.method(),
    headers: { ...original.headers(), host, 'accept-encoding': 'identity' },
    body: original.postData() ?? undefined,
  })
  return { status, body: body.toString() }
}

export async function setCartReportInterval(page: Page, seconds: number): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const { status, body } = await forwardToServer(route)
    const changed = body.replace(/"onlineExpire":\d+/, `"onlineExpire":${seconds}`)
    return route.fulfill({ status, contentType: 'text/html; charset=utf-8', body: changed })
  })
}

/** Opens a page with a stored choice of language. */
export async function open(page: Page, tenantKey: string, path: string, language: Language): Promise<void> {
  await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language)
  await page.goto(addressOf(tenantKey, path))
}

export async function signIn(page: Page, language: Language, username: string): Promise<void> {
  const t = texts[language]
  await page.getByLabel(t['login.username']).fill(`  ${username} `)
  await page.getByLabel(t['login.password'], { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: t['login.submit'] }).click()
}

/** Axe violations of WCAG 2.2 A and AA. */
export async function violations(page: Page): Promise<string[]> {
  // Colours are wrong while fading in, which may begin a frame or two after an element is there.
  await page.evaluate(async () => {
    const isStill = () =>
      document
        .getAnimations()
        .every((one) => one.playState !== 'running' || one.effect?.getTiming().iterations === Infinity)
    for (let frames = 0; frames < 4; frames = isStill() ? frames + 1 : 0) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
  })
  const found = await axeOf(page)
  const linesOf = (faults: Fault[]) => faults.map(({ id, html }) => `${id}: ${html}`)
  if (!found.some(({ isHalfCovered }) => isHalfCovered)) return linesOf(found)
  // Half of a button may be under the bottom bar by chance, but not after scrolling too.
  const at = await page.evaluate((step) => {
    const from = window.scrollY
    window.scrollBy({ top: step, behavior: 'instant' })
    if (window.scrollY === from) window.scrollBy({ top: -step, behavior: 'instant' })
    return from
  }, 60)
  const stillCovered = new Set(
    (await axeOf(page)).filter((one) => one.isHalfCovered).map(({ place }) => place),
  )
  await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), at)
  return linesOf(found.filter(({ isHalfCovered, place }) => !isHalfCovered || stillCovered.has(place)))
}

type Fault = { id: string; place: string; html: string; isHalfCovered: boolean }

async function axeOf(page: Page): Promise<Fault[]> {
  const { violations: found } = await new AxeBuilder({ page })
    // Details of what passed would take half of the time.
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    // Otherwise a second page merges the frames' results, in twice the time; no page has frames.
    .setLegacyMode(true)
    .analyze()
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ any, target, html }) => {
      const data = any.find((check) => check.id === id)?.data as { messageKey?: string } | null | undefined
      const isHalfCovered = id === 'target-size' && data?.messageKey === 'partiallyObscured'
      return { id, place: target.join(' '), html: html.slice(0, 200), isHalfCovered }
    }),
  )
}

/** The whole page fits into the window's width. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0)
}

/** What a click on it downloads. */
export async function download(page: Page, by: Locator): Promise<{ name: string; content: Buffer }> {
  const [saved] = await Promise.all([page.waitForEvent('download'), by.click()])
  return { name: saved.suggestedFilename(), content: await readFile(await saved.path()) }
}

/** Calls of the endpoint are refused from now on, as the server would in trouble. */
export function refuse(page: Page, path: string, status: number, code: string, Message = 'Broken') {
  return page.route(`**${path}`, (route) =>
    route.fulfill({ status, json: { Message, code, requestId: 'x' } }),
  )
}

export const phone = { width: 390, height: 844 }
export const button = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true })
export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
export const notice = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text })
export const cartLink = (page: Page) => page.getByRole('banner').locator('a[href="/cart"]').first()
/** Quantity fields in the cart. */
export const quantities = (page: Page) => page.locator('main li input[inputmode="numeric"]')
export const fillText = (text: string, values: Record<string, string>) =>
  text.replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '')

/** The panel that a button opens; on a phone it is a sheet. */
export async function panelOf(page: Page, opener: Locator): Promise<Locator> {
  return page.locator(`[id="${await opener.getAttribute('aria-controls')}"]`)
}

/** Adds two units from the first card with two available sizes, from `index` on. */
export async function addFromCard(page: Page, index: number, language: Language): Promise<void> {
  const t = texts[language]
  const cards = page.getByRole('article').filter({ hasNot: page.getByText(t['product.noPrice']) })
  for (let at = index; ; at += 1) {
    const opener = button(cards.nth(at), t['product.sizes'])
    await opener.click()
    const panel = await panelOf(page, opener)
    const sizes = panel.getByRole('listitem').getByRole('button', { name: t['product.add'] })
    await expect(sizes.first()).toBeVisible()
    const add = panel.getByRole('listitem').getByRole('button', { name: t['product.add'], disabled: false })
    // Earlier tests may have bought them.
    const isEnough = (await add.count()) >= 2
    if (isEnough) {
      await add.first().click()
      await add.first().click()
    }
    if (await panel.evaluate((node) => node instanceof HTMLDialogElement)) {
      await page.keyboard.press('Escape')
      await expect(panel).toHaveCount(0)
    }
    if (isEnough) return
  }
}
