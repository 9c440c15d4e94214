import { z } from 'zod'
import { answer, endpoint, line, version } from '#shared/endpoint.ts'
import type { Language } from '#shared/tenancy.ts'
import { type AttributeName, attributeNames } from './listing.ts'

const label = line(40).default('')

const attributeSetting = z.object({
  name: z.enum(attributeNames),
  /** '' if unnamed in a language. */
  names: z.object({ tr: label, en: label, ru: label, it: label, fr: label, ro: label, ar: label }),
  /** Whether lists can be filtered by it. */
  isFacet: z.boolean(),
})

/** As stored. */
export type AttributeSetting = {
  name: AttributeName
  names: Partial<Record<Language, string>>
  isFacet: boolean
}

/** All ten: those with settings in their order, then the others. */
export function allAttributes(settings: readonly AttributeSetting[]): AttributeSetting[] {
  const known = new Set(settings.map(({ name }) => name))
  const others = attributeNames.filter((name) => !known.has(name))
  return [...settings, ...others.map((name) => ({ name, names: {}, isFacet: true }))]
}

/** All ten, once each, with distinct names per language. */
const attributes = z
  .array(attributeSetting)
  .length(attributeNames.length)
  .refine((list) => new Set(list.map(({ name }) => name)).size === list.length)
  .superRefine((list, context) => {
    for (const [index, { names }] of list.entries()) {
      for (const [language, given] of Object.entries(names)) {
        const first = list.findIndex((one) => one.names[language as Language] === given)
        if (given === '' || first === index) continue
        const path = [index, 'names', language]
        context.addIssue({ code: 'custom', path, params: { key: 'field.taken' }, input: given })
      }
    }
  })

const attributesRead = z.object({
  attributes: z.array(
    attributeSetting.extend({
      /** With `examples`: their most frequent values. */
      productCount: z.int(),
      examples: z.array(z.string()),
    }),
  ),
  version,
})

export const getAttributes = endpoint({
  call: 'GET /api/Shop/GetAttributes',
  summary: 'The ten product attributes: names, which are facets, and sample values',
  access: { pages: ['attributes'] },
  reply: answer(attributesRead),
})

export const saveAttributes = endpoint({
  call: 'POST /api/Shop/SaveAttributes',
  summary: 'Sets the attributes’ names per language, which are facets, and their order',
  access: { pages: ['attributes'] },
  transaction: 'own',
  input: z.object({ attributes, version: version.optional() }),
  sentBack: attributesRead,
  reply: answer(z.object({ version })),
  errors: ['request.invalid', 'record.changed'],
})
