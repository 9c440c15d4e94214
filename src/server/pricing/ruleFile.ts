import { asText, type ExportColumn, type Voice } from '#server/exports/columns.ts'
import { decimalPoint } from '#server/exports/csv.ts'
import { sendList } from '#server/exports/listExport.ts'
import { verb } from '#server/http.ts'
import { dayOf } from '#shared/clock.ts'
import { exportPriceRules, type PriceRuleRow } from '#shared/priceRules.ts'
import { rulesQuery } from './ruleList.ts'

/** One row per rule. Whom and what it is for is in the cells that are filled in. */
const columns: ExportColumn<PriceRuleRow>[] = [
  asText('panel.price.name', (rule) => rule.name, 30),
  asText('panel.customer.priceGroup', (rule) => rule.priceGroup, 14),
  asText('panel.customer.code', (rule) => rule.currAccCode, 16),
  asText('order.customer', (rule) => rule.accountName, 30),
  asText('product.brand', ({ target, brandName }, { say }) => {
    return target === 'brand' ? (brandName ?? say('panel.price.gone')) : ''
  }),
  asText('product.category', ({ target, categoryName }, { say }) => {
    return target === 'category' ? (categoryName ?? say('panel.price.gone')) : ''
  }),
  asText('product.itemCode', (rule) => rule.itemCode, 16),
  asText('panel.product.colorCode', (rule) => rule.colorCode, 12),
  asText('panel.price.basis', ({ basis }, { say }) => say(`panel.price.basis.${basis}`), 22),
  asText('panel.price.effect', ({ effect }, { say }) => say(`panel.price.effect.${effect}`), 16),
  asText('panel.price.value', tiersText, 30),
  asText('order.currency', (rule) => rule.currencyCode, 10),
  asText('panel.price.ends', (rule, voice) => yesOrNo(rule.endsOthers, voice), 16),
  asText('cart.campaignCode', (rule) => rule.code, 16),
  asText('panel.price.validFrom', (rule) => rule.validFrom, 14),
  asText('panel.price.validUntil', (rule) => rule.validUntil, 14),
  asText('panel.price.isActive', (rule, voice) => yesOrNo(rule.isActive, voice), 14),
  asText('panel.price.ruleId', (rule) => rule.id, 38),
]

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
    query: () => rulesQuery(asked, dayOf(call.now)),
    columns: async () => columns,
  }),
)
