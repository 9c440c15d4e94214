import type { z } from 'zod'
import { newId } from '#server/db/newId.ts'
import { inAllLanguages } from '#server/i18n.ts'
import { type BadReason, Warnings } from '#server/tableFiles/report.ts'
import type { Row } from '#server/tableFiles/rows.ts'
import {
  type Cells,
  cellsOf,
  foldedWord,
  hasItsCells,
  madeOnce,
  openSheet,
  type RowProblem,
  type SheetHead,
  type SheetKind,
  type SheetTask,
  wordsInAll,
} from '#server/tableFiles/sheet.ts'
import { type Cell, cellText, type Read, readCode, readText } from '#server/tableFiles/values.ts'
import { eachYielding, groupYielding } from '#server/yielding.ts'
import { fieldProblems } from '#shared/fieldProblems.ts'
import type { MessageKey } from '#shared/i18n/keys.ts'
import { maxRuleFileRows } from '#shared/pricing/ruleImports.ts'
import type { RuleAudience } from '#shared/pricing/ruleKinds.ts'
import { fold } from '#shared/text/text.ts'

/* What files of price rules and of quantity rules have in common: whom a rule is for, and of which item. */

/** The columns that say so. */
type PartyField = 'priceGroup' | 'currAccCode' | 'accountName' | 'itemCode' | 'itemDescription'

/** The rows of a file and where its columns are. */
export type RuleFile<Field extends string> = SheetHead<Field> & {
  rows: Row[]
  /** Reading stopped after these rows. */
  hasTooManyRows: boolean
}

/** `reason`: that of a cell, or the key of a text. */
export type RuleReason = BadReason | MessageKey
export type RuleProblem<Field extends string> = RowProblem<Field, RuleReason>

/** Reads a file's rows, in any of our languages. */
export async function readRuleFile<Field extends string>(
  task: SheetTask,
  kind: SheetKind<Field>,
): Promise<RuleFile<Field>> {
  const { head, rows } = await openSheet(task, kind)
  const first: Row[] = []
  for await (const row of rows) {
    if (first.length === maxRuleFileRows) return { ...head, rows: first, hasTooManyRows: true }
    first.push(row)
  }
  return { ...head, rows: first, hasTooManyRows: false }
}

/** Words of files, in all languages. */
export const wordsOfRules = madeOnce(() => {
  return {
    flag: new Map(
      wordsInAll([
        [true, 'panel.changes.yes'],
        [false, 'panel.changes.no'],
      ]),
    ),
    gone: new Set(inAllLanguages('panel.price.gone')),
  }
})

/** The cells of a column, to look up what they name. */
export function codesIn<Field extends string>({ at, rows }: RuleFile<Field>, field: Field): string[] {
  const index = at.get(field)
  return index === undefined ? [] : [...new Set(rows.map(({ cells }) => cellText(cells[index])))]
}

/** The folded names of rows that have a name but no code. */
export function namesIn<Field extends string>(
  file: RuleFile<Field>,
  nameField: Field,
  codeField: Field,
): string[] {
  const nameAt = file.at.get(nameField)
  const codeAt = file.at.get(codeField)
  if (nameAt === undefined) return []
  const names = file.rows.flatMap(({ cells }) =>
    codeAt !== undefined && cellText(cells[codeAt]) !== '' ? [] : [fold(asSaid(cellText(cells[nameAt])))],
  )
  return [...new Set(names)].filter(Boolean)
}

/** A stored record that a file can name. */
export type StoredAccount = { id: string; code: string; name: string; isDeleted: boolean }
export type StoredItem = { itemCode: string; itemDescription: string }
export type NamedRow = { id: string; name: string }
export type StoredParties<Item extends StoredItem> = {
  accounts: readonly StoredAccount[]
  brands: NamedRow[]
  /** Products: several of an item have its code. */
  items: readonly Item[]
  priceGroups: string[]
}

