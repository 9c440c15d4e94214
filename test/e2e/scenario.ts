import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import type { Language } from '#shared/tenancy.ts'
import { texts, violations } from './shop.ts'

/**
 * Counts touches. Every step checks overflow, axe and untranslated texts, and takes a screenshot if TOPTAN_PICTURES
 * names a folder.
 */
export function startScenario(name: string, language: Language) {
  const lines: string[] = []
  let stepStart = Date.now()
  let touches = 0
  let touchesBefore = 0

  const tap = async (target: Locator) => {
    touches += 1
    await target.click()
  }
  /** Counts as two touches. */
  const type = async (target: Locator, text: string) => {
    touches += 2
    await target.fill(text)
  }
  const step = async (page: Page, title: string, { isWhole = false, isLong = false } = {}) => {
    const seconds = ((Date.now() - stepStart) / 1000).toFixed(1)
    lines.push(`    ${title}: ${seconds} s, ${touches - touchesBefore} touches`)
    touchesBefore = touches
    await untilIdle(page)
    const folder = process.env.TOPTAN_PICTURES
    if (folder) {
      await mkdir(folder, { recursive: true })
      const file = `${name}-${String(lines.length).padStart(2, '0')}-${title.replace(/\W+/g, '-')}.png`
      await page.screenshot({ path: join(folder, file), fullPage: isWhole })
    }
    // Axe takes minutes for a thousand rows.
    if (!isLong) expect.soft(await violations(page), title).toEqual([])
    expect.soft(await overflowing(page), title).toEqual([])
    if (language !== 'en') expect.soft(await untranslated(page, language), title).toEqual([])
    stepStart = Date.now()
  }
  /** Returns the number of touches. */
  const end = () => {
    console.log([`  ${name}: ${touches} touches`, ...lines].join('\n'))
    return touches
  }
  return { tap, type, step: step, end }
}

async function untilIdle(page: Page): Promise<void> {
  // A page in the background loads nothing.
  await page.bringToFront()
  // Some pages poll for ever.
  await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => {})
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
    await Promise.all(ending.map((animation) => animation.finished.catch(() => {})))
  })
}

function overflowing(page: Page): Promise<string[]> {
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

/** Texts that equal the English catalogue. */
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
