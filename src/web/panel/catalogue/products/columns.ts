import { latinDigits } from '#web/ui/readCount.ts'
import type { RowDraft } from './itemDraft.ts'
import { currencyOf, type ItemStore, setRows, withPrice } from './itemStore.ts'

/** `key` is `barcode`, `inventory` or `price` with its group. */
export type GridColumn = { key: string; group?: string; usualCurrency?: string }

export function gridColumns(groups: { priceGroup: string; currencyCode: string }[]): GridColumn[] {
  return [
    { key: 'barcode' },
    { key: 'inventory' },
    ...groups.map(({ priceGroup, currencyCode }) => ({
      key: `price ${priceGroup}`,
      group: priceGroup,
      usualCurrency: currencyCode,
    })),
  ]
}

export function cellText(row: RowDraft, { key, group }: GridColumn): string {
  if (group !== undefined) return row.prices[group]?.amount ?? ''
  return key === 'barcode' ? row.barcode : row.inventory
}

/** The row change for a cell's new text. */
export function rowChange(
  store: ItemStore,
  row: RowDraft,
  { key, group, usualCurrency = '' }: GridColumn,
  text: string,
): Partial<RowDraft> {
  if (key === 'barcode') return { barcode: text }
  if (group === undefined) return { inventory: latinDigits(text) }
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
