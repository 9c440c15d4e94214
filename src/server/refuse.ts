import { Refusal } from '#shared/errors.ts'
import type { MessageKey } from '#shared/i18n/keys.ts'
import type { Language } from '#shared/tenancy.ts'
import { translate } from './i18n.ts'

/** A sentence, with what it names where it names something. */
export type Problem = MessageKey | { key: MessageKey; values: Record<string, string | number> }

/** Refuses an input for what only the server knows: what is wrong beside each field, in the caller's language. */
export function refuseFields(language: Language, problems: Record<string, Problem>): never {
  const fields = Object.entries(problems).map(([field, problem]) => {
    const { key, values } = typeof problem === 'string' ? { key: problem, values: {} } : problem
    return [field, translate(language, key, values)]
  })
  throw new Refusal('request.invalid', { fields: Object.fromEntries(fields) })
}
