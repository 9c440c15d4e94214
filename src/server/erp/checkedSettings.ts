import { z } from 'zod'
import type { Call } from '#server/http.ts'
import { refuseFields } from '#server/refuse.ts'
import { strict } from '#server/strict.ts'
import { settingsSchema } from '#shared/erp/settings.ts'
import type { ErpLinkGiven } from '#shared/erp.ts'
import { fieldProblems } from '#shared/fieldProblems.ts'

type Given = Pick<ErpLinkGiven, 'kind' | 'settings'>

/** The settings as their kind wants them. Refuses with what is wrong beside the names of those that are. */
export function checkedSettings(call: Pick<Call, 'language'>, { kind, settings }: Given) {
  return checked(call, strict(settingsSchema(kind)), settings)
}

const ofMapping = ['columns', 'fields', 'dialect', 'productCode'] as const

const mapping = z.object({
  columns: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
  fields: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
  dialect: z.enum(['semicolon', 'comma']).optional(),
  productCode: z.string(),
})

/** Only what says which value stands where: the rest need not be filled in yet. */
export function checkedMapping(call: Pick<Call, 'language'>, { kind, settings }: Given) {
  const { shape } = settingsSchema(kind)
  const own = ofMapping.flatMap((name) => (name in shape ? [[name, shape[name]]] : []))
  return mapping.parse(checked(call, z.object(Object.fromEntries(own)), settings))
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
