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

/** What a file of rules answers. `names`: what identifies a rule to people. */
export const ruleFileResult = <Field extends z.ZodType, Names extends z.ZodRawShape>(
  field: Field,
  names: Names,
) =>
  z.object({
    counts: z.object({ added: z.int(), changed: z.int(), unchanged: z.int() }),
    /** The first {@link maxShownRows} that are added or changed. */
    rows: z.array(
      z.object({
        /** In the file; the headings are line 1. */
        line: z.int(),
        state: z.enum(['added', 'changed']),
        ...names,
        /** As the file says it in the reader's language; '' for nothing. */
        changes: z.array(z.object({ field, before: z.string(), after: z.string() })),
      }),
    ),
    ...trialShape(field),
  })

export const ruleFileEndpoint = <const Call extends `POST /api/${string}`, Result extends z.ZodType>(
  call: Call,
  page: 'priceRules' | 'quantityRules',
  result: Result,
) =>
  endpoint({
    call,
    summary:
      'What a file of rules would add and change; with `apply` it does so, all of it or, with any problem, nothing',
    access: { pages: [page] },
    transaction: 'own',
    files: { maxBytes: maxRuleFileBytes, maxFiles: 1 },
    input: z.object(trialInput),
    reply: answer(result),
    errors: [
      'request.invalid',
      'request.tooLarge',
      'import.unreadable',
      'import.reading',
      'server.busy',
      'priceRule.tooMany',
    ],
  })

const ruleImportResult = ruleFileResult(
  z.enum(Object.keys(ruleFileColumns) as [RuleFileField, ...RuleFileField[]]),
  ruleNames,
)
export type RuleImportResult = z.infer<typeof ruleImportResult>

export const importPriceRules = ruleFileEndpoint(
  'POST /api/Price/ImportPriceRules',
  'priceRules',
  ruleImportResult,
)
