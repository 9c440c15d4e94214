import { actorOf, type ChangeOf, recordChanges } from '#server/changes/record.ts'
import { readPriceGroups } from '#server/customers/priceGroups.ts'
import { foldedName } from '#server/db/search.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { type Voice, voiceOf } from '#server/exports/columns.ts'
import type { SignedIn } from '#server/http/http.ts'
import { translate } from '#server/i18n.ts'
import type { FileImportKind } from '#server/tableFiles/fileImport.ts'
import type { Warnings } from '#server/tableFiles/report.ts'
import { shownProblems, warningText } from '#server/tableFiles/sentFile.ts'
import { eachYielding } from '#server/yielding.ts'
import { Refusal } from '#shared/errors.ts'
import type { MessageKey } from '#shared/i18n/keys.ts'
import { type FileProblem, type FileQuestion, maxShownRows } from '#shared/imports/fileTrial.ts'
import { maxRuleFileRows } from '#shared/pricing/ruleImports.ts'
import {
  codesIn,
  type NamedRow,
  namesIn,
  type RowRule,
  type RuleFile,
  type RuleProblem,
  type StoredAccount,
  type StoredItem,
  type StoredParties,
} from './ruleCells.ts'
import type { AnyRule, RuleTable } from './ruleTable.ts'

export type Say = (key: MessageKey, values?: Record<string, unknown>) => string
type CellChange<Field> = { field: Field; before: string; after: string }
export type ChangedRule<Field, Rule, Given> = RowRule<Rule, Given> & { changes: CellChange<Field>[] }

/** What is said of changed rules beside what changes. */
export type Remarks<Field extends string> = {
  problems?: RuleProblem<Field>[]
  questions?: FileQuestion[]
  warnings?: string[]
}

type Read<Field extends string, Rule, Given> = {
  rules: RowRule<Rule, Given>[]
  problems: RuleProblem<Field>[]
  warnings: Warnings
  remarksOn: (changed: ChangedRule<Field, Rule, Given>[], say: Say) => Promise<Remarks<Field>>
}

type Options<Field extends string, Rule, Given extends AnyRule> = Pick<
  FileImportKind<Field, RuleFile<Field>, never>,
  'reader'
> & {
  kind: 'priceRules' | 'quantityRules'
  table: RuleTable<Given>
  /** For the change log. */
  records: {
    changeOf: (id: string, action: 'added' | 'changed' | 'deleted', row: never, before?: never) => ChangeOf
    loggedOf: (row: Rule) => object
  }
  maxRules: number
  fields: readonly Field[]
  /** What the file says of a rule in one column; '' for nothing. */
  cellOf: (field: Field, rule: Rule, voice: Voice) => string
  /** What a new rule says without being told. */
  plainest: Rule
  /** `stored`: all rules of the tenant. */
  read: (tx: Tx, file: RuleFile<Field>, stored: Rule[], call: SignedIn) => Promise<Read<Field, Rule, Given>>
}

type Answer<Field extends string, Rule> = {
  counts: { added: number; changed: number; unchanged: number }
  rows: (Rule & { line: number; state: 'added' | 'changed'; changes: CellChange<Field>[] })[]
  problems: FileProblem<Field>[]
  problemCount: number
  warnings: string[]
  questions: FileQuestion[]
}

/** Files of price rules or of quantity rules. */
export function ruleFiles<
  Field extends string,
  Rule extends { id: string; version: number },
  Given extends AnyRule,
