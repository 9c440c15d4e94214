import type { IncomingHttpHeaders } from 'node:http'
import { createRequire } from 'node:module'
import { type I18n, setupI18n } from '@lingui/core'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { MessageKey } from '#shared/i18n/keys.ts'
import { type Language, languages } from '#shared/tenancy.ts'

const require = createRequire(import.meta.url)
const translators = new Map<Language, I18n>()

/** Made when first needed: making all seven would delay the start. */
function translatorOf(language: Language): I18n {
  const known = translators.get(language)
  if (known) return known
  const texts: Record<string, string> = require(`#shared/i18n/${language}.json`)
  const messages = Object.entries(texts).map(([key, text]) => [key, compileMessageOrThrow(text)])
  const translator = setupI18n({ locale: language, messages: { [language]: Object.fromEntries(messages) } })
  translators.set(language, translator)
  return translator
}

/** A text without placeholders in all languages; makes no translator for it. */
export function inAllLanguages(key: MessageKey): string[] {
  return languages.map((language) => require(`#shared/i18n/${language}.json`)[key])
}

export function translate(language: Language, key: MessageKey, values: Record<string, unknown> = {}): string {
  return translatorOf(language)._(key, values)
}

/**
 * The language of the langCode header, which our pages send; else the browser's first that we have; else
 * Turkish.
 */
export function requestLanguage({ langcode, 'accept-language': accepted }: IncomingHttpHeaders): Language {
  return languages.find((language) => language === langcode) ?? acceptedLanguage(accepted) ?? 'tr'
}

const maxAcceptedCharacters = 500

/** By RFC 9110: `ar-SA, en;q=0.8`. */
function acceptedLanguage(accepted = ''): Language | undefined {
  const ranges = accepted.slice(0, maxAcceptedCharacters).split(',')
  const wanted = ranges.map((range) => {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice('q='.length)
    return { code: tag.split('-', 1)[0], weight: Number(weight ?? 1) }
  })
  return wanted
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .flatMap(({ code }) => languages.find((language) => language === code) ?? [])[0]
}
