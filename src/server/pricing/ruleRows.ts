import { newId } from '#server/db/newId.ts'
import { inAllLanguages } from '#server/i18n.ts'
import { type BadReason, Warnings } from '#server/tableFiles/report.ts'
import type { Row } from '#server/tableFiles/rows.ts'
import {
  type Cells,
  cellsOf,
  foldedWord,
  hasItsCells,
  openSheet,
  type RowProblem,
  type SheetHead,
  type SheetTask,
  wordsInAll,
} from '#server/tableFiles/sheet.ts'
import type { FileReader } from '#server/tableFiles/thread.ts'
import {
  type Cell,
  cellText,
  type Read,
  readCode,
  readCount,
  readCurrency,
  readPath,
  readPrice,
  readText,
} from '#server/tableFiles/values.ts'
import { eachYielding, groupYielding } from '#server/yielding.ts'
import { fieldProblems } from '#shared/fieldProblems.ts'
import type { MessageKey } from '#shared/i18n/keys.ts'
import { fromMinor } from '#shared/numbers/money.ts'
import { readPercents } from '#shared/numbers/percents.ts'
import { type PriceRuleRow, savePriceRule } from '#shared/pricing/priceRules.ts'
import type { PriceTier } from '#shared/pricing/pricing.ts'
import { maxRuleFileRows, type RuleFileField, ruleFileColumns } from '#shared/pricing/ruleImports.ts'
import { type RuleBasis, type RuleEffect, ruleBases, ruleEffects } from '#shared/pricing/ruleKinds.ts'
import { hasCurrency, type PriceRuleFields } from '#shared/records/priceRuleFields.ts'
import { fold, latinDigits } from '#shared/text/text.ts'

/** The rows of a file and where its columns are. */
export type RuleFile = SheetHead<RuleFileField> & {
  rows: Row[]
  /** Reading stopped after these rows. */
  hasTooManyRows: boolean
}

/** `reason`: that of a cell, or the key of a text. */
export type RuleRowProblem = RowProblem<RuleFileField, BadReason | MessageKey>

/** What a file can name. */
export type StoredRecords = {
  rules: PriceRuleRow[]
  accounts: readonly StoredAccount[]
  brands: { id: string; name: string }[]
  categories: { id: string; name: string }[]
  products: readonly StoredProduct[]
  priceGroups: string[]
}
export type StoredAccount = { id: string; code: string; name: string; isDeleted: boolean }
export type StoredProduct = {
  itemCode: string
  itemDescription: string
  colorCode: string
  colorDescription: string
}

/** A row's rule. `before`: the stored rule; absent for a new one. */
export type RowRule = {
  line: number
  before?: PriceRuleRow
  after: PriceRuleRow
  given: PriceRuleFields
  accountId: string | null
}

/** Words of files, in all languages. Made for the first file, because it would delay the start. */
function makeWords() {
  const inAll = <Value>(keys: [Value, MessageKey][]) => new Map(wordsInAll(keys))
  return {
    headings: inAll(Object.entries(ruleFileColumns) as [RuleFileField, MessageKey][]),
    basis: inAll<RuleBasis>(ruleBases.map((basis) => [basis, `panel.price.basis.${basis}`])),
    effect: inAll<RuleEffect>(ruleEffects.map((effect) => [effect, `panel.price.effect.${effect}`])),
    flag: inAll([
      [true, 'panel.changes.yes'],
      [false, 'panel.changes.no'],
    ]),
    gone: new Set(inAllLanguages('panel.price.gone')),
  }
}
let made: ReturnType<typeof makeWords> | undefined
const words = () => (made ??= makeWords())

/** Reads a file's rows, in any of our languages. */
export const ruleFileReader: FileReader<SheetTask, RuleFile> = {
  name: 'priceRules',
  read: async (task) => {
    const { head, rows } = await openSheet(task, {
      fields: Object.keys(ruleFileColumns) as RuleFileField[],
      headings: words().headings,
      needed: [['name', 'effect', 'tiers']],
    })
    const first: Row[] = []
    for await (const row of rows) {
      if (first.length === maxRuleFileRows) return { ...head, rows: first, hasTooManyRows: true }
      first.push(row)
    }
    return { ...head, rows: first, hasTooManyRows: false }
  },
}

