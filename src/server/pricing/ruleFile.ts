import { asText, type Voice } from '#server/exports/columns.ts'
import { decimalPoint } from '#server/exports/csv.ts'
import { sendList } from '#server/exports/listExport.ts'
import { verb } from '#server/http.ts'
import { dayOf } from '#shared/clock.ts'
import { exportPriceRules, type PriceRuleRow } from '#shared/priceRules.ts'
import { type RuleFileField, ruleFileColumns } from '#shared/ruleImports.ts'
import { rulesQuery } from './ruleList.ts'

type Cell = (rule: PriceRuleRow, voice: Voice) => string | undefined

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
  tiers: [tiersText, 30],
  currencyCode: [({ currencyCode }) => currencyCode, 10],
  endsOthers: [({ endsOthers }, voice) => yesOrNo(endsOthers, voice), 16],
  code: [({ code }) => code, 16],
  validFrom: [({ validFrom }) => validFrom, 14],
  validUntil: [({ validUntil }) => validUntil, 14],
  isActive: [({ isActive }, voice) => yesOrNo(isActive, voice), 14],
  id: [({ id }) => id, 38],
}

const fields = Object.keys(cells) as RuleFileField[]
const columns = fields.map((field) => asText(ruleFileColumns[field], ...cells[field]))

/** What the file says of a rule in one column; '' for nothing. */
export function ruleCell(field: RuleFileField, rule: PriceRuleRow, voice: Voice): string {
  return cells[field][0](rule, voice) ?? ''
}

const yesOrNo = (value: boolean, { say }: Voice) => say(value ? 'panel.changes.yes' : 'panel.changes.no')

/** 20+5, or with tiers 50: 3 | 100: 5+2,5 */
function tiersText({ basis, tiers }: PriceRuleRow, { language }: Voice): string {
  const number = (value: number) => String(value).replace('.', decimalPoint(language))
  return tiers
    .map(({ from, percents, amount }) => {
      const value = percents ? percents.map(number).join('+') : number(amount ?? 0)
      return basis === 'none' ? value : `${number(from)}: ${value}`
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
