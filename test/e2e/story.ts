import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import type { Language } from '#shared/tenancy.ts'
import { texts, violations } from './shop.ts'

/**
 * Begins a scenario that is told station by station, timed, and counted touch by touch. At every station nothing may
 * be wider than the screen, axe may find nothing, and no sentence may stand there in English that was not asked for; a
 * picture is taken where TOPTAN_PICTURES names a folder.
 */
export function tell(name: string, language: Language) {
  const told: string[] = []
  let since = Date.now()
  let touches = 0
  let touchesBefore = 0

  /** One tap or click of a person. */
  const tap = async (target: Locator) => {
    touches += 1
    await target.click()
  }
  /** One field filled: the touch that goes into it, and what is typed, which counts as one more. */
  const type = async (target: Locator, text: string) => {
    touches += 2
    await target.fill(text)
  }
  const station = async (page: Page, title: string, { isWhole = false, isLong = false } = {}) => {
    const took = ((Date.now() - since) / 1000).toFixed(1)
    told.push(`    ${title}: ${took} s, ${touches - touchesBefore} touches`)
    touchesBefore = touches
    await settled(page)
    const folder = process.env.TOPTAN_PICTURES
    if (folder) {
      await mkdir(folder, { recursive: true })
      const file = `${name}-${String(told.length).padStart(2, '0')}-${title.replace(/\W+/g, '-')}.png`
      await page.screenshot({ path: join(folder, file), fullPage: isWhole })
    }
    // A thousand rows are alike, and axe takes minutes for them.
    if (!isLong) expect.soft(await violations(page), title).toEqual([])
    expect.soft(await tooWide(page), title).toEqual([])
    if (language !== 'en') expect.soft(await untranslated(page, language), title).toEqual([])
    since = Date.now()
  }
  /** Prints what every station has taken, without the looks at it in between; answers how many touches it were. */
  const end = () => {
    console.log([`  ${name}: ${touches} touches`, ...told].join('\n'))
    return touches
  }
  return { tap, type, station, end }
}

/** Waits until nothing moves any more: pictures, skeletons, notices on their way in. */
async function settled(page: Page): Promise<void> {
  // One that lies behind another loads nothing.
  await page.bringToFront()
  // Some pages ask the server every few seconds for ever.
  await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => {})
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
    await Promise.all(ending.map((animation) => animation.finished.catch(() => {})))
  })
}

/** What reaches beyond the window's edge, where the page can be pushed sideways. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return []
    return [...document.querySelectorAll('body *')]
      .filter((node) => {
        const { left, right, width } = node.getBoundingClientRect()
        return width > 0 && (left < -1 || right > innerWidth + 1)
      })
      .slice(0, 5)
      .map((node) => node.outerHTML.slice(0, 160))
  })
}

/** Texts on the page, and names for screen readers, that stand there as the English catalogue has them. */
async function untranslated(page: Page, language: Language): Promise<string[]> {
  const own = new Set<string>(Object.values(texts[language]))
  const english = new Set<string>(
    Object.values(texts.en).filter((text) => /[a-z]{3}/i.test(text) && !own.has(text)),
  )
  const shown = await page.evaluate(() => {
    const names = [...document.querySelectorAll('[aria-label], [title], [placeholder]')].flatMap((node) =>
      ['aria-label', 'title', 'placeholder'].map((attribute) => node.getAttribute(attribute)),
    )
    return [...document.body.innerText.split('\n'), ...names].map((text) => text?.trim() ?? '')
  })
  return [...new Set(shown.filter((text) => english.has(text)))]
}
