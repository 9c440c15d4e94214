import { z } from 'zod'
import { answer, endpoint, id, line, page, paging, version } from './endpoint.ts'
import { type Language, languages } from './tenancy.ts'
import { type TextKind, textKinds } from './textKinds.ts'

const language = z.enum(languages)
const inLanguages = z.partialRecord(language, line(500))
const named = { kind: z.enum(textKinds), source: z.string().min(1).max(500) }

const textRow = z.object({
  ...named,
  texts: inLanguages,
  /** Languages whose text was built from the dictionary. */
  accepted: z.array(language),
  /** What the dictionary makes of it, where that is not its text already. */
  proposals: inLanguages,
})
export type TextRow = z.infer<typeof textRow>

/** Which of them: `missing` ones lack a language, `proposed` ones have a proposal for one. */
export const textStates = ['all', 'missing', 'proposed'] as const

export const getTexts = endpoint({
  call: 'POST /api/Shop/GetTexts',
  summary: 'The texts of the catalogue of one kind with their translations, those that lack one first',
  access: { pages: ['translations'] },
  transaction: 'read',
  input: z.object({
    kind: named.kind,
    /** This text alone, also if the catalogue does not have it yet. */
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

/** A category's name: it stands in paths. */
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
            /** As read; absent: whatever they are. */
            was: inLanguages.optional(),
            /** Languages whose text is the dictionary's proposal. */
            accepted: z.array(language).optional(),
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
          /** That have to be translated. */
          total: z.int(),
          translated: z.partialRecord(language, z.int()),
          /** Of the missing ones, those that the dictionary has a proposal for. */
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
  /** As `giacca (f); da giacca; = giacche`: text with gender, what it is beside a noun, synonyms. */
  wordings: inLanguages,
})

const termRow = term.extend({
  /** Absent of those that come with the product. */
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
