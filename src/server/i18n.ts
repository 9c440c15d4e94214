import { createRequire } from 'node:module'
import { type I18n, setupI18n } from '@lingui/core'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { MessageKey } from '#shared/i18n/keys.ts'
import { type Language, languages } from '#shared/tenancy.ts'

const require = createRequire(import.meta.url)
const translators = new Map<Language, I18n>()

/** Made when first asked for: all seven would delay the start. */
function translatorOf(language: Language): I18n {
  const known = translators.get(language)
  if (known) return known
  const texts: Record<string, string> = require(`#shared/i18n/${language}.json`)
  const messages = Object.entries(texts).map(([key, text]) => [key, compileMessageOrThrow(text)])
  const translator = setupI18n({ locale: language, messages: { [language]: Object.fromEntries(messages) } })
  translators.set(language, translator)
  return translator
}

/** A text without placeholders as all languages have it; makes no translator for it. */
export function inAllLanguages(key: MessageKey): string[] {
  return languages.map((language) => require(`#shared/i18n/${language}.json`)[key])
}

export function translate(language: Language, key: MessageKey, values: Record<string, unknown> = {}): string {
  return translatorOf(language)._(key, values)
}

/** From the langCode header; default Turkish. */
export function requestLanguage(header: unknown): Language {
  return languages.find((language) => language === header) ?? 'tr'
}