>(options: Options<Field, Rule, Given>): FileImportKind<Field, RuleFile<Field>, Answer<Field, Rule>> {
  const { kind, table, records, maxRules, fields, cellOf, plainest, reader, read } = options
  const shownFields = fields.filter((field) => field !== 'id')
  const changesOf = ({ before, after }: RowRule<Rule, Given>, voice: Voice): CellChange<Field>[] =>
    shownFields.flatMap((field) => {
      const [was, is] = [cellOf(field, before ?? plainest, voice), cellOf(field, after, voice)]
      return was === is ? [] : [{ field, before: before ? was : '', after: is }]
    })
  const logOf = (before: Rule | undefined, after: Rule | undefined): ChangeOf[] => {
    const log = (id: string, action: 'added' | 'changed' | 'deleted', row: Rule, was?: Rule) =>
      records.changeOf(id, action, records.loggedOf(row) as never, was && (records.loggedOf(was) as never))
    if (after) return [log(after.id, before ? 'changed' : 'added', after, before)]
    return before ? [log(before.id, 'deleted', before)] : []
  }

  const readStored = prepared(`
    select ${table.json} as rule from ${table.table} r ${table.joins} where r.tenant_id = $1 order by r.id`)
  const readSome = prepared(`
    select ${table.json} as rule from ${table.table} r ${table.joins}
    where r.tenant_id = $1 and r.id = any ($2) order by r.id`)
  const drop = prepared(`delete from ${table.table} where tenant_id = $1 and id = any ($2)`)
  const restore = async (call: SignedIn & { tx: Tx }, ids: string[], importId: string): Promise<void> => {
    const { tx, now } = call
    const rulesNow = async () => {
      const rows = await tx.query<{ rule: Rule }>(readSome, ids)
      return new Map(rows.map(({ rule }) => [rule.id, rule]))
    }
    const were = await rulesNow()
    const kept = await tx.query<{ id: string; before: object | null }>(readKept, ids, importId)
    const added = kept.flatMap(({ id, before }) => (before ? [] : [id]))
    const restored = kept.flatMap(({ before }) => before ?? [])
    await Promise.all([tx.query(drop, added), table.write(tx, restored, now)])
    const are = await rulesNow()
    const logged = ids.flatMap((id) => logOf(were.get(id), are.get(id)))
    await recordChanges(tx, actorOf(call), now, logged)
  }

  return {
    kind,
    reader,
    maxRows: maxRuleFileRows,
    // An unknown column may say whom a rule is for.
    asksForColumns: true,
    replacesEarlier: false,
    lock: prepared(`select id from ${table.table} where tenant_id = $1 order by id for update`),
    records: {
      lock: prepared(
        `select id from ${table.table} where tenant_id = $1 and id = any ($2) order by id for update`,
      ),
      mark: `select r.id, r.version::text as mark from ${table.table} r where r.tenant_id = $1 and r.id = any ($2)`,
      restore,
    },
    compare: async (tx, file, call) => {
      const { language, tenant, now } = call
      const stored = (await tx.query<{ rule: Rule }>(readStored)).map(({ rule }) => rule)
      const { rules, problems, warnings, remarksOn } = await read(tx, file, stored, call)
      const voice = voiceOf(language, tenant.timeZone, [])
      const changed: ChangedRule<Field, Rule, Given>[] = []
      await eachYielding(rules, (rule) => {
        const changes = changesOf(rule, voice)
        if (!rule.before || changes.length > 0) changed.push({ ...rule, changes })
      })
      const added = changed.filter(({ before }) => !before).length
      if (added > 0 && stored.length + added > maxRules)
        throw new Refusal('priceRule.tooMany', { values: { most: maxRules } })
      const say: Say = (key, values) => translate(language, key, values)
      const remarks = await remarksOn(changed, say)
      const allProblems = [...problems, ...(remarks.problems ?? [])]
      return {
        answer: {
          counts: { added, changed: changed.length - added, unchanged: rules.length - changed.length },
          rows: changed.slice(0, maxShownRows).map(({ line, before, after, changes }) => ({
            ...after,
            line,
            state: before ? 'changed' : 'added',
            changes,
          })),
          problems: shownProblems(allProblems, language, say),
          problemCount: allProblems.length,
          warnings: [
            ...warnings.all().map((warning) => warningText(warning, language)),
            ...(remarks.warnings ?? []),
          ].slice(0, maxShownRows),
          questions: remarks.questions ?? [],
        },
        isBlocked: allProblems.length > 0 || changed.length === 0,
        touched: [
          {
            ids: changed.map(({ after }) => after.id),
            before: `
              select r.id, to_jsonb(r) - array['tenant_id', 'search_text'] as before from ${table.table} r
              where r.tenant_id = $1 and r.id = any ($2)`,
          },
        ],
        apply: async (inTx) => {
          const columns = changed.map(({ after, given, accountId }) =>
            table.columnsOf(after.id, given, accountId),
          )
          await table.write(inTx, columns, now)
          const logged = changed.flatMap((rule) => logOf(rule.before, rule.after))
          await recordChanges(inTx, actorOf(call), now, logged)
        },
      }
    },
  }
}

const readKept = prepared(`
  select record_id as id, before from file_import_changes
  where tenant_id = $1 and import_id = $3 and record_id = any ($2) order by record_id`)

/** SQL: a name as files say it, without double spaces, is one of the folded names. */
const isNamed = (name: string, names: string) =>
  `${foldedName(`regexp_replace(btrim(${name}), '\\s+', ' ', 'g')`)} = any (${names})`

const readBrands = prepared('select id, name from brands where tenant_id = $1')

type PartyColumn = 'currAccCode' | 'accountName' | 'itemCode' | 'itemDescription'

/** Reads what a file can name. `moreOfItem`: SQL of what else is needed of products `p`. */
export function partyReader<Item extends StoredItem>(table: string, moreOfItem: string) {
  // Named in the file or by rules; also those that were deleted, because their rules stay.
  const readAccounts = prepared(`
    select a.id, a.code, a.description as name, a.deleted_at is not null as "isDeleted"
    from accounts a where a.tenant_id = $1 and (a.code = any ($2) or a.id in (
      select r.account_id from ${table} r where r.tenant_id = $1))
    union
    select a.id, a.code, a.description, false from accounts a
    where cardinality($3::text[]) > 0 and a.tenant_id = $1 and a.deleted_at is null and ${isNamed('a.description', '$3')}`)
  const readProducts = prepared(`
    select p.item_code as "itemCode", p.item_description as "itemDescription", ${moreOfItem}
    from products p where p.tenant_id = $1 and (p.item_code = any ($2) or p.item_code in (
      select n.item_code from products n
      where cardinality($3::text[]) > 0 and n.tenant_id = $1 and ${isNamed('n.item_description', '$3')}))
    order by p.item_code, p.color_code`)
  return async <Field extends string>(
    tx: Tx,
    file: RuleFile<Field | PartyColumn>,
  ): Promise<StoredParties<Item>> => {
    const accountNames = namesIn(file, 'accountName', 'currAccCode')
    const itemNames = namesIn(file, 'itemDescription', 'itemCode')
    const [accounts, brands, items, priceGroups] = await Promise.all([
      tx.query<StoredAccount>(readAccounts, codesIn(file, 'currAccCode'), accountNames),
      tx.query<NamedRow>(readBrands),
      tx.query<Item>(readProducts, codesIn(file, 'itemCode'), itemNames),
      readPriceGroups(tx),
    ])
    return { accounts, brands, items, priceGroups }
  }
}
