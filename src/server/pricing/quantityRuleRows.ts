import type { Warnings } from '#server/tableFiles/report.ts'
import { madeOnce, type SheetTask, wordsInAll } from '#server/tableFiles/sheet.ts'
import type { FileReader } from '#server/tableFiles/thread.ts'
import { type Cell, readCount, readCurrency, readPrice, readText } from '#server/tableFiles/values.ts'
import type { MessageKey } from '#shared/i18n/keys.ts'
import { fromMinor } from '#shared/numbers/money.ts'
import { type QuantityFileField, quantityFileColumns } from '#shared/pricing/quantityRuleFiles.ts'
import { type QuantityRuleRow, saveQuantityRule } from '#shared/pricing/quantityRules.ts'
import type { QuantityMeasure } from '#shared/pricing/ruleKinds.ts'
import { type QuantityRuleFields, quantityRuleFields } from '#shared/records/quantityRuleFields.ts'
import { fold } from '#shared/text/text.ts'
import {
  gone,
  indexParties,
  isSame,
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

/** A size or lot that a file can name. */
export type StoredVariant = { id: string; name: string; codes: (string | null)[] }
export type StoredForQuantities = StoredParties<StoredItem> & {
  rules: QuantityRuleRow[]
  variants: readonly StoredVariant[]
}

/** Words of files, in all languages. */
const words = madeOnce(() => {
  const measures = quantityRuleFields.measure.words as ReadonlyMap<QuantityMeasure, MessageKey>
  return {
    headings: new Map(wordsInAll(Object.entries(quantityFileColumns) as [QuantityFileField, MessageKey][])),
    measure: new Map(wordsInAll(measures)),
  }
})

export const quantityFileReader: FileReader<SheetTask, RuleFile<QuantityFileField>> = {
  name: 'quantityRules',
  read: (task) =>
    readRuleFile(task, {
      fields: Object.keys(quantityFileColumns) as QuantityFileField[],
      headings: words().headings,
      needed: [['minimum'], ['multiple'], ['maximum']],
    }),
}

type Index = PartyIndex<StoredItem> & { variantsCalled: (text: string) => StoredVariant[] }

/** The quantity rules of a file's rows; rows with a problem have none. */
export async function readQuantityRules(file: RuleFile<QuantityFileField>, stored: StoredForQuantities) {
  const index: Index = { ...(await indexParties(stored)), variantsCalled: findVariants(stored.variants) }
  return readRules<QuantityFileField, QuantityRuleRow, QuantityRuleFields>(file, {
    stored: stored.rules,
    schema: saveQuantityRule.input,
    fieldOf,
    keyOf,
    nameOf: ({ variantName, brandName, itemCode }) => variantName ?? brandName ?? itemCode ?? '',
    identify: (cells, before, warnings) => identify(cells, before, { index, warnings }),
  })
}

/** By a code of its own, else by name: A1 · Black · S. */
function findVariants(variants: readonly StoredVariant[]): Index['variantsCalled'] {
  const byCode = new Map(
    variants.flatMap((one) => one.codes.flatMap((code) => (code ? [[code, one] as const] : []))),
  )
  const byName = Map.groupBy(variants, ({ name }) => fold(name))
  return (text) => {
    const one = byCode.get(text)
    return one ? [one] : (byName.get(fold(text)) ?? [])
  }
}

function keyOf(rule: Partial<QuantityRuleRow>): string {
  const { priceGroup, currAccCode, target, productId, itemCode, brandId, measure, currencyCode } = rule
  const parts = [priceGroup, currAccCode, target, productId, itemCode, brandId, measure, currencyCode]
  return JSON.stringify(parts.map((part) => part ?? ''))
}

type Context = { index: Index; warnings: Warnings }
type QuantityCells = RuleCells<QuantityFileField>

function identify(cells: QuantityCells, before: QuantityRuleRow | undefined, { index, warnings }: Context) {
  const { read } = cells
  const audience = readAudience(cells, before, { index, warnings })
  const thing = readThing(cells, before, index)
  const measure = read('measure', readWord(words().measure, 'pieces')) ?? before?.measure ?? 'pieces'
  const currency = read('currencyCode', (cell) => readCurrency(cell, '')) ?? before?.currencyCode ?? ''
  const { accountName, accountId, ...whom } = audience
  const { names, ...what } = thing
  const currencyCode = measure === 'amount' && currency !== '' ? currency : undefined
  const identity = { ...whom, ...what, measure, currencyCode }
  const limit = (name: 'minimum' | 'multiple' | 'maximum', found: QuantityRuleRow | undefined) => {
    const said = read(name, readLimit(measure))
    return (said === undefined ? found?.[name] : said) ?? undefined
  }
  return {
    key: keyOf(identity),
    draft: (found: QuantityRuleRow | undefined) => ({
      input: {
        ...identity,
        minimum: limit('minimum', found),
        multiple: limit('multiple', found),
        maximum: limit('maximum', found),
        mayOverride: read('mayOverride', readWord(wordsOfRules().flag, false)) ?? found?.mayOverride ?? false,
        isActive: read('isActive', readWord(wordsOfRules().flag, true)) ?? found?.isActive ?? true,
      },
      names: { accountName, ...names },
      accountId,
    }),
  }
}

/** Null for an empty cell. */
const readLimit =
  (measure: QuantityMeasure) =>
  (cell: Cell | undefined): ReadCell<number | null> => {
    if (measure !== 'amount') return readCount(cell)
    const read = readPrice(cell)
    return 'reason' in read || read.value === null ? read : { value: fromMinor(read.value) }
  }

type Thing = Pick<QuantityRuleRow, 'target' | 'productId' | 'itemCode' | 'brandId'> & {
  names: Pick<QuantityRuleRow, 'itemDescription' | 'brandName' | 'variantName'>
}

const thingFields = ['brandName', 'itemCode', 'variantName'] as const

function readThing(cells: QuantityCells, before: QuantityRuleRow | undefined, index: Index): Thing {
  const { read, refuse } = cells
  const stored = {
    brandName: before?.target === 'brand' ? (before.brandName ?? gone) : '',
    itemCode: before?.itemCode ?? '',
    variantName: before?.target === 'variant' ? (before.variantName ?? gone) : '',
  }
  const item = readItem(cells, before, index)
  const said = {
    brandName: read('brandName', (cell) => readText(cell, 100)) ?? stored.brandName,
    itemCode: item.code,
    variantName: read('variantName', (cell) => readText(cell, 300)) ?? stored.variantName,
  }
  if (before && thingFields.every((field) => isSame(said[field], stored[field]))) return thingOf(before)
  const [first, second] = thingFields.filter((field) => said[field] !== '')
  if (second) refuse('panel.price.file.oneTarget', second === 'itemCode' ? item.field : second)
  if (!first) return { target: 'order', names: {} }
  if (first === 'brandName') {
    const brand = index.brandNamed(said.brandName)
    if (!brand) refuse('field.unknown', 'brandName')
    return { target: 'brand', brandId: brand?.id, names: { brandName: brand?.name } }
  }
  if (first === 'itemCode') {
    const [product] = index.items.get(item.code) ?? []
    if (!product && item.field === 'itemCode') refuse('field.unknown', 'itemCode')
    return { target: 'item', itemCode: item.code, names: { itemDescription: product?.itemDescription } }
  }
  const variants = index.variantsCalled(said.variantName)
  if (variants.length !== 1)
    refuse(variants.length > 1 ? 'panel.quantity.file.manyVariants' : 'field.unknown', 'variantName')
  return { target: 'variant', productId: variants[0]?.id, names: { variantName: variants[0]?.name } }
}

function thingOf(rule: QuantityRuleRow): Thing {
  const { target, productId, itemCode, brandId, itemDescription, brandName, variantName } = rule
  return { target, productId, itemCode, brandId, names: { itemDescription, brandName, variantName } }
}

/** The column for an issue's path in the rule. */
function fieldOf(path: string): QuantityFileField | undefined {
  if (path === 'brandId') return 'brandName'
  if (path === 'productId') return 'variantName'
  return path in quantityFileColumns ? (path as QuantityFileField) : undefined
}
