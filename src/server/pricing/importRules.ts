import { actorOf, type ChangeOf, recordChanges } from '#server/changes/record.ts'
import { readPriceGroups } from '#server/customers/priceGroups.ts'
import { foldedName } from '#server/db/search.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { wordsOf } from '#server/documents/words.ts'
import { type Voice, voiceOf } from '#server/exports/columns.ts'
import { type SignedIn, verb } from '#server/http/http.ts'
import { translate } from '#server/i18n.ts'
import {
  type FileChanges,
  type FileImportKind,
  type HeadField,
  importFile,
} from '#server/tableFiles/fileImport.ts'
import type { Warnings } from '#server/tableFiles/report.ts'
import { shownProblems, warningText } from '#server/tableFiles/sentFile.ts'
import { eachYielding } from '#server/yielding.ts'
import { Refusal } from '#shared/errors.ts'
import type { MessageKey } from '#shared/i18n/keys.ts'
import { type FileQuestion, maxShownRows } from '#shared/imports/fileTrial.ts'
import { maxPriceRules, type PriceRuleRow } from '#shared/pricing/priceRules.ts'
import {
  importPriceRules,
  maxRuleFileRows,
  type RuleFileField,
  type RuleImportResult,
  type RuleImportRow,
  ruleFileColumns,
} from '#shared/pricing/ruleImports.ts'
import { isShortCode, leastSafeCodeLength } from '#shared/pricing/ruleWarnings.ts'
import type { Language } from '#shared/tenancy.ts'
import { type BelowHalf, belowHalfOf } from './belowHalf.ts'
import { contradictionsIn, type RuleContradiction } from './contradictions.ts'
import { priceRules } from './priceRuleTable.ts'
import { ruleCell } from './ruleFile.ts'
import {
  codesIn,
  namesIn,
  type RowRule,
  type RuleFile,
  type RuleRowProblem,
  readRules,
  ruleFileReader,
  type StoredAccount,
  type StoredProduct,
  type StoredRecords,
} from './ruleRows.ts'
import { priceRecords } from './saveRule.ts'

const lockAll = prepared('select id from price_rules where tenant_id = $1 order by id for update')

export const importRules = verb(importPriceRules, (call, asked) => importFile(call, priceRuleFiles, asked))

type Changed = RowRule & { changes: RuleImportRow['changes'] }
type Compared = {
  counts: RuleImportResult['counts']
  changed: Changed[]
  problems: RuleRowProblem[]
  contradictions: RuleContradiction[]
  /** By rule. */
  belowHalf: Map<string, BelowHalf>
  warnings: Warnings
  money: (amount: number, currencyCode: string) => string
}

type Answer = Omit<RuleImportResult, HeadField>

async function changesIn(tx: Tx, file: RuleFile, call: SignedIn): Promise<FileChanges<Answer>> {
  const compared = await compare(tx, file, call)
  const { changed, problems } = compared
  return {
    answer: answerOf(compared, call.language),
    isBlocked: problems.length > 0 || changed.length === 0,
    touched: [{ ids: changed.map(({ after }) => after.id), before: ruleColumns }],
    apply: (inTx) => applyRules(inTx, call, compared),
  }
}

/** What the file would change. Refuses with `priceRule.tooMany`. */
async function compare(
  tx: Tx,
  file: RuleFile,
  { language, tenant }: Pick<SignedIn, 'language' | 'tenant'>,
): Promise<Compared> {
  const stored = await readStoredRecords(tx, file)
  const { rules, problems, warnings } = await readRules(file, stored)
  const voice = voiceOf(language, tenant.timeZone, [])
  const changed: Changed[] = []
  await eachYielding(rules, (rule) => {
    const changes = changesOf(rule, voice)
    if (!rule.before || changes.length > 0) changed.push({ ...rule, changes })
  })
  const added = changed.filter(({ before }) => !before).length
  if (added > 0 && stored.rules.length + added > maxPriceRules)
    throw new Refusal('priceRule.tooMany', { values: { most: maxPriceRules } })
  const counts = { added, changed: changed.length - added, unchanged: rules.length - changed.length }
  const belowHalf = await belowHalfOf(
    tx,
    changed.map(({ after: { id }, ...rule }) => ({ id, ...rule })),
    tenant.floorPriceGroup,
  )
  const contradictions = await contradictionsIn(
    stored.rules,
    changed.map(({ after }) => after),
  )
  const { money } = wordsOf(language, tenant.timeZone)
  return { counts, changed, problems, contradictions, belowHalf, warnings, money }
}

