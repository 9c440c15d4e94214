import { actorOf, type ChangeOf, recordChanges } from '#server/changes/record.ts'
import { readPriceGroups } from '#server/customers/priceGroups.ts'
import { newId } from '#server/db/newId.ts'
import { foldedName } from '#server/db/search.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { type Voice, voiceOf } from '#server/exports/columns.ts'
import { type SignedIn, verb } from '#server/http/http.ts'
import { oneOf } from '#server/http/refuse.ts'
import { translate } from '#server/i18n.ts'
import type { Warnings } from '#server/tableFiles/report.ts'
import {
  cleanName,
  sentFile,
  shownProblems,
  unreadable,
  warningText,
  withSentFile,
} from '#server/tableFiles/sentFile.ts'
import { eachYielding } from '#server/yielding.ts'
import { Refusal } from '#shared/errors.ts'
import type { MessageKey } from '#shared/i18n/keys.ts'
import { maxShownRows } from '#shared/imports/fileTrial.ts'
import { maxPriceRules, type PriceRuleRow } from '#shared/pricing/priceRules.ts'
import {
  type BelowHalf,
  getPriceRuleImports,
  importPriceRules,
  maxRuleFileRows,
  type RuleFileField,
  type RuleImport,
  type RuleImportResult,
  type RuleImportRow,
  ruleFileColumns,
  undoPriceRuleImport,
} from '#shared/pricing/ruleImports.ts'
import { isShortCode, leastSafeCodeLength } from '#shared/pricing/ruleWarnings.ts'
import type { Language } from '#shared/tenancy.ts'
import { belowHalfOf } from './belowHalf.ts'
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
  requiredFields,
  ruleFileReader,
  type StoredAccount,
  type StoredProduct,
  type StoredRecords,
} from './ruleRows.ts'
import { priceRecords } from './saveRule.ts'

// One import at a time: two that add the same rule would add it twice.
const lockTenant = prepared('select from tenant_settings where tenant_id = $1 for no key update')
const lockAll = prepared('select id from price_rules where tenant_id = $1 order by id for update')

export const importRules = verb(importPriceRules, (call, { apply, confirmed }) =>
  withSentFile(call, ruleFileReader, {}, (file) => {
    refuseUnusable(call.language, file)
    if (!apply)
      return call.inTenant('read', async (tx) => answerOf(await compare(tx, file, call), call.language))
    return call.inTenant('write', async (tx) => {
      await Promise.all([tx.query(lockTenant), tx.query(lockAll)])
      const compared = await compare(tx, file, call)
      const answer = answerOf(compared, call.language)
      const isUnconfirmed = compared.belowHalf.size > 0 && !confirmed
      if (compared.problems.length > 0 || compared.changed.length === 0 || isUnconfirmed) return answer
      return { ...answer, id: await applyRules(tx, call, cleanName(sentFile(call).name), compared) }
    })
  }),
)

/** Refuses a file that lacks columns or has unknown ones, or has too many rows. */
function refuseUnusable(language: Language, file: RuleFile): void {
  const missing = requiredFields.filter((field) => !file.at.has(field))
  if (missing.length > 0) {
    const columns = missing.map((field) => translate(language, ruleFileColumns[field])).join(' · ')
    throw unreadable(language, 'panel.price.file.noColumns', { columns })
  }
  // An unknown column may say whom a rule is for.
  if (file.unknownColumns.length > 0)
    throw unreadable(language, 'panel.price.file.unknownColumns', {
      columns: file.unknownColumns.join(' · '),
    })
  if (file.hasTooManyRows)
    throw unreadable(language, 'panel.price.file.tooManyRows', { most: maxRuleFileRows })
}

