import type { Language } from '#shared/tenancy.ts'
import { addTexts, language } from './i18n.ts'
import type { Message } from './message.ts'

/** Loads texts once; retries after a failure. */
export function laterTexts(
  loaders: Record<Language, () => Promise<{ default: Record<string, Message> }>>,
): () => Promise<void> {
  let loading: Promise<void> | undefined
  return () => {
    loading ??= loaders[language]().then(
      (texts) => addTexts(texts.default),
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }
}
