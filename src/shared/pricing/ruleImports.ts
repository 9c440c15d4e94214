import { z } from 'zod'
import { answer, endpoint } from '#shared/endpoint.ts'
import type { MessageKey } from '#shared/i18n/keys.ts'
import { trialInput, trialShape } from '#shared/imports/fileTrial.ts'
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

const ruleImportResult = z.object({
  counts: ruleCounts,
  /** The first {@link maxShownRows} that are added or changed. */
  rows: z.array(ruleImportRow),
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
  input: z.object(trialInput),
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