type Changed = RowRule & { changes: RuleImportRow['changes'] }
type Compared = {
  counts: RuleImportResult['counts']
  changed: Changed[]
  problems: RuleRowProblem[]
  contradictions: RuleContradiction[]
  /** By rule. */
  belowHalf: Map<string, BelowHalf>
  warnings: Warnings
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
  return { counts, changed, problems, contradictions, belowHalf, warnings }
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

function answerOf(compared: Compared, language: Language): RuleImportResult {
  const { counts, changed, problems, contradictions, belowHalf, warnings } = compared
  const say = (key: MessageKey, values?: Record<string, unknown>) => translate(language, key, values)
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
    problems: shownProblems(problems, language, (key: MessageKey, values) => say(key, values)),
    belowHalf: changed
      .flatMap(({ line, after: { id, name } }) => {
        const below = belowHalf.get(id)
        return below ? [{ line, name, ...below }] : []
      })
      .slice(0, maxShownRows),
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

/** The columns of rules as an undo writes them again. */
const readColumns = prepared(`
  select to_jsonb(r) - array['tenant_id', 'search_text'] as columns from price_rules r
  where r.tenant_id = $1 and r.id = any ($2) order by r.id`)
const insertImport = prepared(`
  insert into price_rule_imports (
    tenant_id, id, file_name, created_at, created_by, created_by_name, counts, before, added)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`)

async function applyRules(
  tx: Tx,
  call: SignedIn,
  fileName: string,
  { changed, counts }: Compared,
): Promise<string> {
  const { user, now } = call
  const id = newId()
  const overwritten = changed.flatMap(({ before }) => before?.id ?? [])
  const before = (await tx.query<{ columns: object }>(readColumns, overwritten)).map(({ columns }) => columns)
  const written = await priceRules.write(
    tx,
    changed.map(({ after, given, accountId }) => priceRules.columnsOf(after.id, given, accountId)),
    now,
  )
  const isOverwritten = new Set(overwritten)
  const added = written.filter((rule) => !isOverwritten.has(rule.id))
  const logged = changed.flatMap((rule) => changeOf(rule.before, rule.after))
  await Promise.all([
    tx.query(
      insertImport,
      id,
      fileName,
      now,
      user.id,
      user.username,
      JSON.stringify(counts),
      JSON.stringify(before),
      JSON.stringify(added),
    ),
    recordChanges(tx, actorOf(call), now, logged),
  ])
  return id
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

const listLast = prepared(`
  select id, file_name as "fileName", created_at as "createdAt", created_by_name as "createdBy", counts,
         undone_at as "undoneAt", undone_by_name as "undoneBy"
  from price_rule_imports where tenant_id = $1 order by created_at desc, id desc limit 10`)

type Listed = Omit<RuleImport, 'createdAt' | 'undoneAt' | 'undoneBy'> & {
  createdAt: Date
  undoneAt: Date | null
  undoneBy: string | null
}

export const listRuleImports = verb(getPriceRuleImports, async ({ tx }) =>
  (await tx.query<Listed>(listLast)).map(({ createdAt, undoneAt, undoneBy, ...shown }) => ({
    ...shown,
    createdAt: createdAt.toISOString(),
    ...(undoneAt && undoneBy ? { undoneAt: undoneAt.toISOString(), undoneBy } : {}),
  })),
)

const lockImport = prepared(`
  select before, added, undone_at is not null as "isUndone" from price_rule_imports
  where tenant_id = $1 and id = $2 for update`)
const lockRules = prepared(`
  select id, version from price_rules where tenant_id = $1 and id = any ($2) order by id for update`)
const readSome = prepared(`
  select ${priceRules.json} as rule from price_rules r ${priceRules.joins} where r.tenant_id = $1 and r.id = any ($2) order by r.id`)
const dropRules = prepared('delete from price_rules where tenant_id = $1 and id = any ($2)')
const noteUndone = prepared(`
  update price_rule_imports set undone_at = $3, undone_by_name = $4 where tenant_id = $1 and id = $2`)

type Version = { id: string; version: number }
type Applied = { before: (Version & { name: string })[]; added: Version[]; isUndone: boolean }

export const undoRuleImport = verb(undoPriceRuleImport, async (call, { id }) => {
  const { tx, user, now } = call
  const { before, added, isUndone } = await oneOf(tx.query<Applied>(lockImport, id))
  if (isUndone) throw new Refusal('change.undone')
  const written = new Map([
    ...before.map((rule) => [rule.id, rule.version + 1] as const),
    ...added.map((rule) => [rule.id, rule.version] as const),
  ])
  const stored = await tx.query<Version>(lockRules, [...written.keys()])
  const same = new Set(stored.filter((rule) => rule.version === written.get(rule.id)).map((rule) => rule.id))
  const restored = before.filter((rule) => same.has(rule.id))
  const removed = added.map((rule) => rule.id).filter((one) => same.has(one))
  const read = async () => {
    const rows = await tx.query<{ rule: PriceRuleRow }>(readSome, [...same])
    return new Map(rows.map(({ rule }) => [rule.id, rule]))
  }
  const were = await read()
  await Promise.all([tx.query(dropRules, removed), priceRules.write(tx, restored, now)])
  const are = await read()
  await Promise.all([
    recordChanges(
      tx,
      actorOf(call),
      now,
      [...same].flatMap((one) => changeOf(were.get(one), are.get(one))),
    ),
    tx.query(noteUndone, id, now, user.username),
  ])
  return { restored: restored.length, removed: removed.length, kept: written.size - same.size }
})
