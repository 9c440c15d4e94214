import type { z } from 'zod'
import { type PriceRuleRow, savePriceRule } from '#shared/pricing/priceRules.ts'
import { priceRuleFields } from '#shared/records/priceRuleFields.ts'
import { api, CallFailed } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'
import { confirm } from '#web/ui/confirm.ts'
import { type Draft, fieldsIn, newDraft } from '../form/draft.ts'
import type { useRecordForm } from '../form/useRecordForm.ts'

export type RuleInput = z.input<typeof savePriceRule.input>
export type RuleDraft = Draft<RuleInput>
export type RuleForm = Pick<
  ReturnType<typeof useRecordForm<typeof savePriceRule.input, unknown>>,
  'text' | 'number' | 'choice' | 'flag' | 'values' | 'set' | 'errorOf' | 'add' | 'remove'
>

/** Saves a rule; one with a price of less than half the list price only once that is confirmed. */
export async function saveRule(values: RuleInput): Promise<{ id: string; version: number }> {
  try {
    return (await api.post('/api/Price/SavePriceRule', values)).data
  } catch (error) {
    if (!(error instanceof CallFailed) || error.code !== 'priceRule.belowHalf') throw error
    const isSure = await confirm({
      title: t('panel.price.belowHalfSure', { count: 1 }),
      text: error.message,
      action: t('panel.price.belowHalfSave'),
    })
    if (!isSure) throw error
    return (await api.post('/api/Price/SavePriceRule', { ...values, confirmed: true })).data
  }
}

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

/** What is saved of a rule as it is read. */
export const ruleInput = (rule: PriceRuleRow) => fieldsIn(rule, priceRuleFields) as RuleInput

export const draftOf = (rule: PriceRuleRow): RuleDraft & { version: number } => {
  const { id, version } = rule
  return { ...newRule(), ...(ruleInput(rule) as Partial<RuleDraft>), id, version }
}
