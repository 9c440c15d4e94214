import { setupI18n } from '@lingui/core'
import type { MessageKey } from '#shared/i18n/keys.ts'
import type { Language } from '#shared/tenancy.ts'
import { settings } from './settings.ts'

const storageKey = 'language'

const load: Record<Language, () => Promise<{ default: Record<string, string> }>> = {
  tr: () => import('virtual:catalogue/tr'),
  en: () => import('virtual:catalogue/en'),
  ru: () => import('virtual:catalogue/ru'),
  it: () => import('virtual:catalogue/it'),
  fr: () => import('virtual:catalogue/fr'),
  ro: () => import('virtual:catalogue/ro'),
  ar: () => import('virtual:catalogue/ar'),
}

/** The language of this page: the stored one where the tenant offers it, else Turkish, else its first. */
export const language: Language = chosenLanguage()
export const direction = language === 'ar' ? 'rtl' : 'ltr'
/** For Intl: Arabic keeps Latin digits, as price lists and item codes have them. */
export const locale = language === 'ar' ? 'ar-u-nu-latn' : language

document.documentElement.lang = language
document.documentElement.dir = direction

const i18n = setupI18n({ locale, messages: { [locale]: (await load[language]()).default } })

/** Adds the texts of one part of the product to those that all have. */
export function addTexts(messages: Record<string, string>): void {
  i18n.load(locale, messages)
}

/** A text of the catalogue with its values put in. */
export function t(key: MessageKey, values?: Record<string, string | number>): string {
  return i18n._(key, values)
}

/** Stores the language and loads the page anew: every text, number and direction follows at once. */
export function changeLanguage(next: Language): void {
  localStorage.setItem(storageKey, next)
  location.reload()
}

function chosenLanguage(): Language {
  const offered = settings.languages
  const stored = localStorage.getItem(storageKey)
  return offered.find((one) => one === stored) ?? offered.find((one) => one === 'tr') ?? offered[0] ?? 'tr'
}
