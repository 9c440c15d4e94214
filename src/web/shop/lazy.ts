import { lazyRouteComponent } from '@tanstack/react-router'
import { type ComponentType, createElement, lazy, useState } from 'react'
import { afterPaint } from '#web/afterPaint.ts'
import { laterTexts } from '#web/laterTexts.ts'

/** The texts of all but the first page. */
const loadTexts = laterTexts({
  tr: () => import('virtual:catalogue/ordering/tr'),
  en: () => import('virtual:catalogue/ordering/en'),
  ru: () => import('virtual:catalogue/ordering/ru'),
  it: () => import('virtual:catalogue/ordering/it'),
  fr: () => import('virtual:catalogue/ordering/fr'),
  ro: () => import('virtual:catalogue/ordering/ro'),
  ar: () => import('virtual:catalogue/ordering/ar'),
})

async function withTexts<Module>(part: () => Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([part(), loadTexts()])
  return module
}

/** Parts still to be preloaded. */
const pendingParts = new Set<() => Promise<unknown>>()

/** Preload after this long without input. */
const idleMs = 4000

/**
 * Preloads parts one by one while the page is idle, so that first presses are quick and work offline. Not
 * with data saving on. Returns a stop function.
 */
export function preloadRest(): () => void {
  let timer = 0
  const wait = () => {
    clearTimeout(timer)
    timer = window.setTimeout(fetchNext, idleMs)
  }
  const fetchNext = () => {
    const [next] = pendingParts
    if (!next) return
    pendingParts.delete(next)
    // On failure it loads when shown.
    if (navigator.onLine && !savesData()) void next().catch(() => {})
    wait()
  }
  const touches = ['pointerdown', 'keydown', 'scroll'] as const
  for (const touch of touches) window.addEventListener(touch, wait, { passive: true })
  wait()
  return () => {
    clearTimeout(timer)
    for (const touch of touches) window.removeEventListener(touch, wait)
  }
}

const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** A page loaded on navigation, with its texts; `isUsual` ones are preloaded by {@link preloadRest}. */
export function lazyPage<Module extends Record<string, unknown>, Name extends keyof Module & string>(
  page: () => Promise<Module>,
  name: Name,
  isUsual = false,
) {
  const component = lazyRouteComponent(() => withTexts(page), name)
  if (isUsual) pendingParts.add(() => component.preload?.() ?? Promise.resolve())
  return component
}

/**
 * A part loaded when shown, with its texts; waits for a connection while offline. Needs a `<Suspense>`.
 * Renders at once if preloaded.
 */
export function lazyPart<Props extends object>(part: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined
  const preload = async () => {
    loaded = await withTexts(part)
  }
  pendingParts.add(preload)
  const LazyComponent = lazy(async () => {
    await firstPaint()
    await retryOnline(preload)
    return { default: loaded as ComponentType<Props> }
  })
  // A lazy component would show its fallback first, even if loaded.
  const Part = (props: Props) => {
    const [{ known }] = useState({ known: loaded })
    return createElement<Props>(known ?? (LazyComponent as ComponentType<Props>), props)
  }
  return Object.assign(Part, { preload })
}

let firstPaintDone: Promise<void> | undefined

/** Draw the first view before running parts. */
function firstPaint(): Promise<void> {
  firstPaintDone ??= new Promise(afterPaint)
  return firstPaintDone
}

/** Losing the connection must not break a visible page. */
async function retryOnline<Module>(fetchPart: () => Promise<Module>): Promise<Module> {
  for (;;) {
    // Browsers cache a failed import, so do not try offline.
    if (!navigator.onLine) {
      await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }))
    }
    try {
      return await fetchPart()
    } catch (error) {
      if (navigator.onLine) throw error
    }
  }
}