const shownFields = (Object.keys(ruleFileColumns) as RuleFileField[]).filter((field) => field !== 'id')
/** What a new rule says without being told. */
const plainest = {
  basis: 'none',
  effect: 'percent',
  tiers: [],
  endsOthers: false,
  isActive: true,
} as unknown as PriceRuleRow

function changesOf({ before, after }: RowRule, voice: Voice): RuleImportRow['changes'] {
  return shownFields.flatMap((field) => {
    const [was, is] = [ruleCell(field, before ?? plainest, voice), ruleCell(field, after, voice)]
    return was === is ? [] : [{ field, before: before ? was : '', after: is }]
  })
}

function answerOf(compared: Compared, language: Language): Answer {
  const { counts, changed, problems, contradictions, belowHalf, warnings } = compared
  const say: Say = (key, values) => translate(language, key, values)
  const lines = new Map(changed.map(({ line, after }) => [after.id, line]))
  const warn = ({ id, name }: PriceRuleRow, text: string) =>
    say('panel.price.file.warning', { line: lines.get(id), name, text })
  return {
    counts,
    rows: changed.slice(0, maxShownRows).map(({ line, before, after, changes }) => ({
      line,
      state: before ? 'changed' : 'added',
      ...namesOf(after),
      changes,
    })),
    problems: shownProblems(problems, language, say),
    questions: belowHalf.size > 0 ? [belowHalfQuestion(compared, say)] : [],
    problemCount: problems.length,
    warnings: [
      ...warnings.all().map((warning) => warningText(warning, language)),
      ...contradictions.map(({ rule, other, how }) =>
        warn(rule, say(`panel.price.contradicts.${how}`, { name: other.name })),
      ),
      ...changed
        .filter(({ after }) => isShortCode(after.code))
        .map(({ after }) => warn(after, say('panel.price.codeShort', { least: leastSafeCodeLength }))),
    ].slice(0, maxShownRows),
  }
}

type Say = (key: MessageKey, values?: Record<string, unknown>) => string

