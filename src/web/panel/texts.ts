import type { Language } from '#shared/tenancy.ts'
import { addTexts, language } from '#web/i18n.ts'
import type { Message } from '#web/message.ts'

/** What only the panel says: no dealer's phone loads it. Here before any page, whose columns are named at once. */
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
