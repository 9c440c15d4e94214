import { codeColumns, hasCode } from '#server/catalogue/variantCodes.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { wordsOf } from '#server/documents/words.ts'
import type { ExportColumn, Voice } from '#server/exports/columns.ts'
import { sendList } from '#server/exports/listExport.ts'
import { verb } from '#server/http/http.ts'
import { importFile } from '#server/tableFiles/fileImport.ts'
import { eachYielding } from '#server/yielding.ts'
import type { MessageKey } from '#shared/i18n/keys.ts'
import {
  importQuantityRules,
  type QuantityFileField,
  quantityFileColumns,
} from '#shared/pricing/quantityRuleFiles.ts'
import { exportQuantityRules, maxQuantityRules, type QuantityRuleRow } from '#shared/pricing/quantityRules.ts'
import { type QuantityRuleFields, quantityRuleFields } from '#shared/records/quantityRuleFields.ts'
import { conflictsOf, type PlacedRule } from './quantityConflicts.ts'
import { quantityFileReader, readQuantityRules, type StoredVariant } from './quantityRuleRows.ts'
import {
  quantityRecords,
  quantityRules,
  quantityRulesQuery,
  readPlaced,
  readUnwritten,
  unkept,
  variantName,
} from './quantityRules.ts'
import { codesIn, type RuleFile, type RuleProblem, type StoredItem } from './ruleCells.ts'
import { numberText, yesOrNo } from './ruleFile.ts'
import { type ChangedRule, partyReader, ruleFiles } from './ruleFiles.ts'

type RuleCell = (rule: QuantityRuleRow, voice: Voice) => string | number | undefined

/** What a file says of a rule. Whom and what it is for is in the cells that are filled in. */
const cells: Record<QuantityFileField, [cell: RuleCell, width: number]> = {
  priceGroup: [({ priceGroup }) => priceGroup, 14],
  currAccCode: [({ currAccCode }) => currAccCode, 16],
  accountName: [({ accountName }) => accountName, 30],
  brandName: [
    ({ target, brandName }, { say }) => (target === 'brand' ? (brandName ?? say('panel.price.gone')) : ''),
    24,
  ],
  itemCode: [({ itemCode }) => itemCode, 16],
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
  isActive: [({ isActive }, voice) => yesOrNo(isActive, voice), 14],
  id: [({ id }) => id, 38],
}
const measureWords = quantityRuleFields.measure.words as ReadonlyMap<unknown, MessageKey>

const fields = Object.keys(cells) as QuantityFileField[]
const columns = fields.map(
  (field): ExportColumn<QuantityRuleRow> => ({
    name: quantityFileColumns[field],
    kind: 'mixed',
    value: cells[field][0],
    width: cells[field][1],
  }),
)

function cellOf(field: QuantityFileField, rule: QuantityRuleRow, voice: Voice): string {
  const value = cells[field][0](rule, voice) ?? ''
  return typeof value === 'number' ? numberText(value, voice) : value
}

export const downloadQuantityRules = verb(exportQuantityRules, (call, asked) =>
  sendList(call, asked, {
    title: 'panel.quantityRules',
    query: () => quantityRulesQuery(asked),
    columns: async () => columns,
  }),
)

const readParties = partyReader<StoredItem>('quantity_rules', 'p.color_code')
const readStored = prepared(`
  select ${quantityRules.json} as rule from quantity_rules r ${quantityRules.joins} where r.tenant_id = $1 order by r.id`)
const codes = codeColumns.map(({ column }) => `v.${column}`)
const readVariants = prepared(`
  select v.id, ${variantName} as name, array[${codes.join()}] as codes
  from variants v join products vp on vp.tenant_id = $1 and vp.id = v.product_id
  where v.tenant_id = $1 and (${hasCode('v', '$2')} or vp.item_code = any ($3))`)

type Changed = ChangedRule<QuantityFileField, QuantityRuleRow, QuantityRuleFields>

export const quantityRuleFiles = ruleFiles<QuantityFileField, QuantityRuleRow, QuantityRuleFields>({
  kind: 'quantityRules',
  table: quantityRules,
  records: quantityRecords,
  maxRules: maxQuantityRules,
  fields,
  cellOf,
  plainest: { measure: 'pieces', mayOverride: false, isActive: true } as unknown as QuantityRuleRow,
  reader: quantityFileReader,
  read: async (tx, file, { language, tenant }) => {
    const [rows, variants, parties] = await Promise.all([
      tx.query<{ rule: QuantityRuleRow }>(readStored),
      readNamedVariants(tx, file),
      readParties(tx, file),
    ])
    const stored = rows.map(({ rule }) => rule)
    return {
      ...(await readQuantityRules(file, { ...parties, variants, rules: stored })),
      stored,
      remarksOn: async (changed) => ({
        problems: await unkeptIn(tx, changed, wordsOf(language, tenant.timeZone)),
      }),
    }
  },
})

function readNamedVariants(tx: Tx, file: RuleFile<QuantityFileField>): Promise<StoredVariant[]> {
  const texts = codesIn(file, 'variantName')
  const itemCodes = texts.map((text) => text.split('·')[0]?.trim() ?? '')
  return tx.query<StoredVariant>(readVariants, texts, itemCodes)
}

/** Rules that nobody could keep together with others. */
async function unkeptIn(
  tx: Tx,
  changed: Changed[],
  words: Parameters<typeof unkept>[2],
): Promise<RuleProblem<QuantityFileField>[]> {
  if (changed.length === 0) return []
  const written = changed.map(({ after, given, accountId }) =>
    quantityRules.columnsOf(after.id, given, accountId),
  )
  const [placed, unwritten] = await Promise.all([
    tx.query<PlacedRule>(readPlaced),
    tx.query<PlacedRule>(readUnwritten, JSON.stringify(written)),
  ])
  const ids = new Set(changed.map(({ after }) => after.id))
  const all = [...placed.filter(({ rule }) => !ids.has(rule.id)), ...unwritten]
  const problems: RuleProblem<QuantityFileField>[] = []
  await eachYielding(changed, ({ line, after }) => {
    const [conflict] = conflictsOf(all, after.id).forAll
    if (!conflict) return
    for (const [name, problem] of Object.entries(unkept(conflict, after.id, words))) {
      const field = name as 'minimum' | 'multiple' | 'maximum'
      const { key, values } = typeof problem === 'string' ? { key: problem, values: {} } : problem
      problems.push({ line, field, reason: key, values: values ?? {}, value: String(after[field] ?? '') })
    }
  })
  return problems
}

export const importQuantities = verb(importQuantityRules, (call, asked) =>
  importFile(call, quantityRuleFiles, asked),
)
