import { z } from 'zod'
import {
  answer,
  endpoint,
  id,
  line,
  listInput,
  optionalAccountCode,
  page,
  version,
} from '#shared/endpoint.ts'
import { wholeExportOf } from '#shared/exports/exports.ts'
import {
  maxAmount,
  ownPriceFieldsOf,
  type PriceRuleFields,
  priceRuleFields,
  priceRuleNames,
  priceRuleShape,
  ruleDay,
} from '#shared/records/priceRuleFields.ts'
import { storedShape } from '#shared/records/recordField.ts'
import { quantityRule } from './quantityRules.ts'
import { ruleAudiences, ruleBases, ruleEffects, ruleStates, ruleTargets } from './ruleKinds.ts'

/** Per tenant: all of them are kept in memory. */
export const maxPriceRules = 20_000
function refuseIncomplete(rule: PriceRuleFields, context: z.core.$RefinementCtx): void {
  const refuse = (path: (string | number)[], key: string) =>
    context.addIssue({ code: 'custom', path, params: { key }, input: rule })
  for (const [name, isOwn] of Object.entries(ownPriceFieldsOf(rule))) {
    const value = rule[name as keyof PriceRuleFields]
    // The code of a colour may be empty.
    if (isOwn && (value === undefined || (value === '' && name !== 'colorCode')))
      refuse([name], 'field.required')
  }
  if (rule.validFrom && rule.validUntil && rule.validUntil < rule.validFrom)
    refuse(['validUntil'], 'field.beforeStart')
  if (rule.basis === 'none' && rule.tiers.length > 1) refuse(['tiers', 1, 'from'], 'field.invalid')
  for (const [index, { from, ...made }] of rule.tiers.entries()) {
    const field = rule.effect === 'percent' ? 'percents' : 'amount'
    if (made[field] === undefined) refuse(['tiers', index, field], 'field.required')
    const before = rule.tiers[index - 1]
    if (before && from <= before.from) refuse(['tiers', index, 'from'], 'field.notRising')
    if (rule.basis !== 'orderAmount' && !Number.isInteger(from))
      refuse(['tiers', index, 'from'], 'field.invalid')
    if ((rule.basis === 'none') !== (from === 0)) refuse(['tiers', index, 'from'], 'field.invalid')
  }
}

const priceRuleRow = z.object({
  id,
  ...storedShape(priceRuleFields),
  version,
  ...storedShape(priceRuleNames),
  updatedAt: z.string(),
})
export type PriceRuleRow = z.infer<typeof priceRuleRow>

/** What identifies a rule to people: its name, and whom and what it is for. */
export const ruleNames = priceRuleRow.pick({
  name: true,
  audience: true,
  priceGroup: true,
  currAccCode: true,
  accountName: true,
  target: true,
  brandName: true,
  categoryName: true,
  itemCode: true,
  itemDescription: true,
  colorCode: true,
  colorDescription: true,
}).shape

const ruleFilters = {
  audience: z.enum(ruleAudiences).optional(),
  currAccCode: optionalAccountCode,
  priceGroup: z.string().max(20).optional(),
  target: z.enum(ruleTargets).optional(),
  effect: z.enum(ruleEffects).optional(),
  state: z.enum(ruleStates).optional(),
}

export const getPriceRules = endpoint({
  call: 'POST /api/Price/GetPriceRules',
  summary: 'Price rules, by precedence or as sorted',
  access: { pages: ['priceRules'] },
  transaction: 'read',
  input: z.object({ ...listInput(['precedence', 'name', 'validFrom', 'updatedAt']), ...ruleFilters }),
  reply: page(priceRuleRow),
})

export const exportPriceRules = wholeExportOf(getPriceRules, 'POST /api/Price/ExportPriceRules', {})

export const getPriceRule = endpoint({
  call: 'GET /api/Price/GetPriceRule',
  summary: 'A price rule',
  access: { pages: ['priceRuleEdit'] },
  input: z.object({ id }),
  reply: answer(priceRuleRow),
  errors: ['notFound'],
})

/** Between the names of a rule's brands or categories. */
export const nameSeparator = ' | '

/** The brands or categories that a rule is for. */
export const idsOf = ({
  target,
  brandId,
  categoryId,
  otherIds = [],
}: Pick<PriceRuleFields, 'target' | 'brandId' | 'categoryId' | 'otherIds'>): string[] => {
  const first = target === 'brand' ? brandId : target === 'category' ? categoryId : undefined
  return first === undefined ? [] : [first, ...otherIds]
}

/** A rule for each of the brands or categories that it is for: alike but for these. */
export function eachTarget<
  Rule extends Pick<PriceRuleFields, 'target' | 'brandId' | 'categoryId' | 'otherIds'>,
