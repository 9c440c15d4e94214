import { type VariantFormField, variantFormFields } from '#shared/catalogue/catalogueFields.ts'
import { latinDigits } from '#shared/text/text.ts'
import { isNumberField } from '../fieldLabel.ts'
import type { RowDraft } from './itemDraft.ts'
import { currencyOf, type ItemStore, setRows, withPrice } from './itemStore.ts'

/** `key` is the field, or `price` with its group. */
export type GridColumn =
  | { key: VariantFormField; group?: undefined }
  | { key: string; group: string; usualCurrency: string }

export function gridColumns(groups: { priceGroup: string; currencyCode: string }[]): GridColumn[] {
  const prices = groups.map(({ priceGroup, currencyCode }) => ({
    key: `price ${priceGroup}`,
    group: priceGroup,
    usualCurrency: currencyCode,
  }))
  // Barcode, stock and prices side by side, as in suppliers' lists that are pasted here.
  return variantFormFields.flatMap((key): GridColumn[] =>
    key === 'inventory' ? [{ key }, ...prices] : [{ key }],
  )
}

export function cellText(row: RowDraft, column: GridColumn): string {
  return column.group === undefined ? row[column.key] : (row.prices[column.group]?.amount ?? '')
}

export function rowChange(
  store: ItemStore,
  row: RowDraft,
  column: GridColumn,
  text: string,
): Partial<RowDraft> {
  if (column.group === undefined) {
    const { key } = column
    return { [key]: isNumberField(key) ? latinDigits(text) : text }
  }
  const { group, usualCurrency } = column
  const currency =
    row.prices[group]?.currency || (currencyOf(store.getState(), group, usualCurrency) ?? usualCurrency)
  return { prices: withPrice(row, group, { amount: text, currency }) }
}

/** Fills cells as one change. Answers an undo function. */
export function fillCells(
  store: ItemStore,
  cells: { row: string; column: GridColumn; text: string }[],
): () => void {
  const { rows } = store.getState().draft
  const before = [...new Set(cells.map(({ row }) => row))].flatMap((key) => rows[key] ?? [])
  const next = new Map(before.map((row) => [row.key, row]))
  for (const { row: key, column, text } of cells) {
    const row = next.get(key)
    if (row) next.set(key, { ...row, ...rowChange(store, row, column, text) })
  }
  setRows(store, [...next])
  return () =>
    setRows(
      store,
      before.map((row) => [row.key, row]),
    )
}