export type PartyIndex<Item extends StoredItem> = {
  accounts: ReadonlyMap<string, StoredAccount>
  accountsNamed: (name: string) => StoredAccount[]
  /** By item code. */
  items: ReadonlyMap<string, Item[]>
  /** One product of each item code. */
  itemsNamed: (name: string) => Item[]
  brandNamed: (name: string) => NamedRow | undefined
  priceGroups: ReadonlyMap<string, string>
}

export async function indexParties<Item extends StoredItem>({
  accounts,
  items,
  brands,
  priceGroups,
}: StoredParties<Item>): Promise<PartyIndex<Item>> {
  return {
    accounts: new Map(accounts.map((account) => [account.code, account])),
    accountsNamed: await findByName(
      accounts.filter(({ isDeleted }) => !isDeleted),
      ({ name }) => name,
      ({ code }) => code,
    ),
    items: Map.groupBy(items, ({ itemCode }) => itemCode),
    itemsNamed: await findByName(
      items,
      ({ itemDescription }) => itemDescription,
      ({ itemCode }) => itemCode,
    ),
    brandNamed: findNamed(brands),
    priceGroups: new Map(priceGroups.map((group) => [fold(group), group])),
  }
}

/** Finds a record by its name. The exact spelling wins over a folded one. */
export function findNamed(all: NamedRow[]): (name: string) => NamedRow | undefined {
  const byName = new Map([
    ...all.map((one) => [fold(one.name), one] as const),
    ...all.map((one) => [one.name, one] as const),
  ])
  return (name) => byName.get(name) ?? byName.get(fold(name))
}

/** Finds entries by name, one of each code. The exact spelling wins over a folded one. */
async function findByName<One>(
  all: readonly One[],
  nameOf: (one: One) => string,
  codeOf: (one: One) => string,
): Promise<(name: string) => One[]> {
  const exact = await groupYielding(all, (one) => asSaid(nameOf(one)))
  const folded = await groupYielding(all, (one) => fold(asSaid(nameOf(one))))
  return (name) => {
    const found = exact.get(name) ?? folded.get(fold(name)) ?? []
    return [...new Map(found.map((one) => [codeOf(one), one])).values()]
  }
}

/** A row's rule. `before`: the stored rule; absent for a new one. */
export type RowRule<Rule, Given> = {
  line: number
  before?: Rule
  after: Rule
  given: Given
  accountId: string | null
}

export type RuleCells<Field extends string> = Cells<Field, RuleReason>

/** How a kind of rule reads a file's rows. */
type Rows<Field extends string, Rule, Given> = {
  stored: readonly Rule[]
  /** What saving takes. */
  schema: z.ZodType<Given>
  /** The column for an issue's path in the rule. */
  fieldOf: (path: string) => Field | undefined
  /** Identifies a rule where the file does not give its id. */
  keyOf: (rule: Rule) => string
  nameOf: (rule: Rule) => string
  /** Reads what identifies a rule. `before`: the stored rule that the row has the id of. */
  identify: (cells: RuleCells<Field>, before: Rule | undefined, warnings: Warnings) => Identified<Rule>
}
type Identified<Rule> = {
  key: string
  /** Reads the rest. `before`: the stored rule that it is. Names are shown, not saved. */
  draft: (before: Rule | undefined) => { input: object; names: object; accountId: string | null }
}
type StoredRule = { id: string; version: number }

