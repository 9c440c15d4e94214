import type { Language } from '#shared/tenancy.ts'
import { addTexts, language } from '#web/i18n.ts'
import type { Message } from '#web/message.ts'

/** Kept out of the shop's bundle. Awaited before any page, because columns are named on import. */
const load: Record<Language, () => Promise<{ default: Record<string, Message> }>> = {
  tr: () => import('virtual:catalogue/panel/tr'),
  en: () => import('virtual:catalogue/panel/en'),
  ru: () => import('virtual:catalogue/panel/ru'),
  it: () => import('virtual:catalogue/panel/it'),
  fr: () => import('virtual:catalogue/panel/fr'),
  ro: () => import('virtual:catalogue/panel/ro'),
  ar: () => import('virtual:catalogue/panel/ar'),
}

addTexts((await load[language]()).default)
