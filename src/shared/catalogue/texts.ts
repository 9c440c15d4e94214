import { z } from 'zod'
import { answer, endpoint, id, line, page, paging, version } from '#shared/endpoint.ts'
import { type Language, languages } from '#shared/tenancy.ts'
import { type TextKind, textKinds } from './textKinds.ts'

const language = z.enum(languages)
const inLanguages = z.partialRecord(language, line(500))
const named = { kind: z.enum(textKinds), source: z.string().min(1).max(500) }

const textRow = z.object({
  ...named,
  texts: inLanguages,
  /** Languages whose text was built from the dictionary. */
  accepted: z.array(language),
  /** The dictionary's proposals, where they differ from the text. */
  proposals: inLanguages,
})
export type TextRow = z.infer<typeof textRow>

/** Which texts: `missing` ones lack a language, `proposed` ones have a proposal for one. */
export const textStates = ['all', 'missing', 'proposed'] as const

export const getTexts = endpoint({
  call: 'POST /api/Shop/GetTexts',
  summary: 'The texts of the catalogue of one kind with their translations, those that lack one first',
  access: { pages: ['translations'] },
  transaction: 'read',
  input: z.object({
    kind: named.kind,
    /** Only this text, even if the catalogue does not have it yet. */
    source: named.source.optional(),
    /** The languages asked about; by default all others that the tenant offers. */
    language: language.optional(),
    state: z.enum(textStates).default('all'),
    search: z.string().trim().max(100).optional(),
    ...paging,
  }),
  reply: page(textRow),
})

const maxSavedTexts = 2000

/** Whether a category's name can be used in paths. */
const fitsPaths = ({ kind, texts }: { kind: TextKind; texts: Partial<Record<Language, string>> }) =>
  kind !== 'category' || Object.values(texts).every((text) => !text.includes('>') && text.length <= 100)

export const saveTexts = endpoint({
  call: 'POST /api/Shop/SaveTexts',
  summary: 'Writes translations; a text that somebody else has changed since it was read is refused',
  access: { pages: ['translations'] },
  input: z.object({
    texts: z
      .array(
        z
          .object({
            ...named,
            /** Others stay; '' removes one, and so does `-`, as in files. */
            texts: inLanguages,
            /** The texts as read; if absent, the current ones are overwritten whatever they are. */
            was: inLanguages.optional(),
            /** Languages whose text is the dictionary's proposal. */
            accepted: z.array(language).max(languages.length).optional(),
          })
          .refine(fitsPaths, { params: { key: 'field.noPath' } }),
      )
      .min(1)
      .max(maxSavedTexts),
  }),
  reply: answer(
    z.object({
      /** Absent if nothing differs. */
      changeSetId: id.optional(),
      refused: z.array(z.object({ ...named, texts: inLanguages })),
    }),
  ),
  errors: ['record.changed'],
})

export const acceptTextProposals = endpoint({
  call: 'POST /api/Shop/AcceptTextProposals',
  summary: 'Accepts all proposals of the dictionary; what was written by hand stays',
  access: { pages: ['translations'] },
  transaction: 'own',
  input: z.object({ kind: named.kind.optional(), language: language.optional() }),
  reply: answer(z.object({ count: z.int(), changeSetId: id.optional() })),
  errors: ['record.changed'],
})

export const getTextCoverage = endpoint({
  call: 'GET /api/Shop/GetTextCoverage',
  summary: 'How many texts of each kind are translated into each language of the tenant',
  access: { pages: ['translations'] },
  reply: answer(
    z.object({
      languages: z.array(language),
      kinds: z.array(
        z.object({
          kind: named.kind,
          /** How many have to be translated. */
          total: z.int(),
          translated: z.partialRecord(language, z.int()),
          /** How many of the missing ones the dictionary has a proposal for. */
          proposed: z.partialRecord(language, z.int()),
        }),
      ),
    }),
  ),
})

/** `item`: a noun that says what the thing is. `word`: all that qualifies it. */
export const termRoles = ['item', 'word'] as const

const term = z.object({
  role: z.enum(termRoles),
  /** As `giacca (f); da giacca; = giacche`: text with gender, its form beside a noun, synonyms. */
  wordings: inLanguages,
})

const termRow = term.extend({
  /** Absent for terms that come with the product. */
  id: id.optional(),
  version: version.optional(),
})
export type TermRow = z.infer<typeof termRow>

export const getTerms = endpoint({
  call: 'POST /api/Shop/GetTerms',
  summary: "The dictionary: the tenant's own terms first, then those that come with the product",
  access: { pages: ['dictionary'] },
  transaction: 'read',
  input: z.object({
    search: z.string().trim().max(100).optional(),
    /** Only the tenant's own. */
    isOwn: z.boolean().optional(),
    ...paging,
  }),
  reply: page(termRow),
})

export const saveTerm = endpoint({
  call: 'POST /api/Shop/SaveTerm',
  summary:
    'Adds a term to the dictionary of the tenant, or changes one; it goes before an equal one of the product',
  access: { pages: ['dictionary'] },
  input: term.extend({ id: id.optional(), version: version.optional() }),
  reply: answer(z.object({ id, version })),
  errors: ['notFound', 'request.invalid', 'record.changed'],
})

export const deleteTerm = endpoint({
  call: 'POST /api/Shop/DeleteTerm',
  summary: 'Deletes a term of the tenant; texts that were built with it stay',
  access: { pages: ['dictionary'] },
  input: z.object({ id }),
  errors: ['notFound'],
})