/** The rules of a file's rows; rows with a problem have none. */
export async function readRules<Field extends string, Rule extends StoredRule, Given extends object>(
  file: RuleFile<Field | 'id'>,
  options: Rows<Field | 'id', Rule, Given>,
): Promise<{ rules: RowRule<Rule, Given>[]; problems: RuleProblem<Field | 'id'>[]; warnings: Warnings }> {
  const { stored, schema, fieldOf, keyOf, nameOf, identify } = options
  const byId = new Map(stored.map((rule) => [rule.id, rule]))
  const byKey = await groupYielding(stored, keyOf)
  const warnings = new Warnings(file.warnings)
  const problems: RuleProblem<Field | 'id'>[] = []
  const rules: RowRule<Rule, Given>[] = []
  const lines = new Map<string, number>()
  const readRule = (row: Row, found: RuleProblem<Field | 'id'>[]): RowRule<Rule, Given> | undefined => {
    const { line } = row
    if (!hasItsCells(row, file)) {
      found.push({ line, reason: 'cellCount', value: '' })
      return undefined
    }
    const cells: RuleCells<Field | 'id'> = cellsOf(row, file.at, found)
    const id = cells.read('id', readId) ?? ''
    let before = id === '' ? undefined : byId.get(id)
    if (id !== '' && !before) cells.refuse('panel.price.file.unknownId', 'id')
    const { key, draft } = identify(cells, before, warnings)
    if (found.length === 0 && id === '') {
      const meant = byKey.get(key) ?? []
      if (meant.length > 1) cells.refuse('panel.price.file.ambiguous', 'id')
      before = meant[0]
    }
    const { input, names, accountId } = draft(before)
    if (found.length > 0) return undefined
    const checked = schema.safeParse(input, { reportInput: true })
    if (!checked.success) {
      for (const [path, { key: reason, values }] of Object.entries(fieldProblems(checked.error)))
        cells.refuse(reason, fieldOf(path), values)
      return undefined
    }
    const own = { id: before?.id ?? newId(), version: (before?.version ?? 0) + 1, updatedAt: '' }
    const after = { ...checked.data, ...names, ...own } as unknown as Rule
    return { line, ...(before ? { before } : {}), after, given: checked.data, accountId }
  }
  await eachYielding(file.rows, (row) => {
    const found: RuleProblem<Field | 'id'>[] = []
    const rule = readRule(row, found)
    if (rule) {
      const token = rule.before?.id ?? keyOf(rule.after)
      const line = lines.get(token)
      if (line === undefined) {
        lines.set(token, row.line)
        rules.push(rule)
      } else {
        const field = fieldOf('')
        const problem = { line: row.line, reason: 'panel.price.file.twice', values: { line } } as const
        found.push({ ...problem, ...(field ? { field } : {}), value: nameOf(rule.after) })
      }
    }
    problems.push(...found)
  })
  return { rules, problems, warnings }
}

/** A stored text as a file has it: without line breaks and double spaces. */
export const asSaid = (text: string) => {
  const read = readText(text, Number.POSITIVE_INFINITY)
  return 'value' in read ? read.value : text
}

/** The stored text, if the file has the same or does not have it. */
export function kept(said: string | undefined, stored: string): string {
  return said === undefined || said === asSaid(stored) ? stored : said
}

/** Whom and what a stored rule is for. */
type Parties = {
  priceGroup?: string | undefined
  currAccCode?: string | undefined
  accountName?: string | undefined
  itemCode?: string | undefined
  itemDescription?: string | undefined
}
type Audience = Pick<Parties, 'priceGroup' | 'currAccCode' | 'accountName'> & {
  audience: RuleAudience
  accountId: string | null
}
type Accounts = Pick<PartyIndex<StoredItem>, 'accounts' | 'accountsNamed' | 'priceGroups'>

export function readAudience(
  cells: RuleCells<PartyField>,
  before: Parties | undefined,
  { index, warnings }: { index: Accounts; warnings: Warnings },
): Audience {
  const { read, refuse } = cells
  const group = kept(
    read('priceGroup', (cell) => readText(cell, 20)),
    before?.priceGroup ?? '',
  )
  const account = readAccount(cells, before, index)
  if (group !== '' && account) refuse('panel.price.file.oneAudience', account.field)
  if (account) {
    const { code, name, id } = account
    return { audience: 'account', currAccCode: code, accountName: name, accountId: id }
  }
  if (group === '') return { audience: 'everybody', accountId: null }
  const spelled = group === before?.priceGroup ? group : index.priceGroups.get(fold(group))
  if (spelled === undefined) warnings.add('unknownPriceGroup', group)
  return { audience: 'priceGroup', priceGroup: spelled ?? group, accountId: null }
}

