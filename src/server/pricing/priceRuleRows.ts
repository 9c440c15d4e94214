import { compareCodes } from '#server/catalogue/memory/order.ts'
import type { Warnings } from '#server/tableFiles/report.ts'
import { madeOnce, type SheetTask, wordsInAll } from '#server/tableFiles/sheet.ts'
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
import type { MessageKey } from '#shared/i18n/keys.ts'
import { fromMinor } from '#shared/numbers/money.ts'
import { readPercents } from '#shared/numbers/percents.ts'
import { nameSeparator, type PriceRuleRow, savePriceRule } from '#shared/pricing/priceRules.ts'
import type { PriceTier } from '#shared/pricing/pricing.ts'
import { type RuleFileField, ruleFileColumns } from '#shared/pricing/ruleImports.ts'
import { type RuleBasis, type RuleEffect, ruleBases, ruleEffects } from '#shared/pricing/ruleKinds.ts'
import { hasCurrency, type PriceRuleFields } from '#shared/records/priceRuleFields.ts'
import { fold, latinDigits } from '#shared/text/text.ts'
import {
  asSaid,
  findNamed,
  gone,
  indexParties,
  isSame,
  kept,
  type NamedRow,
  type PartyIndex,
  type ReadCell,
  type RuleCells,
  type RuleFile,
  readAudience,
  readItem,
  readRuleFile,
  readRules,
  readWord,
  type StoredItem,
  type StoredParties,
  wordsOfRules,
} from './ruleCells.ts'

/** What a file can name. */
export type StoredRecords = StoredParties<StoredProduct> & { rules: PriceRuleRow[]; categories: NamedRow[] }
export type StoredProduct = StoredItem & { colorCode: string; colorDescription: string }

/** Words of files, in all languages. */
const words = madeOnce(() => {
  const inAll = <Value>(keys: [Value, MessageKey][]) => new Map(wordsInAll(keys))
  return {
    headings: inAll(Object.entries(ruleFileColumns) as [RuleFileField, MessageKey][]),
    basis: inAll<RuleBasis>(ruleBases.map((basis) => [basis, `panel.price.basis.${basis}`])),
    effect: inAll<RuleEffect>(ruleEffects.map((effect) => [effect, `panel.price.effect.${effect}`])),
  }
})

export const ruleFileReader: FileReader<SheetTask, RuleFile<RuleFileField>> = {
  name: 'priceRules',
  read: (task) =>
    readRuleFile(task, {
      fields: Object.keys(ruleFileColumns) as RuleFileField[],
      headings: words().headings,
      needed: [['name', 'effect', 'tiers']],
    }),
}

/** The price rules of a file's rows; rows with a problem have none. */
export async function readPriceRules(file: RuleFile<RuleFileField>, stored: StoredRecords) {
  const parties = await indexParties(stored)
  const index: Index = { ...parties, categoryNamed: findNamed(stored.categories) }
  return readRules<RuleFileField, PriceRuleRow, PriceRuleFields>(file, {
    stored: stored.rules,
    schema: savePriceRule.input,
    fieldOf,
    keyOf,
    nameOf: ({ name }) => name,
    identify: (cells, before, warnings) => identify(cells, before, { index, warnings }),
  })
}

type Index = PartyIndex<StoredProduct> & { categoryNamed: (name: string) => NamedRow | undefined }

type Named = Pick<
  PriceRuleRow,
  | 'name'
  | 'priceGroup'
  | 'currAccCode'
  | 'brandId'
  | 'categoryId'
  | 'otherIds'
  | 'itemCode'
  | 'colorCode'
  | 'code'
  | 'validFrom'
>

/** Identifies a rule where the file does not give its id. */
function keyOf(rule: Named): string {
  const { name, priceGroup, currAccCode, brandId, categoryId, itemCode, colorCode, code, validFrom } = rule
  const others = [...(rule.otherIds ?? [])].toSorted(compareCodes).join()
  const said = [asSaid(name), asSaid(code)].map(fold)
  const parts = [priceGroup, currAccCode, brandId, categoryId, others, itemCode, colorCode, validFrom]
  return JSON.stringify([...said, ...parts.map((part) => part ?? '')])
}

type Context = { index: Index; warnings: Warnings }

function identify(
  cells: RuleCells<RuleFileField>,
  before: PriceRuleRow | undefined,
  { index, warnings }: Context,
) {
  const { read } = cells
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
  const isById = before !== undefined
  return {
    key: keyOf(identity),
    draft: (found: PriceRuleRow | undefined) => draftOf(cells, found, { ...identity, isById }),
  }
}

type Identity = Pick<PriceRuleRow, 'name' | 'audience' | 'accountName'> & {
  code: string
  validFrom: string
  accountId: string | null
  isById: boolean
} & Target