/** The cells of a column, to look up what they name. */
export function codesIn({ at, rows }: RuleFile, field: RuleFileField): string[] {
  const index = at.get(field)
  return index === undefined ? [] : [...new Set(rows.map(({ cells }) => cellText(cells[index])))]
}

/** The folded names of rows that have a name but no code. */
export function namesIn(file: RuleFile, nameField: RuleFileField, codeField: RuleFileField): string[] {
  const nameAt = file.at.get(nameField)
  const codeAt = file.at.get(codeField)
  if (nameAt === undefined) return []
  const names = file.rows.flatMap(({ cells }) =>
    codeAt !== undefined && cellText(cells[codeAt]) !== '' ? [] : [fold(asSaid(cellText(cells[nameAt])))],
  )
  return [...new Set(names)].filter(Boolean)
}

/** The rules of a file's rows; rows with a problem have none. */
export async function readRules(
  file: RuleFile,
  stored: StoredRecords,
): Promise<{ rules: RowRule[]; problems: RuleRowProblem[]; warnings: Warnings }> {
  const index = await indexRecords(stored)
  const warnings = new Warnings(file.warnings)
  const problems: RuleRowProblem[] = []
  const rules: RowRule[] = []
  const lines = new Map<string, number>()
  await eachYielding(file.rows, (row) => {
    const found: RuleRowProblem[] = []
    const rule = readRule(row, { file, index, problems: found, warnings })
    if (rule) {
      const { id } = rule.before ?? {}
      const token = id ?? keyOf(rule.after)
      const line = lines.get(token)
      if (line === undefined) lines.set(token, row.line)
      else
        found.push({
          line: row.line,
          field: 'name',
          reason: 'panel.price.file.twice',
          values: { line },
          value: rule.after.name,
        })
      if (line === undefined) rules.push(rule)
    }
    problems.push(...found)
  })
  return { rules, problems, warnings }
}

type Index = {
  byId: ReadonlyMap<string, PriceRuleRow>
  byKey: ReadonlyMap<string, PriceRuleRow[]>
  accounts: ReadonlyMap<string, StoredAccount>
  accountsNamed: (name: string) => StoredAccount[]
  /** By item code. */
  items: ReadonlyMap<string, StoredProduct[]>
  /** One product of each item code. */
  itemsNamed: (name: string) => StoredProduct[]
  brands: ReadonlyMap<string, { id: string; name: string }>
  categories: ReadonlyMap<string, { id: string; name: string }>
  priceGroups: ReadonlyMap<string, string>
}