type FoundAccount = { field: PartyField; code: string; name?: string | undefined; id: string | null }

/** Finds the account by its code, else by its name: a row with either is never for everybody. */
function readAccount(
  { read, refuse }: RuleCells<PartyField>,
  before: Parties | undefined,
  index: Accounts,
): FoundAccount | undefined {
  const stored = before?.currAccCode ?? ''
  const said = read('currAccCode', (cell) => readCode(cell, 30))
  const name = read('accountName', (cell) => readText(cell, 200)) ?? ''
  const code = codeFrom(said, name, { code: stored, name: before?.accountName })
  if (code !== '') {
    const account = index.accounts.get(code)
    if (!account || (account.isDeleted && code !== stored)) refuse('field.unknown', 'currAccCode')
    return { field: 'currAccCode', code: kept(code, stored), name: account?.name, id: account?.id ?? null }
  }
  if (name === '') return undefined
  const found = index.accountsNamed(name)
  const [account] = found
  if (found.length > 1) refuse('panel.price.file.manyAccountsNamed', 'accountName', { codes: codesOf(found) })
  else if (!account) refuse('panel.price.file.noAccountNamed', 'accountName')
  return { field: 'accountName', code: account?.code ?? name, name: account?.name, id: account?.id ?? null }
}

/** The code in the row, or the stored one if the row has the same name or nothing; '' for none. */
function codeFrom(
  said: string | undefined,
  name: string,
  stored: { code: string; name: string | undefined },
): string {
  const isAsStored = name === '' ? said === undefined : name === asSaid(stored.name ?? '')
  return said || (isAsStored ? stored.code : '')
}

const maxShownCodes = 5
const codesOf = (found: { code: string }[]) =>
  found
    .slice(0, maxShownCodes)
    .map(({ code }) => code)
    .join(', ') + (found.length > maxShownCodes ? ', …' : '')

/** The item's code, found by the code in the row, else by the name; '' for a row that names none. */
export function readItem(
  { read, refuse }: RuleCells<PartyField>,
  before: Parties | undefined,
  index: Pick<PartyIndex<StoredItem>, 'itemsNamed'>,
): { field: PartyField; code: string } {
  const stored = before?.itemCode ?? ''
  const said = read('itemCode', (cell) => readCode(cell, 30))
  const name = read('itemDescription', (cell) => readText(cell, 200)) ?? ''
  const code = codeFrom(said, name, { code: stored, name: before?.itemDescription })
  if (code !== '' || name === '') return { field: 'itemCode', code }
  const found = index.itemsNamed(name)
  if (found.length > 1)
    refuse('panel.price.file.manyItemsNamed', 'itemDescription', {
      codes: codesOf(found.map(({ itemCode }) => ({ code: itemCode }))),
    })
  else if (found.length === 0) refuse('panel.price.file.noItemNamed', 'itemDescription')
  return { field: 'itemDescription', code: found[0]?.itemCode ?? name }
}

/** Stands for what is gone; no name has a line break. */
export const gone = '\n'

/** Whether a file says what is stored. */
export const isSame = (said: string, stored: string) =>
  said === stored || said === asSaid(stored) || (stored === gone && wordsOfRules().gone.has(said))

export type ReadCell<T> = Read<T> | { reason: MessageKey }

export function readId(cell: Cell | undefined): ReadCell<string> {
  const text = cellText(cell).toLowerCase()
  return text === '' || /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)
    ? { value: text }
    : { reason: 'panel.price.file.unknownId' }
}

/** Takes a word in any language. */
export function readWord<Value>(meanings: ReadonlyMap<string, Value>, ifEmpty: Value) {
  return (cell: Cell | undefined): ReadCell<Value> => {
    const text = foldedWord(cellText(cell))
    const value = text === '' ? ifEmpty : meanings.get(text)
    return value === undefined ? { reason: 'panel.price.file.unknownWord' } : { value }
  }
}
