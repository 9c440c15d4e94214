import { lazyRouteComponent } from '@tanstack/react-router'
import { type ComponentType, lazy } from 'react'
import type { Language } from '#shared/tenancy.ts'
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

/** A page that is loaded when it is gone to, with its texts. */
export function lazyPage<Module extends Record<string, unknown>, Name extends keyof Module & string>(
  page: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent(() => withTexts(page), name)
}

/** A part of a page that is loaded when it is shown, with its texts. Wants a `<Suspense>` around it. */
export function lazyPart<Props>(part: () => Promise<ComponentType<Props>>) {
  return lazy(() => withTexts(async () => ({ default: await part() })))
}