function draftOf({ read }: RuleCells<RuleFileField>, before: PriceRuleRow | undefined, found: Identity) {
  const { isById, ...identity } = found
  const { name, code, validFrom } = identity
  const basis = read('basis', readWord(words().basis, 'none')) ?? before?.basis ?? 'none'
  const effect = read('effect', readWord(words().effect, 'percent')) ?? 'percent'
  const currencyCode = read('currencyCode', (cell) => readCurrency(cell, '')) ?? before?.currencyCode ?? ''
  const given = {
    ...identity,
    ...(before && !isById ? targetOf(before) : {}),
    name: kept(name, before?.name ?? ''),
    code: kept(code, before?.code ?? ''),
    basis,
    effect,
    tiers: read('tiers', (cell) => readTiers(cell, basis, effect)) ?? [],
    ...(hasCurrency({ basis, effect }) && currencyCode !== '' ? { currencyCode } : {}),
    endsOthers: read('endsOthers', readWord(wordsOfRules().flag, false)) ?? before?.endsOthers ?? false,
    isActive: read('isActive', readWord(wordsOfRules().flag, true)) ?? before?.isActive ?? true,
    validFrom: validFrom || undefined,
    validUntil: (read('validUntil', readDay) ?? before?.validUntil) || undefined,
  }
  const { accountName, brandName, categoryName, itemDescription, colorDescription, accountId, ...input } =
    given
  const names = { accountName, brandName, categoryName, itemDescription, colorDescription }
  return { input, names, accountId }
}

/** The column for an issue's path in the rule. */
function fieldOf(path: string): RuleFileField {
  const [first = ''] = path.split('.')
  if (first === 'brandId') return 'brandName'
  if (first === 'categoryId') return 'categoryName'
  return first in ruleFileColumns ? (first as RuleFileField) : 'name'
}

type Target = Pick<
  PriceRuleRow,
  | 'target'
  | 'brandId'
  | 'brandName'
  | 'categoryId'
  | 'categoryName'
  | 'otherIds'
  | 'itemCode'
  | 'itemDescription'
  | 'colorCode'
  | 'colorDescription'
>

function readTarget(cells: RuleCells<RuleFileField>, before: PriceRuleRow | undefined, index: Index): Target {
  const { read, refuse } = cells
  const stored = before ? storedTarget(before) : noTarget
  const item = readItem(cells, before, index)
  const said = {
    brandName: read('brandName', (cell) => readText(cell, maxNamesLength)) ?? stored.brandName,
    categoryName: read('categoryName', readNames) ?? stored.categoryName,
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
    const [first, ...others] = findAll(brandName, index.brandNamed, () =>
      refuse('field.unknown', 'brandName'),
    )
    return { target: 'brand', brandId: first?.id, brandName: first?.name, ...otherIds(others) }
  }
  if (categoryName !== '') {
    const [first, ...others] = findAll(categoryName, index.categoryNamed, () =>
      refuse('field.unknown', 'categoryName'),
    )
    return { target: 'category', categoryId: first?.id, categoryName: first?.name, ...otherIds(others) }
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

const namesOf = (text: string) => text.split(nameSeparator.trim()).map((name) => name.trim())

/** Enough for all that a rule can name. */
const maxNamesLength = 5000

/** Reads paths of categories, divided by bars. */
function readNames(cell: Cell | undefined): ReadCell<string> {
  const paths = namesOf(cellText(cell)).map((name) => readPath(name))
  const wrong = paths.find((path) => 'reason' in path)
  if (wrong && 'reason' in wrong) return wrong
  return { value: paths.map((path) => ('value' in path ? path.value : '')).join(nameSeparator) }
}

/** The brands or categories with these names, each once. */
function findAll(
  text: string,
  find: (name: string) => NamedRow | undefined,
  onUnknown: () => void,
): NamedRow[] {
  const found = namesOf(text).map(find)
  if (found.includes(undefined)) onUnknown()
  return [...new Set(found.filter((one) => one !== undefined))]
}

const otherIds = (others: NamedRow[]) => (others.length > 0 ? { otherIds: others.map(({ id }) => id) } : {})

const targetFields = ['brandName', 'categoryName', 'itemCode', 'colorCode'] as const
const noTarget = { brandName: '', categoryName: '', itemCode: '', colorCode: '' }
function storedTarget(rule: PriceRuleRow): typeof noTarget {
  const { target, brandName = gone, categoryName = gone, itemCode = '', colorCode = '' } = rule
  return {
    brandName: target === 'brand' ? brandName : '',
    categoryName: target === 'category' ? categoryName : '',
    itemCode,
    colorCode,
  }
}

function targetOf(rule: PriceRuleRow): Target {
  const { target, brandId, brandName, categoryId, categoryName, otherIds: others, itemCode, colorCode } = rule
  const { itemDescription, colorDescription } = rule
  const named = { brandName, categoryName, itemDescription, colorDescription }
  return { target, brandId, categoryId, otherIds: others, itemCode, colorCode, ...named }
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
