import type { z } from 'zod'
import type { PriceRuleRow, savePriceRule } from '#shared/priceRules.ts'
import { settings } from '#web/settings.ts'
import type { Draft } from '../form/draft.ts'
import type { useRecordForm } from '../form/useRecordForm.ts'

export type RuleInput = z.input<typeof savePriceRule.input>
export type RuleDraft = Draft<RuleInput>
export type RuleForm = Pick<
  ReturnType<typeof useRecordForm<typeof savePriceRule.input, unknown>>,
  'text' | 'number' | 'choice' | 'flag' | 'values' | 'set' | 'errorOf' | 'add' | 'remove'
>

/** A discount for everybody on everything. */
export const newRule = (): RuleDraft => ({
  id: undefined,
  version: undefined,
  name: '',
  audience: 'everybody',
  priceGroup: '',
  currAccCode: '',
  target: 'all',
  brandId: '',
  categoryId: '',
  itemCode: '',
  colorCode: undefined,
  basis: 'none',
  effect: 'percent',
  currencyCode: settings.currencyCode,
  tiers: [{ from: 0 }],
  endsOthers: false,
  code: '',
  validFrom: '',
  validUntil: '',
  isActive: true,
})

/** What is saved of a rule as it is read. */
export function ruleInput(rule: PriceRuleRow): RuleInput {
  const { id: _id, version: _version, accountName: _account, brandName: _brand, ...named } = rule
  const { categoryName: _category, itemDescription: _item, colorDescription: _color, ...more } = named
  const { updatedAt: _updated, ...input } = more
  return input
}

export const draftOf = (rule: PriceRuleRow): RuleDraft & { version: number } => ({
  ...newRule(),
  ...ruleInput(rule),
  isActive: rule.isActive,
  currencyCode: rule.currencyCode ?? settings.currencyCode,
  id: rule.id,
  version: rule.version,
})
