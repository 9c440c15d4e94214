import type { ExportColumn, Voice } from '#server/exports/columns.ts'
import { decimalPoint } from '#server/exports/csv.ts'
import { sendList } from '#server/exports/listExport.ts'
import { verb } from '#server/http/http.ts'
import { dayOf } from '#shared/clock.ts'
import { exportPriceRules, type PriceRuleRow } from '#shared/pricing/priceRules.ts'
import { type RuleFileField, ruleFileColumns } from '#shared/pricing/ruleImports.ts'
import { rulesQuery } from './ruleList.ts'

type Cell = (rule: PriceRuleRow, voice: Voice) => string | number | undefined

/** What a file says of a rule. Whom and what it is for is in the cells that are filled in. */
const cells: Record<RuleFileField, [cell: Cell, width: number]> = {
  name: [({ name }) => name, 30],
  priceGroup: [({ priceGroup }) => priceGroup, 14],
  currAccCode: [({ currAccCode }) => currAccCode, 16],
  accountName: [({ accountName }) => accountName, 30],
  brandName: [
    ({ target, brandName }, { say }) => (target === 'brand' ? (brandName ?? say('panel.price.gone')) : ''),
    24,
  ],
  categoryName: [
    ({ target, categoryName }, { say }) =>
      target === 'category' ? (categoryName ?? say('panel.price.gone')) : '',
    24,
  ],
  itemCode: [({ itemCode }) => itemCode, 16],
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
  isActive: [({ isActive }, voice) => yesOrNo(isActive, voice), 14],
  id: [({ id }) => id, 38],
}

const fields = Object.keys(cells) as RuleFileField[]
const columns = fields.map((field): ExportColumn<PriceRuleRow> => {
  const [name, [value, width]] = [ruleFileColumns[field], cells[field]]
  return field === 'validFrom' || field === 'validUntil'
    ? { name, kind: 'day', value: (rule) => rule[field], width }
    : { name, kind: 'mixed', value, width }
})

/** What the file says of a rule in one column; '' for nothing. */
export function ruleCell(field: RuleFileField, rule: PriceRuleRow, voice: Voice): string {
  const value = cells[field][0](rule, voice) ?? ''
  return typeof value === 'number' ? numberText(value, voice) : value
}

export const numberText = (value: number, { language }: Voice) =>
  String(value).replace('.', decimalPoint(language))

export const yesOrNo = (value: boolean, { say }: Voice) =>
  say(value ? 'panel.changes.yes' : 'panel.changes.no')

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
    columns: async () => columns,
  }),
)
