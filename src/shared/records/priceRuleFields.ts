import { z } from 'zod'
import { currencyCode, id, line, requiredLine } from '#shared/endpoint.ts'
import { ruleBases, ruleEffects, ruleTargets } from '#shared/pricing/ruleKinds.ts'
import { newShape, type RecordFields, wordsOf } from './recordField.ts'
import { ruleAudienceFields, ruleNameFields, ruleThingFields } from './ruleAudience.ts'

/** 20+5+3 is usual; more is a mistake. */
const maxPercents = 5
const maxTiers = 20
export const maxOtherIds = 50
export const maxAmount = 1_000_000_000

const percent = z.number().gt(0).max(100).multipleOf(0.01)
const amount = z.number().min(0).max(maxAmount).multipleOf(0.01)
const tier = z.object({
  /** Pieces, or an amount of the order; 0 for a rule without a basis. */
  from: amount,
  /** One after the other: 20+5 takes 24 % off. */
  percents: z.array(percent).min(1).max(maxPercents).optional(),
  /** The price of a piece, or what is taken off it. */
  amount: amount.optional(),
})
type Tier = z.output<typeof tier>

export const ruleDay = z.iso.date().refine((text) => text >= '2000-01-01' && text < '2100-01-01')

export const priceRuleFields = {
  name: { schema: requiredLine(100), label: 'panel.price.name', hint: 'panel.price.nameText' },
  /** Only for carts with this code; '' for all. */
  code: { schema: line(30), initial: '', label: 'cart.campaignCode', hint: 'panel.price.codeText' },
  /** Days, both included. */
  validFrom: { schema: ruleDay.optional(), label: 'panel.price.validFrom' },
  validUntil: { schema: ruleDay.optional(), label: 'panel.price.validUntil' },
  isActive: { schema: z.boolean(), initial: true, label: 'panel.price.isActive' },
  ...ruleAudienceFields,
  target: {
    schema: z.enum(ruleTargets),
    label: 'panel.price.target',
    words: wordsOf(ruleTargets, (target) => `panel.price.target.${target}`),
  },
  ...ruleThingFields,
  categoryId: { schema: id.optional(), label: 'product.category', namedBy: 'categoryName' },
  /** Further brands or categories, for a rule that is for several. Named with the first. */
  otherIds: {
    schema: z.array(id).max(maxOtherIds).optional(),
    label: 'panel.price.otherThings',
    namedBy: 'brandName',
  },
  colorCode: { schema: z.string().max(10).optional(), label: 'panel.product.colorCode' },
  effect: {
    schema: z.enum(ruleEffects),
    label: 'panel.price.effect',
    words: wordsOf(ruleEffects, (effect) => `panel.price.effect.${effect}`),
  },
  basis: {
    schema: z.enum(ruleBases),
    label: 'panel.price.basis',
    words: wordsOf(ruleBases, (basis) => `panel.price.basis.${basis}`),
  },
  currencyCode: { schema: currencyCode.optional(), label: 'order.currency' },
  tiers: {
    schema: z.array(tier).min(1).max(maxTiers),
    label: 'panel.price.value',
    textOf: ({ from, percents, amount: value }: Tier) => {
      const made = percents ? `${percents.join('+')} %` : String(value?.toFixed(2))
      return from === 0 ? made : `${from}+: ${made}`
    },
  },
  endsOthers: { schema: z.boolean(), label: 'panel.price.ends', hint: 'panel.price.endsText' },
} satisfies RecordFields

export const priceRuleShape = newShape(priceRuleFields)
export type PriceRuleFields = z.output<z.ZodObject<typeof priceRuleShape>>

const name = z.string().optional()
export const priceRuleNames = {
  ...ruleNameFields,
  categoryName: { schema: name, label: 'product.category' },
  colorDescription: { schema: name, label: 'product.color' },
} satisfies RecordFields

/** Fields that say something only together. */
export const priceRuleUnits = [
  ['audience', 'priceGroup', 'currAccCode'],
  ['target', 'brandId', 'categoryId', 'otherIds', 'itemCode', 'colorCode'],
  ['effect', 'basis', 'currencyCode', 'tiers'],
] as const

/** Percents need none, unless tiers are by an amount. */
export const hasCurrency = ({ effect, basis }: Pick<PriceRuleFields, 'effect' | 'basis'>): boolean =>
  effect !== 'percent' || basis === 'orderAmount'

/** Which fields a rule has besides those that all have. */
export const ownPriceFieldsOf = (
  rule: Pick<PriceRuleFields, 'audience' | 'target' | 'effect' | 'basis'>,
) => ({
  priceGroup: rule.audience === 'priceGroup',
  currAccCode: rule.audience === 'account',
  brandId: rule.target === 'brand',
  categoryId: rule.target === 'category',
  itemCode: rule.target === 'item' || rule.target === 'product',
  colorCode: rule.target === 'product',
  currencyCode: hasCurrency(rule),
})
