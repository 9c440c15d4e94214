import { codeColumns, hasCode } from '#server/catalogue/variantCodes.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { wordsOf } from '#server/documents/words.ts'
import { verb } from '#server/http/http.ts'
import { importFile } from '#server/tableFiles/fileImport.ts'
import { eachYielding } from '#server/yielding.ts'
import { importQuantityRules, type QuantityFileField } from '#shared/pricing/quantityRuleFiles.ts'
import { maxQuantityRules, type QuantityRuleRow } from '#shared/pricing/quantityRules.ts'
import type { QuantityRuleFields } from '#shared/records/quantityRuleFields.ts'
import { conflictsOf, type PlacedRule } from './quantityConflicts.ts'
import { quantityRuleColumns } from './quantityRuleColumns.ts'
import { quantityFileReader, readQuantityRules, type StoredVariant } from './quantityRuleRows.ts'
import {
  quantityRecords,
  quantityRules,
  readPlaced,
  readUnwritten,
  unkept,
  variantName,
} from './quantityRules.ts'
import { codesIn, type RuleFile, type RuleProblem, type StoredItem } from './ruleCells.ts'
import { type ChangedRule, partyReader, ruleFiles } from './ruleFiles.ts'

const readParties = partyReader<StoredItem>('quantity_rules', 'p.color_code')
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
  ...quantityRuleColumns,
  plainest: { measure: 'pieces', mayOverride: false, isActive: true } as unknown as QuantityRuleRow,
  reader: quantityFileReader,
  read: async (tx, file, stored, { language, tenant }) => {
    const [variants, parties] = await Promise.all([readNamedVariants(tx, file), readParties(tx, file)])
    return {
      ...(await readQuantityRules(file, { ...parties, variants, rules: stored })),
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
