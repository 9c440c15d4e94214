import { sendList } from '#server/exports/listExport.ts'
import { verb } from '#server/http/http.ts'
import type { MessageKey } from '#shared/i18n/keys.ts'
import { type QuantityFileField, quantityFileColumns } from '#shared/pricing/quantityRuleFiles.ts'
import { exportQuantityRules, type QuantityRuleRow } from '#shared/pricing/quantityRules.ts'
import { quantityRuleFields } from '#shared/records/quantityRuleFields.ts'
import { quantityRulesQuery } from './quantityRules.ts'
import { commonCells, type RuleCells, ruleColumns, yesOrNo } from './ruleColumns.ts'

const measureWords = quantityRuleFields.measure.words as ReadonlyMap<unknown, MessageKey>

const cells: RuleCells<QuantityFileField, QuantityRuleRow> = {
  ...commonCells,
  itemDescription: [({ target, itemDescription }) => (target === 'item' ? itemDescription : ''), 30],
  variantName: [
    (rule, { say }) => (rule.target === 'variant' ? (rule.variantName ?? say('panel.price.gone')) : ''),
    30,
  ],
  measure: [({ measure }, { say }) => say(measureWords.get(measure) ?? 'order.amount'), 14],
  currencyCode: [({ currencyCode }) => currencyCode, 10],
  minimum: [({ minimum }) => minimum, 14],
  multiple: [({ multiple }) => multiple, 14],
  maximum: [({ maximum }) => maximum, 14],
  mayOverride: [({ mayOverride }, voice) => yesOrNo(mayOverride, voice), 20],
}

export const quantityRuleColumns = ruleColumns(quantityFileColumns, cells)

export const downloadQuantityRules = verb(exportQuantityRules, (call, asked) =>
  sendList(call, asked, {
    title: 'panel.quantityRules',
    query: () => quantityRulesQuery(asked),
    columns: async () => quantityRuleColumns.columns,
  }),
)
