import { setupI18n } from '@lingui/core'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import ar from '#shared/i18n/ar.json' with { type: 'json' }
import en from '#shared/i18n/en.json' with { type: 'json' }
import fr from '#shared/i18n/fr.json' with { type: 'json' }
import it from '#shared/i18n/it.json' with { type: 'json' }
import type { MessageKey } from '#shared/i18n/keys.ts'
import ro from '#shared/i18n/ro.json' with { type: 'json' }
import ru from '#shared/i18n/ru.json' with { type: 'json' }
import tr from '#shared/i18n/tr.json' with { type: 'json' }
import { type Language, languages } from '#shared/tenancy.ts'

const catalogues: Record<Language, Record<string, string>> = { tr, en, ru, it, fr, ro, ar }
const translators = new Map(languages.map((language) => [language, createTranslator(language)]))

function createTranslator(language: Language) {
  const messages = Object.entries(catalogues[language]).map(([key, text]) => [
    key,
    compileMessageOrThrow(text),
  ])
  return setupI18n({ locale: language, messages: { [language]: Object.fromEntries(messages) } })
}

export function translate(language: Language, key: MessageKey, values: Record<string, unknown> = {}): string {
  return translators.get(language)?._(key, values) ?? key
}

/** From the langCode header; default Turkish. */
export function requestLanguage(header: unknown): Language {
  return languages.find((language) => language === header) ?? 'tr'
}
