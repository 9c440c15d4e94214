import type { MessageKey } from '#shared/i18n/keys.ts'
import { pageLanguage } from '#shared/pageLanguage.ts'
import type { Language } from '#shared/tenancy.ts'
import { keepChoice, keepForServer, readChoice } from './choice.ts'
import { type Message, type Values, written } from './message.ts'
import { settings } from './settings.ts'

const storageKey = 'language'

const load: Record<Language, () => Promise<{ default: Record<string, Message> }>> = {
  tr: () => import('virtual:catalogue/tr'),
  en: () => import('virtual:catalogue/en'),
  ru: () => import('virtual:catalogue/ru'),
  it: () => import('virtual:catalogue/it'),
  fr: () => import('virtual:catalogue/fr'),
  ro: () => import('virtual:catalogue/ro'),
  ar: () => import('virtual:catalogue/ar'),
}

/** The language of this page: the stored one where the tenant offers it, else Turkish, else its first. */
export const language = pageLanguage(settings.languages, readChoice(storageKey))
export const direction = language === 'ar' ? 'rtl' : 'ltr'
/** For Intl: Arabic keeps Latin digits, as price lists and item codes have them. */
export const locale = language === 'ar' ? 'ar-u-nu-latn' : language

keepForServer(storageKey, language)
document.documentElement.lang = language
document.documentElement.dir = direction

const texts = ofPage() ?? (await load[language]()).default

/** The texts that came with the page, where they are in this language. */
function ofPage(): Record<string, Message> | undefined {
  const element = document.getElementById('texts')
  return element?.lang === language ? JSON.parse(element.textContent) : undefined
}

/** Adds the texts of one part of the product to those that all have. */
export function addTexts(messages: Record<string, Message>): void {
  Object.assign(texts, messages)
}

/** A text of the catalogue with its values put in. */
export function t(key: MessageKey, values: Values = {}): string {
  const { [key]: message } = texts
  if (message === undefined) console.error(`The text ${key} is not loaded`)
  return written(message ?? key, values, locale)
}

/** Stores the language and loads the page anew: every text, number and direction follows at once. */
export function changeLanguage(next: Language): void {
  keepChoice(storageKey, next)
  location.reload()
}
