import { z } from 'zod'
import { answer, endpoint, id, listInput, optionalAccountCode, page, version } from '#shared/endpoint.ts'
import { wholeExportOf } from '#shared/exports/exports.ts'
import {
  ownQuantityFieldsOf,
  type QuantityRuleFields,
  quantityRuleFields,
  quantityRuleNames,
  quantityRuleShape,
} from '#shared/records/quantityRuleFields.ts'
import { storedShape } from '#shared/records/recordField.ts'
import { limitsOf, unitsOf } from './quantities.ts'
import { quantityMeasures, quantityTargets, ruleAudiences } from './ruleKinds.ts'

/** Per tenant: all of them are kept in memory. */
export const maxQuantityRules = 5000

function refuseIncomplete(rule: QuantityRuleFields, context: z.core.$RefinementCtx): void {
  const refuse = (field: keyof QuantityRuleFields, key: string, least?: number) =>
    context.addIssue({ code: 'custom', path: [field], params: { key, limit: least }, input: rule })
  for (const [field, isOwn] of Object.entries(ownQuantityFieldsOf(rule))) {
    const name = field as keyof QuantityRuleFields
    if (isOwn && !rule[name]) refuse(name, 'field.required')
  }
  const { minimum, multiple, maximum, measure } = rule
  if (minimum === undefined && multiple === undefined && maximum === undefined)
    refuse('minimum', 'field.required')
  if (minimum !== undefined && maximum !== undefined && maximum < minimum)
    refuse('maximum', 'field.belowMinimum')
  // A rule that was stored before this check can still be switched off.
  else if (rule.isActive && limitsOf(rule).least > limitsOf(rule).most)
    refuse('maximum', 'field.unreachable', unitsOf(rule, limitsOf(rule).least))
  for (const name of ['minimum', 'multiple', 'maximum'] as const)
    if (measure !== 'amount' && !Number.isInteger(rule[name] ?? 0)) refuse(name, 'field.wholeNumber')
}

const names = storedShape(quantityRuleNames)
/** What a rule is for. */
const ruleThing = {
  target: z.enum(quantityTargets),
  itemCode: z.string().optional(),
  itemDescription: names.itemDescription,
  brandName: names.brandName,
  variantName: names.variantName,
}
export const quantityRuleRow = z.object({ id, ...storedShape(quantityRuleFields), version, ...names })
export type QuantityRuleRow = z.infer<typeof quantityRuleRow>

export const getQuantityRules = endpoint({
  call: 'POST /api/Price/GetQuantityRules',
  summary: 'Rules of minimums, multiples and maximums',
  access: { pages: ['quantityRules'] },
  transaction: 'read',
  input: z.object({
    ...listInput(['target', 'audience', 'updatedAt']),
    audience: z.enum(ruleAudiences).optional(),
    currAccCode: optionalAccountCode,
    target: z.enum(quantityTargets).optional(),
  }),
  reply: page(quantityRuleRow),
})

export const exportQuantityRules = wholeExportOf(getQuantityRules, 'POST /api/Price/ExportQuantityRules', {})

export const saveQuantityRule = endpoint({
  call: 'POST /api/Price/SaveQuantityRule',
  summary: 'Adds a quantity rule or, with its id, changes one. It applies from the next call',
  access: { pages: ['quantityRules'] },
  input: z
    .object({ id: id.optional(), ...quantityRuleShape, version: version.optional() })
    .superRefine(refuseIncomplete),
  sentBack: quantityRuleRow,
  reply: answer(z.object({ id, version })),
  errors: ['notFound', 'request.invalid', 'record.changed', 'priceRule.tooMany'],
})

const amounts = {
  measure: z.enum(quantityMeasures),
  currencyCode: z.string().optional(),
  /** The fewest that keep the rule. */
  least: z.number(),
}

export const checkQuantityRule = endpoint({
  call: 'GET /api/Price/CheckQuantityRule',
  summary: 'What keeps a quantity rule from being kept: the stock at present, or rules of some customers',
  access: { pages: ['quantityRules'] },
  input: z.object({ id }),
  reply: answer(
    z.object({
      name: z.object(ruleThing),
      /** The whole stock of what the rule is for, if that is not enough. */
      beyondStock: z.object({ ...amounts, stock: z.number() }).optional(),
      /** Conflicts for customers who have another rule; the first {@link maxConflicts}. */
      conflicts: z.array(
        z.object({
          audience: z.enum(ruleAudiences),
          priceGroup: z.string().optional(),
          currAccCode: z.string().optional(),
          accountName: z.string().optional(),
          ...amounts,
          most: z.number(),
          narrow: z.object(ruleThing),
          wide: z.object(ruleThing),
        }),
      ),
    }),
  ),
  errors: ['notFound'],
})
export const maxConflicts = 20

export const deleteQuantityRule = endpoint({
  call: 'POST /api/Price/DeleteQuantityRule',
  summary: 'Deletes a quantity rule',
  access: { pages: ['quantityRules'] },
  input: z.object({ id }),
  errors: ['notFound'],
})

export const restoreQuantityRule = endpoint({
  call: 'POST /api/Price/RestoreQuantityRule',
  summary: 'Adds a deleted quantity rule again, as it was',
  access: { pages: ['quantityRules'] },
  input: z.object({ id }),
  errors: ['notFound', 'change.undone', 'request.invalid', 'priceRule.tooMany'],
})

/** As it is sent to the buyer. */
export const quantityRule = z.object({
  id,
  audience: z.enum(ruleAudiences),
  target: z.enum(quantityTargets),
  productId: id.optional(),
  itemCode: z.string().optional(),
  brandId: id.optional(),
  measure: z.enum(quantityMeasures),
  currencyCode: z.string().optional(),
  minimum: z.number().optional(),
  multiple: z.number().optional(),
  maximum: z.number().optional(),
  mayOverride: z.boolean(),
})
