import type { Voice } from '#server/exports/columns.ts'
import { sendList } from '#server/exports/listExport.ts'
import { verb } from '#server/http/http.ts'
import { dayOf } from '#shared/clock.ts'
import { exportPriceRules, type PriceRuleRow } from '#shared/pricing/priceRules.ts'
import { type RuleFileField, ruleFileColumns } from '#shared/pricing/ruleImports.ts'
import { commonCells, numberText, type RuleCells, ruleColumns, yesOrNo } from './ruleColumns.ts'
import { rulesQuery } from './ruleList.ts'

const cells: RuleCells<RuleFileField, PriceRuleRow> = {
  ...commonCells,
  name: [({ name }) => name, 30],
  categoryName: [
    ({ target, categoryName }, { say }) =>
      target === 'category' ? (categoryName ?? say('panel.price.gone')) : '',
    24,
  ],
  itemDescription: [({ itemDescription }) => itemDescription, 30],
  colorCode: [({ colorCode }) => colorCode, 12],
  basis: [({ basis }, { say }) => say(`panel.price.basis.${basis}`), 22],
  effect: [({ effect }, { say }) => say(`panel.price.effect.${effect}`), 16],
  tiers: [tiersOf, 30],
  currencyCode: [({ currencyCode }) => currencyCode, 10],
  endsOthers: [({ endsOthers }, voice) => yesOrNo(endsOthers, voice), 16],
  code: [({ code }) => code, 16],
  validFrom: [({ validFrom }) => validFrom, 14],
  validUntil: [({ validUntil }) => validUntil, 14],
}

export const priceRuleColumns = ruleColumns(ruleFileColumns, cells, (field) =>
  field === 'validFrom' || field === 'validUntil' ? (rule) => rule[field] : undefined,
)

/**
 * A number where the rule has only one, else a text: 20+5, or with tiers 50+: 3 | 100+: 5+2,5. Without the plus
 * spreadsheets would take 12: 3 for a time.
 */
function tiersOf({ basis, tiers }: PriceRuleRow, voice: Voice): string | number {
  const number = (value: number) => numberText(value, voice)
  const [{ percents = [], amount = percents[0] } = {}] = tiers
  // As a number, a percent below 1 may be meant as a fraction, which the import refuses.
  const isPlain = basis === 'none' && percents.length < 2 && (percents.length === 0 || Number(amount) >= 1)
  if (isPlain && amount !== undefined) return amount
  return tiers
    .map(({ from, percents: each, amount: value = 0 }) => {
      const text = each ? each.map(number).join('+') : number(value)
      return basis === 'none' ? text : `${number(from)}+: ${text}`
    })
    .join(' | ')
}

export const downloadRules = verb(exportPriceRules, (call, asked) =>
  sendList(call, asked, {
    title: 'panel.priceRules',
    query: () => rulesQuery(asked, dayOf(call.now, call.tenant.timeZone)),
    columns: async () => priceRuleColumns.columns,
  }),
)
