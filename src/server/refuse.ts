import { Refusal } from '#shared/errors.ts'
import type { MessageKey } from '#shared/i18n/keys.ts'
import type { Language } from '#shared/tenancy.ts'
import { translate } from './i18n.ts'

/** Refuses an input for what only the server knows: what is wrong beside each field, in the caller's language. */
export function refuseFields(language: Language, problems: Record<string, MessageKey>): never {
  const fields = Object.entries(problems).map(([field, key]) => [field, translate(language, key)])
  throw new Refusal('request.invalid', { fields: Object.fromEntries(fields) })
}
