import { lazyRouteComponent } from '@tanstack/react-router'
import { type ComponentType, createElement, lazy, useState } from 'react'
import type { Language } from '#shared/tenancy.ts'
import { afterPaint } from '#web/afterPaint.ts'
import { addTexts, language } from '#web/i18n.ts'
import type { Message } from '#web/message.ts'

/** What the shop says after its first page: the texts whose keys begin with `ordering.`. */
const load: Record<Language, () => Promise<{ default: Record<string, Message> }>> = {
  tr: () => import('virtual:catalogue/ordering/tr'),
  en: () => import('virtual:catalogue/ordering/en'),
  ru: () => import('virtual:catalogue/ordering/ru'),
  it: () => import('virtual:catalogue/ordering/it'),
  fr: () => import('virtual:catalogue/ordering/fr'),
  ro: () => import('virtual:catalogue/ordering/ro'),
  ar: () => import('virtual:catalogue/ordering/ar'),
}

let loading: Promise<void> | undefined

/** Brings the texts of everything that is loaded after the first page, once. A load that failed is tried again. */
function loadTexts(): Promise<void> {
  loading ??= load[language]().then(
    (texts) => addTexts(texts.default),
    (error: unknown) => {
      loading = undefined
      throw error
    },
  )
  return loading
}

async function withTexts<Module>(part: () => Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([part(), loadTexts()])
  return module
}

/** What is loaded later, as far as the page has come to name it. */
const rest = new Set<() => Promise<unknown>>()

/** How long nobody has touched the page before some of the rest is fetched, in milliseconds. */
const calm = 4000

/**
 * Fetches what is loaded later while the page is left alone, one part after the other: a first press on it is quick
 * then, and works without a connection. Not where somebody pays by the byte. Answers how to stop.
 */
export function fetchRest(): () => void {
  let timer = 0
  const wait = () => {
    clearTimeout(timer)
    timer = window.setTimeout(fetchNext, calm)
  }
  const fetchNext = () => {
    const [next] = rest
    if (!next) return
    rest.delete(next)
    // What cannot be had now is asked for again when it is shown.
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

/** A page that is loaded when it is gone to, with its texts; one that is `isUsual` sooner, see {@link fetchRest}. */
export function lazyPage<Module extends Record<string, unknown>, Name extends keyof Module & string>(
  page: () => Promise<Module>,
  name: Name,
  isUsual = false,
) {
  const component = lazyRouteComponent(() => withTexts(page), name)
  if (isUsual) rest.add(() => component.preload?.() ?? Promise.resolve())
  return component
}

/**
 * A part of a page that is loaded when it is shown, with its texts; without a connection, once there is one again. Wants
 * a `<Suspense>` around it. What is already here, as by `preload`, is drawn at once.
 */
export function lazyPart<Props extends object>(part: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined
  const preload = async () => {
    loaded = await withTexts(part)
  }
  rest.add(preload)
  const Later = lazy(async () => {
    await firstDrawing()
    await onceConnected(preload)
    return { default: loaded as ComponentType<Props> }
  })
  // A lazy component shows what stands in for it first, even where it need not wait.
  const Part = (props: Props) => {
    const [{ known }] = useState({ known: loaded })
    return createElement<Props>(known ?? (Later as ComponentType<Props>), props)
  }
  return Object.assign(Part, { preload })
}

let firstDrawn: Promise<void> | undefined

/** What the page shows at first is drawn before its parts are fetched: those would have to be run meanwhile. */
function firstDrawing(): Promise<void> {
  firstDrawn ??= new Promise(afterPaint)
  return firstDrawn
}

/** A page that stands must not fall because something on it comes later and the connection has gone meanwhile. */
async function onceConnected<Module>(fetchPart: () => Promise<Module>): Promise<Module> {
  for (;;) {
    // Browsers remember a module that they could not fetch: it is not asked for before it can come.
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
