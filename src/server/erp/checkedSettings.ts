import { z } from 'zod'
import type { Call } from '#server/http/http.ts'
import { refuseFields } from '#server/http/refuse.ts'
import { strict } from '#server/http/strict.ts'
import type { SentErpLink } from '#shared/erp/erp.ts'
import { settingsSchema } from '#shared/erp/settings.ts'
import { fieldProblems } from '#shared/fieldProblems.ts'

type Given = Pick<SentErpLink, 'kind' | 'settings'>

/** Validates by kind. Refuses with a problem per field. */
export function checkedSettings(call: Pick<Call, 'language'>, { kind, settings }: Given) {
  return checked(call, strict(settingsSchema(kind)), settings)
}

const mappingFields = ['columns', 'fields', 'dialect', 'productCode'] as const

const mapping = z.object({
  columns: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
  fields: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
  dialect: z.enum(['semicolon', 'comma']).optional(),
  productCode: z.string(),
})

/** Only the mapping; the rest may be incomplete. */
export function checkedMapping(call: Pick<Call, 'language'>, { kind, settings }: Given) {
  const { shape } = settingsSchema(kind)
  const mappingShape = mappingFields.flatMap((name) => (name in shape ? [[name, shape[name]]] : []))
  return mapping.parse(checked(call, z.object(Object.fromEntries(mappingShape)), settings))
}

function checked(
  { language }: Pick<Call, 'language'>,
  schema: z.ZodObject,
  settings: Record<string, unknown>,
): Record<string, unknown> {
  const parsed = schema.safeParse(settings, { reportInput: true })
  if (parsed.success) return parsed.data
  const problems = fieldProblems(parsed.error)
  return refuseFields(language, problems)
}