>(rule: Rule): Rule[] {
  const { otherIds = [], ...alike } = rule
  const field = rule.target === 'brand' ? 'brandId' : 'categoryId'
  return [
    alike as unknown as Rule,
    ...otherIds.map((other) => ({ ...alike, [field]: other }) as unknown as Rule),
  ]
}

export const savePriceRule = endpoint({
  call: 'POST /api/Price/SavePriceRule',
  summary: 'Adds a price rule or, with its id, changes one. It applies from the next call',
  access: { pages: ['priceRuleCreate', 'priceRuleEdit'] },
  input: z
    .object({
      id: id.optional(),
      ...priceRuleShape,
      version: version.optional(),
      /** Also if it takes more than half off a list price; otherwise `priceRule.belowHalf` refuses that. */
      confirmed: z.boolean().default(false),
    })
    .superRefine(refuseIncomplete),
  sentBack: priceRuleRow,
  reply: answer(z.object({ id, version })),
  errors: ['notFound', 'request.invalid', 'record.changed', 'priceRule.tooMany', 'priceRule.belowHalf'],
})

export const deletePriceRule = endpoint({
  call: 'POST /api/Price/DeletePriceRule',
  summary: 'Deletes a price rule',
  access: { pages: ['priceRules'] },
  input: z.object({ id }),
  errors: ['notFound'],
})

export const restorePriceRule = endpoint({
  call: 'POST /api/Price/RestorePriceRule',
  summary: 'Adds a deleted price rule again, as it was',
  access: { pages: ['priceRules'] },
  input: z.object({ id }),
  errors: ['notFound', 'change.undone', 'request.invalid', 'priceRule.tooMany'],
})

const priceRule = priceRuleRow
  .pick({
    id: true,
    name: true,
    audience: true,
    target: true,
    brandId: true,
    categoryId: true,
    itemCode: true,
    colorCode: true,
    basis: true,
    effect: true,
    currencyCode: true,
    tiers: true,
    endsOthers: true,
    validFrom: true,
  })
  .extend({ isCampaign: z.boolean().optional() })

export const getPricing = endpoint({
  call: 'GET /api/Shop/GetPricing',
  summary: 'The rules that prices are worked out from today, for the account or for visitors',
  access: 'shop',
  // A code is counted before it is judged.
  transaction: 'own',
  isTranslated: true,
  input: z.object({
    currAccCode: optionalAccountCode,
    /** Campaign code. */
    code: line(30).default(''),
  }),
  reply: answer(
    z.object({
      rules: z.array(priceRule),
      /** The parent of each subcategory, as far as rules need them. */
      parents: z.record(id, id),
      /** How much must or may be ordered; among several with one target and measure, the one that holds. */
      quantities: z.array(quantityRule),
      /** Whether the code opened a rule; absent without a code. */
      isCodeKnown: z.boolean().optional(),
      /** After too many unknown codes: when the next one is checked. */
      codeRetrySeconds: z.int().optional(),
    }),
  ),
  errors: ['notFound'],
})

const priceStep = z.object({
  ruleId: id.optional(),
  by: z.enum(['line', 'order']).optional(),
  name: z.string(),
  basis: z.enum(ruleBases),
  from: z.number(),
  /** Opened by the order's campaign code. */
  isCampaign: z.boolean().optional(),
  percents: z.array(z.number()).optional(),
  /** `fixed` and `off` are amounts per piece. */
  fixed: z.number().optional(),
  off: z.number().optional(),
  /** After the step. */
  unitPrice: z.number(),
})

/** What the price of a line with steps was worked out from. */
export const whyShape = { listPrice: z.number().optional(), priceSteps: z.array(priceStep).optional() }

const triedPrice = z.object({
  colorCode: z.string(),
  colorDescription: z.string(),
  itemDim1Code: z.string(),
  lotCode: z.string(),
  /** Absent without a price in the account's price group. */
  listPrice: z.number().optional(),
  currencyCode: z.string().optional(),
  unitPrice: z.number().optional(),
  priceSteps: z.array(priceStep),
})
export type TriedPrice = z.infer<typeof triedPrice>

export const tryPrice = endpoint({
  call: 'POST /api/Price/TryPrice',
  summary: 'What an account pays for a quantity of an item on a day, and why; for each size and lot',
  access: { pages: ['priceTry'] },
  transaction: 'read',
  input: z.object({
    /** Absent: a visitor. */
    currAccCode: optionalAccountCode,
    itemCode: z.string().min(1).max(30),
    colorCode: z.string().max(10).optional(),
    /** Pieces of the item in the order. */
    pieces: z.int().min(1).max(1_000_000).default(1),
    /** What else is in the order. */
    brandPieces: z.int().min(0).max(10_000_000).default(0),
    orderAmount: z.number().min(0).max(maxAmount).default(0),
    day: ruleDay.optional(),
    code: line(30).default(''),
  }),
  reply: answer(z.array(triedPrice)),
  errors: ['notFound'],
})