async function indexRecords({
  rules,
  accounts,
  products,
  brands,
  categories,
  priceGroups,
}: StoredRecords): Promise<Index> {
  const named = (all: { id: string; name: string }[]) =>
    // The exact spelling wins over a folded one.
    new Map([
      ...all.map((one) => [fold(one.name), one] as const),
      ...all.map((one) => [one.name, one] as const),
    ])
  return {
    byId: new Map(rules.map((rule) => [rule.id, rule])),
    byKey: await groupYielding(rules, keyOf),
    accounts: new Map(accounts.map((account) => [account.code, account])),
    accountsNamed: await findByName(
      accounts.filter(({ isDeleted }) => !isDeleted),
      ({ name }) => name,
      ({ code }) => code,
    ),
    items: Map.groupBy(products, ({ itemCode }) => itemCode),
    itemsNamed: await findByName(
      products,
      ({ itemDescription }) => itemDescription,
      ({ itemCode }) => itemCode,
    ),
    brands: named(brands),
    categories: named(categories),
    priceGroups: new Map(priceGroups.map((group) => [fold(group), group])),
  }
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

type Named = Pick<
  PriceRuleRow,
  | 'name'
  | 'priceGroup'
  | 'currAccCode'
  | 'brandId'
  | 'categoryId'
  | 'itemCode'
  | 'colorCode'
  | 'code'
  | 'validFrom'
>

/** Identifies a rule where the file does not give its id. */
function keyOf(rule: Named): string {
  const { name, priceGroup, currAccCode, brandId, categoryId, itemCode, colorCode, code, validFrom } = rule
  const said = [asSaid(name), asSaid(code)].map(fold)
  const parts = [priceGroup, currAccCode, brandId, categoryId, itemCode, colorCode, validFrom]
  return JSON.stringify([...said, ...parts.map((part) => part ?? '')])
}

type Context = { file: RuleFile; index: Index; problems: RuleRowProblem[]; warnings: Warnings }
type RuleCells = Cells<RuleFileField, BadReason | MessageKey>

/** The rule of a row; undefined if it has a problem. */
function readRule(row: Row, { file, index, problems, warnings }: Context): RowRule | undefined {
  const { line } = row
  if (!hasItsCells(row, file)) {
    problems.push({ line, reason: 'cellCount', value: '' })
    return undefined
  }
  const cells: RuleCells = cellsOf(row, file.at, problems)
  const { read, refuse } = cells
  const id = read('id', readId) ?? ''
  let before = id === '' ? undefined : index.byId.get(id)
  if (id !== '' && !before) refuse('panel.price.file.unknownId', 'id')

  const name = kept(
    read('name', (cell) => readText(cell, 100)),
    before?.name ?? '',
  )
  const code = kept(
    read('code', (cell) => readText(cell, 30)),
    before?.code ?? '',
  )
  const validFrom = read('validFrom', readDay) ?? before?.validFrom ?? ''
  const audience = readAudience(cells, before, { index, warnings })
  const target = readTarget(cells, before, index)
  const identity = { name, code, validFrom, ...audience, ...target }
  if (problems.length === 0 && id === '') {
    const found = index.byKey.get(keyOf(identity)) ?? []
    if (found.length > 1) refuse('panel.price.file.ambiguous', 'id')
    before = found[0]
  }

  const basis = read('basis', readWord(words().basis, 'none')) ?? before?.basis ?? 'none'
  const effect = read('effect', readWord(words().effect, 'percent')) ?? 'percent'
  const currencyCode = read('currencyCode', (cell) => readCurrency(cell, '')) ?? before?.currencyCode ?? ''
  const given = {
    ...identity,
    ...(before && id === '' ? targetOf(before) : {}),
    name: kept(name, before?.name ?? ''),
    code: kept(code, before?.code ?? ''),
    basis,
    effect,
    tiers: read('tiers', (cell) => readTiers(cell, basis, effect)) ?? [],
    ...(hasCurrency({ basis, effect }) && currencyCode !== '' ? { currencyCode } : {}),
    endsOthers: read('endsOthers', readWord(words().flag, false)) ?? before?.endsOthers ?? false,
    isActive: read('isActive', readWord(words().flag, true)) ?? before?.isActive ?? true,
    validFrom: validFrom || undefined,
    validUntil: (read('validUntil', readDay) ?? before?.validUntil) || undefined,
  }
  if (problems.length > 0) return undefined
  const { accountName, brandName, categoryName, itemDescription, colorDescription, accountId, ...input } =
    given
  const checked = savePriceRule.input.safeParse(input, { reportInput: true })
  if (!checked.success) {
    for (const [path, { key, values }] of Object.entries(fieldProblems(checked.error)))
      refuse(key, fieldOf(path), values)
    return undefined
  }
  const names = { accountName, brandName, categoryName, itemDescription, colorDescription }
  const own = { id: before?.id ?? newId(), version: (before?.version ?? 0) + 1, updatedAt: '' }
  const after = { ...checked.data, ...names, ...own }
  return { line, ...(before ? { before } : {}), after, given: checked.data, accountId }
}

/** The column for an issue's path in the rule. */
function fieldOf(path: string): RuleFileField {
  const [first = ''] = path.split('.')
  if (first === 'brandId') return 'brandName'
  if (first === 'categoryId') return 'categoryName'
  return first in ruleFileColumns ? (first as RuleFileField) : 'name'
}

/** A stored text as a file has it: without line breaks and double spaces. */
const asSaid = (text: string) => {
  const read = readText(text, Number.POSITIVE_INFINITY)
  return 'value' in read ? read.value : text
}

/** The stored text, if the file has the same or does not have it. */
function kept(said: string | undefined, stored: string): string {
  return said === undefined || said === asSaid(stored) ? stored : said
}

type Audience = Pick<PriceRuleRow, 'audience' | 'priceGroup' | 'currAccCode' | 'accountName'> & {
  accountId: string | null
}

function readAudience(
  cells: RuleCells,
  before: PriceRuleRow | undefined,
  { index, warnings }: Pick<Context, 'index' | 'warnings'>,
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

type FoundAccount = { field: RuleFileField; code: string; name?: string | undefined; id: string | null }

/** Finds the account by its code, else by its name: a row with either is never for everybody. */
function readAccount(
  { read, refuse }: RuleCells,
  before: PriceRuleRow | undefined,
  index: Index,
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

type Target = Pick<
  PriceRuleRow,
  | 'target'
  | 'brandId'
  | 'brandName'
  | 'categoryId'
  | 'categoryName'
  | 'itemCode'
  | 'itemDescription'
  | 'colorCode'
  | 'colorDescription'
>

function readTarget(cells: RuleCells, before: PriceRuleRow | undefined, index: Index): Target {
  const { read, refuse } = cells
  const stored = before ? storedTarget(before) : noTarget
  const item = readItem(cells, before, index)
  const said = {
    brandName: read('brandName', (cell) => readText(cell, 100)) ?? stored.brandName,
    categoryName: read('categoryName', readPath) ?? stored.categoryName,
    itemCode: item.code,
    colorCode: read('colorCode', (cell) => readCode(cell, 10)) ?? stored.colorCode,
  }
  const { brandName, categoryName, itemCode, colorCode } = said
  if (before && targetFields.every((field) => isSame(said[field], stored[field]))) return targetOf(before)
  const [, second] = (['brandName', 'categoryName', 'itemCode'] as const).filter(
    (field) => said[field] !== '',
  )
  if (second) refuse('panel.price.file.oneTarget', second === 'itemCode' ? item.field : second)
  if (colorCode !== '' && itemCode === '') refuse('panel.price.file.colorAlone', 'colorCode')
  if (brandName !== '') {
    const brand = index.brands.get(brandName) ?? index.brands.get(fold(brandName))
    if (!brand) refuse('field.unknown', 'brandName')
    return { target: 'brand', brandId: brand?.id, brandName: brand?.name }
  }
  if (categoryName !== '') {
    const category = index.categories.get(categoryName) ?? index.categories.get(fold(categoryName))
    if (!category) refuse('field.unknown', 'categoryName')
    return { target: 'category', categoryId: category?.id, categoryName: category?.name }
  }
  if (itemCode === '') return { target: 'all' }
  const colors = index.items.get(itemCode) ?? []
  const product = colorCode === '' ? colors[0] : colors.find((color) => color.colorCode === colorCode)
  if (colors.length === 0 && item.field === 'itemCode') refuse('field.unknown', 'itemCode')
  else if (colors.length > 0 && !product) refuse('field.unknown', 'colorCode')
  const named = { itemCode, itemDescription: product?.itemDescription }
  return colorCode === ''
    ? { target: 'item', ...named }
    : { target: 'product', ...named, colorCode, colorDescription: product?.colorDescription }
}

/** The item's code, found by the code in the row, else by the name; '' for a row that names none. */
function readItem(
  { read, refuse }: RuleCells,
  before: PriceRuleRow | undefined,
  index: Index,
): { field: RuleFileField; code: string } {
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

const targetFields = ['brandName', 'categoryName', 'itemCode', 'colorCode'] as const
const noTarget = { brandName: '', categoryName: '', itemCode: '', colorCode: '' }
/** Stands for a brand or category that is gone; no name has a line break. */
const gone = '\n'

function storedTarget(rule: PriceRuleRow): typeof noTarget {
  const { target, brandName = gone, categoryName = gone, itemCode = '', colorCode = '' } = rule
  return {
    brandName: target === 'brand' ? brandName : '',
    categoryName: target === 'category' ? categoryName : '',
    itemCode,
    colorCode,
  }
}

const isSame = (said: string, stored: string) =>
  said === stored || said === asSaid(stored) || (stored === gone && words().gone.has(said))

function targetOf(rule: PriceRuleRow): Target {
  const { target, brandId, brandName, categoryId, categoryName, itemCode, colorCode } = rule
  const { itemDescription, colorDescription } = rule
  const named = { brandName, categoryName, itemDescription, colorDescription }
  return { target, brandId, categoryId, itemCode, colorCode, ...named }
}

type ReadCell<T> = Read<T> | { reason: MessageKey }

function readId(cell: Cell | undefined): ReadCell<string> {
  const text = cellText(cell).toLowerCase()
  return text === '' || /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)
    ? { value: text }
    : { reason: 'panel.price.file.unknownId' }
}

/** Takes a word in any language. */
function readWord<Value>(meanings: ReadonlyMap<string, Value>, ifEmpty: Value) {
  return (cell: Cell | undefined): ReadCell<Value> => {
    const text = foldedWord(cellText(cell))
    const value = text === '' ? ifEmpty : meanings.get(text)
    return value === undefined ? { reason: 'panel.price.file.unknownWord' } : { value }
  }
}

/** A date cell, 2026-03-01, or with the day first as spreadsheets write it in all our languages. */
function readDay(cell: Cell | undefined): ReadCell<string> {
  const text = latinDigits(cellText(cell))
  const iso = /^\d{4}-\d{2}-\d{2}$/.test(text)
  if (text === '' || iso) return { value: text }
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(text) ?? []
  return year === ''
    ? { reason: 'panel.price.file.day' }
    : { value: `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` }
}

const badTiers: ReadCell<never> = { reason: 'panel.price.file.tiers' }

/** 20+5, or with tiers 50+: 3 | 100+: 5+2,5; also 50: 3. */
function readTiers(cell: Cell | undefined, basis: RuleBasis, effect: RuleEffect): ReadCell<PriceTier[]> {
  if (cell instanceof Date) return { reason: 'isDate' }
  // 15 % typed into a spreadsheet is the number 0.15.
  if (effect === 'percent' && typeof cell === 'number' && cell > 0 && cell < 1)
    return { reason: 'panel.price.file.fraction' }
  const tiers: PriceTier[] = []
  for (const text of latinDigits(cellText(cell)).split(/[|\n;]/)) {
    if (text.trim() === '') continue
    const parts = text.split(':')
    if (parts.length !== (basis === 'none' ? 1 : 2)) return badTiers
    const start = basis === 'none' ? { value: 0 } : readStart(parts[0]?.replace(/\+\s*$/, ''), basis)
    if ('reason' in start) return start
    const value = parts.at(-1) ?? ''
    const percents = effect === 'percent' ? readPercents(value) : undefined
    const amount = effect === 'percent' ? { value: null } : readPrice(typeof cell === 'number' ? cell : value)
    if ('reason' in amount) return amount
    if (start.value === null || (percents === undefined && amount.value === null)) return badTiers
    const priced = amount.value === null ? {} : { amount: fromMinor(amount.value) }
    tiers.push({ from: start.value, ...(percents ? { percents } : priced) })
  }
  return { value: tiers }
}

/** Start of a tier: pieces, or an amount. */
function readStart(text: string | undefined, basis: RuleBasis): Read<number | null> {
  if (basis !== 'orderAmount') return readCount(text)
  const read = readPrice(text)
  return 'reason' in read || read.value === null ? read : { value: fromMinor(read.value) }
}
