import type { MessageKey } from '#shared/i18n/keys.ts'
import type { Language } from '#shared/tenancy.ts'
import { pageLanguage } from '#shared/text/pageLanguage.ts'
import { readChoice, saveChoice, saveChoiceCookie } from './choice.ts'
import { formatMessage, type Message, type Values } from './message.ts'
import { settings } from './settings.ts'

const storageKey = 'language'

const loaders: Record<Language, () => Promise<{ default: Record<string, Message> }>> = {
  tr: () => import('virtual:catalogue/tr'),
  en: () => import('virtual:catalogue/en'),
  ru: () => import('virtual:catalogue/ru'),
  it: () => import('virtual:catalogue/it'),
  fr: () => import('virtual:catalogue/fr'),
  ro: () => import('virtual:catalogue/ro'),
  ar: () => import('virtual:catalogue/ar'),
}

export const language = pageLanguage(settings.languages, readChoice(storageKey))
export const direction = language === 'ar' ? 'rtl' : 'ltr'
/** Arabic keeps Latin digits, as price lists and item codes do. */
export const locale = language === 'ar' ? 'ar-u-nu-latn' : language

saveChoiceCookie(storageKey, language)
document.documentElement.lang = language
document.documentElement.dir = direction

const texts = embeddedTexts() ?? (await loaders[language]()).default

/** Only where they are in this language. */
function embeddedTexts(): Record<string, Message> | undefined {
  const element = document.getElementById('texts')
  return element?.lang === language ? JSON.parse(element.textContent) : undefined
}

export function addTexts(messages: Record<string, Message>): void {
  Object.assign(texts, messages)
}

export const hasText = (key: string) => Object.hasOwn(texts, key)

export function t(key: MessageKey, values: Values = {}): string {
  const { [key]: message } = texts
  if (message === undefined) console.error(`The text ${key} is not loaded`)
  return formatMessage(message ?? key, values, locale)
}

export function changeLanguage(next: Language): void {
  saveChoice(storageKey, next)
  location.reload()
}
