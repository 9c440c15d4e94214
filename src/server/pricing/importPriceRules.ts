import { prepared } from '#server/db/statement.ts'
import { wordsOf } from '#server/documents/words.ts'
import { verb } from '#server/http/http.ts'
import { importFile } from '#server/tableFiles/fileImport.ts'
import { type FileQuestion, maxShownRows } from '#shared/imports/fileTrial.ts'
import { maxPriceRules, type PriceRuleRow } from '#shared/pricing/priceRules.ts'
import { importPriceRules, type RuleFileField } from '#shared/pricing/ruleImports.ts'
import { isShortCode, leastSafeCodeLength } from '#shared/pricing/ruleWarnings.ts'
import type { PriceRuleFields } from '#shared/records/priceRuleFields.ts'
import { type BelowHalf, belowHalfOf } from './belowHalf.ts'
import { contradictionsIn } from './contradictions.ts'
import { priceRuleColumns } from './priceRuleColumns.ts'
import { readPriceRules, ruleFileReader, type StoredProduct } from './priceRuleRows.ts'
import { priceRules } from './priceRuleTable.ts'
import type { NamedRow } from './ruleCells.ts'
import { type ChangedRule, partyReader, ruleFiles, type Say } from './ruleFiles.ts'
import { priceRecords } from './saveRule.ts'

const readParties = partyReader<StoredProduct>(
  'price_rules',
  'p.color_code as "colorCode", p.color_description as "colorDescription"',
)
const readCategories = prepared('select id, full_name as name from categories where tenant_id = $1')

type Changed = ChangedRule<RuleFileField, PriceRuleRow, PriceRuleFields>

export const priceRuleFiles = ruleFiles<RuleFileField, PriceRuleRow, PriceRuleFields>({
  kind: 'priceRules',
  table: priceRules,
  records: priceRecords,
  maxRules: maxPriceRules,
  ...priceRuleColumns,
  plainest: {
    basis: 'none',
    effect: 'percent',
    tiers: [],
    endsOthers: false,
    isActive: true,
  } as unknown as PriceRuleRow,
  reader: ruleFileReader,
  read: async (tx, file, stored, { language, tenant }) => {
    const [categories, parties] = await Promise.all([
      tx.query<NamedRow>(readCategories),
      readParties(tx, file),
    ])
    return {
      ...(await readPriceRules(file, { ...parties, categories, rules: stored })),
      remarksOn: async (changed, say) => {
        const afters = changed.map(({ after }) => after)
        const contradictions = await contradictionsIn(stored, afters)
        const written = changed.map(({ after: { id }, ...rule }) => ({ id, ...rule }))
        const below = await belowHalfOf(tx, written, tenant.floorPriceGroup)
        const { money } = wordsOf(language, tenant.timeZone)
        const lines = new Map(changed.map(({ line, after }) => [after.id, line]))
        const warn = ({ id, name }: PriceRuleRow, text: string) =>
          say('panel.price.file.warning', { line: lines.get(id), name, text })
        return {
          questions: below.size > 0 ? [belowHalfQuestion(changed, below, { say, money })] : [],
          warnings: [
            ...contradictions.map(({ rule, other, how }) =>
              warn(rule, say(`panel.price.contradicts.${how}`, { name: other.name })),
            ),
            ...afters
              .filter(({ code }) => isShortCode(code))
              .map((rule) => warn(rule, say('panel.price.codeShort', { least: leastSafeCodeLength }))),
          ],
        }
      },
    }
  },
})

export const importRules = verb(importPriceRules, (call, asked) => importFile(call, priceRuleFiles, asked))

/** Rules that take more than half off a list price: the one that takes most first. */
function belowHalfQuestion(
  changed: Changed[],
  belowHalf: ReadonlyMap<string, BelowHalf>,
  { say, money }: { say: Say; money: (amount: number, currencyCode: string) => string },
): FileQuestion {
  const found = changed.flatMap(({ line, after: { id, name } }) => {
    const below = belowHalf.get(id)
    return below ? [{ line, name, ...below }] : []
  })
  const share = ({ unitPrice, listPrice }: BelowHalf) => unitPrice / listPrice
  const details = found
    .toSorted((one, other) => share(one) - share(other))
    .slice(0, maxShownRows)
    .map(({ line, name, itemCode, itemDescription, currencyCode, listPrice, unitPrice }) =>
      say('panel.price.belowHalfLine', {
        line,
        name,
        item: `${itemDescription} · ${itemCode}`,
        listPrice: money(listPrice, currencyCode),
        price: money(unitPrice, currencyCode),
      }),
    )
  const answer = say('panel.price.belowHalfYes', { count: found.length })
  return { name: 'belowHalf', title: say('panel.price.belowHalf'), details, answer }
}