/** Rules that take more than half off a list price: the one that takes most first. */
function belowHalfQuestion({ changed, belowHalf, money }: Compared, say: Say): FileQuestion {
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

function namesOf(rule: PriceRuleRow) {
  const { name, audience, priceGroup, currAccCode, accountName, target, brandName, categoryName } = rule
  const { itemCode, itemDescription, colorCode, colorDescription } = rule
  const whom = { audience, priceGroup, currAccCode, accountName }
  const what = { target, brandName, categoryName, itemCode, itemDescription, colorCode, colorDescription }
  return { name, ...whom, ...what }
}

/** SQL: a name as files say it, without double spaces, is one of the folded names. */
const isNamed = (name: string, names: string) =>
  `${foldedName(`regexp_replace(btrim(${name}), '\\s+', ' ', 'g')`)} = any (${names})`

const readStored = prepared(`
  select ${priceRules.json} as rule from price_rules r ${priceRules.joins} where r.tenant_id = $1 order by r.id`)
// Named in the file or by rules; also those that were deleted, because their rules stay.
const readAccounts = prepared(`
  select a.id, a.code, a.description as name, a.deleted_at is not null as "isDeleted" from accounts a
  where a.tenant_id = $1 and a.code = any ($2)
  union
  select a.id, a.code, a.description, a.deleted_at is not null from price_rules r
  join accounts a on a.tenant_id = $1 and a.id = r.account_id where r.tenant_id = $1
  union
  select a.id, a.code, a.description, false from accounts a
  where cardinality($3::text[]) > 0 and a.tenant_id = $1 and a.deleted_at is null and ${isNamed('a.description', '$3')}`)
const readBrands = prepared('select id, name from brands where tenant_id = $1')
const readCategories = prepared('select id, full_name as name from categories where tenant_id = $1')
const readProducts = prepared(`
  select item_code as "itemCode", item_description as "itemDescription", color_code as "colorCode",
         color_description as "colorDescription"
  from products where tenant_id = $1 and (item_code = any ($2) or item_code in (
    select n.item_code from products n
    where cardinality($3::text[]) > 0 and n.tenant_id = $1 and ${isNamed('n.item_description', '$3')}))
  order by item_code, color_code`)

type NamedRow = { id: string; name: string }

async function readStoredRecords(tx: Tx, file: RuleFile): Promise<StoredRecords> {
  const accountNames = namesIn(file, 'accountName', 'currAccCode')
  const itemNames = namesIn(file, 'itemDescription', 'itemCode')
  const [rules, accounts, brands, categories, products, priceGroups] = await Promise.all([
    tx.query<{ rule: PriceRuleRow }>(readStored),
    tx.query<StoredAccount>(readAccounts, codesIn(file, 'currAccCode'), accountNames),
    tx.query<NamedRow>(readBrands),
    tx.query<NamedRow>(readCategories),
    tx.query<StoredProduct>(readProducts, codesIn(file, 'itemCode'), itemNames),
    readPriceGroups(tx),
  ])
  return { rules: rules.map(({ rule }) => rule), accounts, brands, categories, products, priceGroups }
}

async function applyRules(tx: Tx, call: SignedIn, { changed }: Compared): Promise<void> {
  const { now } = call
  await priceRules.write(
    tx,
    changed.map(({ after, given, accountId }) => priceRules.columnsOf(after.id, given, accountId)),
    now,
  )
  const logged = changed.flatMap((rule) => changeOf(rule.before, rule.after))
  await recordChanges(tx, actorOf(call), now, logged)
}

/** For the change log. */
function changeOf(before: PriceRuleRow | undefined, after: PriceRuleRow | undefined): ChangeOf[] {
  const { changeOf: entryOf, loggedOf } = priceRecords
  if (after) {
    const action = before ? 'changed' : 'added'
    return [entryOf(after.id, action, loggedOf(after), before && loggedOf(before))]
  }
  return before ? [entryOf(before.id, 'deleted', loggedOf(before))] : []
}

const ruleColumns = `
  select r.id, to_jsonb(r) - array['tenant_id', 'search_text'] as before from price_rules r
  where r.tenant_id = $1 and r.id = any ($2)`
const lockRules = prepared(
  'select id from price_rules where tenant_id = $1 and id = any ($2) order by id for update',
)
const readSome = prepared(`
  select ${priceRules.json} as rule from price_rules r ${priceRules.joins} where r.tenant_id = $1 and r.id = any ($2) order by r.id`)
const readKept = prepared(`
  select record_id as id, before from file_import_changes
  where tenant_id = $1 and import_id = $3 and record_id = any ($2) order by record_id`)
const dropRules = prepared('delete from price_rules where tenant_id = $1 and id = any ($2)')

async function restore(call: SignedIn & { tx: Tx }, ids: string[], importId: string): Promise<void> {
  const { tx, now } = call
  const read = async () => {
    const rows = await tx.query<{ rule: PriceRuleRow }>(readSome, ids)
    return new Map(rows.map(({ rule }) => [rule.id, rule]))
  }
  const [were, kept] = [
    await read(),
    await tx.query<{ id: string; before: object | null }>(readKept, ids, importId),
  ]
  const added = kept.flatMap(({ id, before }) => (before ? [] : [id]))
  const restored = kept.flatMap(({ before }) => before ?? [])
  await Promise.all([tx.query(dropRules, added), priceRules.write(tx, restored, now)])
  const are = await read()
  const logged = ids.flatMap((id) => changeOf(were.get(id), are.get(id)))
  await recordChanges(tx, actorOf(call), now, logged)
}

export const priceRuleFiles: FileImportKind<RuleFileField, RuleFile, Answer> = {
  kind: 'priceRules',
  reader: ruleFileReader,
  maxRows: maxRuleFileRows,
  // An unknown column may say whom a rule is for.
  asksForColumns: true,
  replacesEarlier: false,
  records: {
    lock: lockRules,
    mark: 'select r.id, r.version::text as mark from price_rules r where r.tenant_id = $1 and r.id = any ($2)',
    restore,
  },
  lock: lockAll,
  compare: changesIn,
}
