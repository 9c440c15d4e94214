import { z } from 'zod'
import { answer, endpoint, flag, id } from '#shared/endpoint.ts'
import type { MessageKey } from '#shared/i18n/keys.ts'
import { trialShape } from '#shared/imports/fileTrial.ts'
import { ruleNames } from './priceRules.ts'

export const maxRuleFileBytes = 4 * 1024 * 1024
export const maxRuleFileRows = 5000

/** The columns of a price rule file, in its order, by the field of the rule. */
export const ruleFileColumns = {
  name: 'panel.price.name',
  priceGroup: 'panel.customer.priceGroup',
  currAccCode: 'panel.customer.code',
  accountName: 'order.customer',
  brandName: 'product.brand',
  categoryName: 'product.category',
  itemCode: 'product.itemCode',
  itemDescription: 'panel.import.column.itemDescription',
  colorCode: 'panel.product.colorCode',
  basis: 'panel.price.basis',
  effect: 'panel.price.effect',
  tiers: 'panel.price.value',
  currencyCode: 'order.currency',
  endsOthers: 'panel.price.ends',
  code: 'cart.campaignCode',
  validFrom: 'panel.price.validFrom',
  validUntil: 'panel.price.validUntil',
  isActive: 'panel.price.isActive',
  id: 'panel.price.ruleId',
} as const satisfies Record<string, MessageKey>
export type RuleFileField = keyof typeof ruleFileColumns
const field = z.enum(Object.keys(ruleFileColumns) as [RuleFileField, ...RuleFileField[]])

const ruleCounts = z.object({ added: z.int(), changed: z.int(), unchanged: z.int() })

const ruleImportRow = z.object({
  /** In the file; the headings are line 1. */
  line: z.int(),
  state: z.enum(['added', 'changed']),
  /** The rule's name, and whom and what it is for. */
  ...ruleNames,
  /** As the file says it in the reader's language; '' for nothing. */
  changes: z.array(z.object({ field, before: z.string(), after: z.string() })),
})
export type RuleImportRow = z.infer<typeof ruleImportRow>

/** A price of one size or lot that a rule takes more than half off. */
const belowHalf = z.object({
  itemCode: z.string(),
  itemDescription: z.string(),
  listPrice: z.number(),
  unitPrice: z.number(),
  currencyCode: z.string(),
})
export type BelowHalf = z.infer<typeof belowHalf>

const ruleImportResult = z.object({
  /** Id of the applied import; absent for a trial, with problems, and if nothing differs. */
  id: id.optional(),
  counts: ruleCounts,
  /** The first {@link maxShownRows} that are added or changed. */
  rows: z.array(ruleImportRow),
  /** Fixed prices and amounts that take more than half off a list price: the first {@link maxShownRows}. */
  belowHalf: z.array(belowHalf.extend({ line: z.int(), name: z.string() })),
  ...trialShape(field),
})
export type RuleImportResult = z.infer<typeof ruleImportResult>

export const importPriceRules = endpoint({
  call: 'POST /api/Price/ImportPriceRules',
  summary:
    'What a file of price rules would add and change; with `apply` it does so, all of it or, with any problem, nothing',
  access: { pages: ['priceRules'] },
  transaction: 'own',
  files: { maxBytes: maxRuleFileBytes, maxFiles: 1 },
  /** `confirmed`: also applies what is in `belowHalf`; otherwise nothing is applied. */
  input: z.object({ apply: flag.default(false), confirmed: flag.default(false) }),
  reply: answer(ruleImportResult),
  errors: [
    'request.invalid',
    'request.tooLarge',
    'import.unreadable',
    'import.reading',
    'server.busy',
    'priceRule.tooMany',
  ],
})

const ruleImport = z.object({
  id,
  fileName: z.string(),
  createdAt: z.string(),
  createdBy: z.string(),
  counts: ruleCounts,
  undoneAt: z.string().optional(),
  undoneBy: z.string().optional(),
})
export type RuleImport = z.infer<typeof ruleImport>

export const getPriceRuleImports = endpoint({
  call: 'GET /api/Price/GetPriceRuleImports',
  summary: 'The last imports of price rules, the newest first',
  access: { pages: ['priceRules'] },
  reply: answer(z.array(ruleImport)),
})

export const undoPriceRuleImport = endpoint({
  call: 'POST /api/Price/UndoPriceRuleImport',
  summary: 'Undoes an import of price rules; rules that were changed since stay as they are',
  access: { pages: ['priceRules'] },
  input: z.object({ id }),
  reply: answer(z.object({ restored: z.int(), removed: z.int(), kept: z.int() })),
  errors: ['notFound', 'change.undone'],
})
