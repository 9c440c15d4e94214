import { z } from 'zod'
import { currencyCode, id } from '#shared/endpoint.ts'
import { quantityMeasures, quantityTargets } from '#shared/pricing/ruleKinds.ts'
import { newShape, type RecordFields, wordsOf } from './recordField.ts'
import { ruleAudienceFields, ruleNameFields, ruleThingFields } from './ruleAudience.ts'

const limit = z.number().gt(0).max(1_000_000_000).multipleOf(0.01).optional()

export const quantityRuleFields = {
  target: {
    schema: z.enum(quantityTargets),
    label: 'panel.price.target',
    words: wordsOf(quantityTargets, (target) => `panel.quantity.target.${target}`),
  },
  /** A size or lot. */
  productId: {
    schema: id.optional(),
    label: 'panel.quantity.target.variant',
    namedBy: 'variantName',
    column: 'variant_id',
  },
  ...ruleThingFields,
  ...ruleAudienceFields,
  measure: {
    schema: z.enum(quantityMeasures),
    label: 'panel.quantity.measure',
    words: wordsOf(quantityMeasures, (measure) =>
      measure === 'amount' ? 'order.amount' : `panel.quantity.measure.${measure}`,
    ),
  },
  currencyCode: { schema: currencyCode.optional(), label: 'order.currency' },
  minimum: { schema: limit, label: 'panel.quantity.minimum' },
  multiple: { schema: limit, label: 'panel.quantity.multiple' },
  maximum: { schema: limit, label: 'panel.quantity.maximum' },
  /** Agents may place an order in spite of it, with a reason. */
  mayOverride: { schema: z.boolean(), initial: false, label: 'panel.quantity.mayOverride' },
  isActive: { schema: z.boolean(), initial: true, label: 'panel.price.isActive' },
} satisfies RecordFields

export const quantityRuleShape = newShape(quantityRuleFields)
export type QuantityRuleFields = z.output<z.ZodObject<typeof quantityRuleShape>>

export const quantityRuleNames = {
  ...ruleNameFields,
  /** A1 · Black · S */
  variantName: { schema: z.string().optional(), label: 'panel.quantity.target.variant' },
} satisfies RecordFields

/** Fields that say something only together. */
export const quantityRuleUnits = [
  ['target', 'productId', 'itemCode', 'brandId'],
  ['audience', 'priceGroup', 'currAccCode'],
  ['measure', 'currencyCode', 'minimum', 'multiple', 'maximum'],
] as const

/** Which fields a rule has besides those that all have. */
export const ownQuantityFieldsOf = (rule: Pick<QuantityRuleFields, 'audience' | 'target' | 'measure'>) => ({
  priceGroup: rule.audience === 'priceGroup',
  currAccCode: rule.audience === 'account',
  productId: rule.target === 'variant',
  itemCode: rule.target === 'item',
  brandId: rule.target === 'brand',
  currencyCode: rule.measure === 'amount',
})
