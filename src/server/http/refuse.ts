import { translate } from '#server/i18n.ts'
import { Refusal } from '#shared/errors.ts'
import type { MessageKey } from '#shared/i18n/keys.ts'
import type { Language } from '#shared/tenancy.ts'

export type Problem = MessageKey | { key: MessageKey; values: Record<string, string | number> }

/** For checks that only the server can do. */
export function refuseFields(language: Language, problems: Record<string, Problem>): never {
  const fields = Object.entries(problems).map(([field, problem]) => {
    const { key, values } = typeof problem === 'string' ? { key: problem, values: {} } : problem
    return [field, translate(language, key, values)]
  })
  throw new Refusal('request.invalid', { fields: Object.fromEntries(fields) })
}

/** The row that was found. Refuses with `notFound` without one. */
export async function oneOf<Row>(rows: Promise<Row[]>): Promise<Row> {
  const [row] = await rows
  if (!row) throw new Refusal('notFound')
  return row
}
