import type { z } from 'zod'
import { type PriceRuleRow, savePriceRule } from '#shared/pricing/priceRules.ts'
import { api } from '#web/api.ts'
import { settings } from '#web/settings.ts'
import { type Draft, draftFrom, newDraft } from '../form/draft.ts'
import type { useRecordForm } from '../form/useRecordForm.ts'
import { confirmingBelowHalf } from './belowHalf.ts'

export type RuleInput = z.input<typeof savePriceRule.input>
export type RuleDraft = Draft<RuleInput>
export type RuleForm = Pick<
  ReturnType<typeof useRecordForm<typeof savePriceRule.input, unknown>>,
  'text' | 'number' | 'choice' | 'flag' | 'values' | 'set' | 'errorOf' | 'add' | 'remove'
>

export const saveRule = (values: RuleInput): Promise<{ id: string; version: number }> =>
  confirmingBelowHalf(
    async (confirmed) => (await api.post('/api/Price/SavePriceRule', { ...values, confirmed })).data,
  )

/** A discount for everybody on everything. */
export const newRule = (): RuleDraft => ({
  ...newDraft(savePriceRule.input),
  audience: 'everybody',
  target: 'all',
  colorCode: undefined,
  basis: 'none',
  effect: 'percent',
  currencyCode: settings.currencyCode,
  tiers: [{ from: 0 }],
  endsOthers: false,
})

export const draftOf = (rule: PriceRuleRow): RuleDraft & { version: number } => ({
  ...draftFrom(savePriceRule.input, rule),
  // The code of a colour may be empty.
  colorCode: rule.colorCode,
  currencyCode: rule.currencyCode ?? settings.currencyCode,
  version: rule.version,
})

/** A new rule like another one. */
export const copyOf = (rule: PriceRuleRow): RuleDraft => ({
  ...draftOf(rule),
  id: undefined,
  version: undefined,
})
