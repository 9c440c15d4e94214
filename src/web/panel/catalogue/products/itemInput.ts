import type { z } from 'zod'
import { type VariantFormField, variantField, variantFormFields } from '#shared/catalogueFields.ts'
import type { FieldProblem } from '#shared/fieldProblems.ts'
import { fieldProblems } from '#shared/fieldProblems.ts'
import type { MessageKey } from '#shared/i18n/keys.ts'
import { saveItem } from '#shared/products.ts'
import type { VariantValue } from '#shared/variantSchemas.ts'
import { readAmount } from '#web/ui/readAmount.ts'
import { latinDigits } from '#web/ui/readCount.ts'
import { isNumberField } from '../fieldLabel.ts'
import { changedColors, type ItemDraft, type RowDraft, sharedOf } from './itemDraft.ts'

type Input = z.input<typeof saveItem.input>
/** By error key: `itemCode`, `<colour> colorCode`, `<row> barcode`, `<row> price CB`. */
export type DraftProblems = Record<string, FieldProblem>

type Prepared =
  | { input: Input; errorKeyOf: (path: string) => string; problems?: never }
  | { problems: DraftProblems; input?: never; errorKeyOf?: never }

/** The request with the changed colours, or the problems. */
export function inputOf(draft: ItemDraft, before: ItemDraft, isNew: boolean): Prepared {
  const keys = changedColors(draft, before)
  const problems: DraftProblems = {}
  const products = keys.flatMap((key) => {
    const color = draft.colors[key]
    if (!color) return []
    const { id, version, colorCode, colorDescription, isActive, rowKeys } = color
    const items = rowKeys.flatMap((rowKey) => {
      const row = draft.rows[rowKey]
      return row ? [itemOf(row, problems)] : []
    })
    const known = id && version ? { id, version } : {}
    return [{ ...known, colorCode, colorDescription, isActive, ...sharedOf(color), items }]
  })
  const input = { itemCode: draft.itemCode, isNew, products }
  const errorKeyOf = (path: string) => errorKeyIn(draft, keys, path)
  const { error } = saveItem.input.safeParse(input, { reportInput: true })
  if (error) {
    for (const [path, problem] of Object.entries(fieldProblems(error))) problems[errorKeyOf(path)] ??= problem
  }
  return Object.keys(problems).length > 0 ? { problems } : { input, errorKeyOf }
}

function itemOf(
  row: RowDraft,
  problems: DraftProblems,
): Input['products'][number]['items'] extends (infer Item)[] | undefined ? Item : never {
  const addProblem = (field: string, key: MessageKey) => {
    problems[`${row.key} ${field}`] = { key, values: {} }
  }
  const prices = Object.entries(row.prices).flatMap(([priceGroup, { amount, currency }]) => {
    if (amount.trim() === '') return []
    const read = readAmount(amount)
    if ('amount' in read) return [{ priceGroup, unitPrice: read.amount, currencyCode: currency }]
    addProblem(`price ${priceGroup}`, read.problem)
    return []
  })
  const fields = Object.fromEntries(
    variantFormFields.map((name): [string, unknown] => {
      if (!isNumberField(name)) return [name, row[name]]
      const digits = latinDigits(row[name].trim()) || String(variantField(name).empty)
      if (/^\d{1,9}$/.test(digits)) return [name, Number(digits)]
      addProblem(name, 'field.wholeNumber')
      return [name, variantField(name).empty]
    }),
  ) as { [Name in VariantFormField]: VariantValue<Name> }
  const { productId, inventoryRead, size, lotCode, lotDescription, lotSizes, piecesPerLot } = row
  return {
    ...(productId ? { productId } : {}),
    ...(inventoryRead === undefined ? {} : { inventoryRead }),
    itemDim1Code: size,
    lotCode,
    lotDescription,
    lotSizes,
    piecesPerLot,
    ...fields,
    isActive: row.isActive,
    prices,
  }
}

/** Maps a path such as `products.0.items.3.prices.1.unitPrice` to an error key. */
function errorKeyIn({ colors, rows }: ItemDraft, keys: string[], path: string): string {
  const [first = '', colorIndex, field = '', rowIndex, rowField = 'size', priceIndex] = path.split('.')
  if (first !== 'products' || colorIndex === undefined) return path
  const key = keys[Number(colorIndex)] ?? ''
  if (field !== 'items' || rowIndex === undefined) return `${key} ${field || 'colorCode'}`
  const row = rows[colors[key]?.rowKeys[Number(rowIndex)] ?? '']
  if (!row) return `${key} items`
  if (rowField === 'prices') {
    const groups = Object.entries(row.prices).filter(([, { amount }]) => amount.trim() !== '')
    return `${row.key} price ${groups[Number(priceIndex)]?.[0] ?? ''}`
  }
  const rowKey = /^(itemDim1Code|lotCode|productId)$/.test(rowField)
    ? 'size'
    : /^(lot|pieces)/.test(rowField)
      ? 'lot'
      : rowField
  return `${row.key} ${rowKey}`
}
