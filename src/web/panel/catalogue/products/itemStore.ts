import { createStore } from 'zustand'
import {
  type ColorDraft,
  emptyItem,
  type ItemDraft,
  type PriceDraft,
  type RowDraft,
  type SharedField,
} from './itemDraft.ts'

/** A cell of the grid: its row's key, and its column. */
export type Cell = { row: string; column: string }

export type ItemState = {
  draft: ItemDraft
  /** As it is stored. */
  before: ItemDraft
  /** What is wrong, in words, by where it stands (see DraftProblems). */
  errors: Record<string, string>
  /** The colour whose rows alone are shown; undefined for all. */
  shown: string | undefined
  active: Cell | undefined
  /** Of price groups whose currency was chosen here, for the prices to come. */
  currencies: Record<string, string>
}

export type ItemStore = ReturnType<typeof createItemStore>

/** The state of one page: an item as it is being typed. */
export function createItemStore(draft: ItemDraft, before: ItemDraft = draft) {
  return createStore<ItemState>(() => ({
    draft,
    before,
    errors: {},
    shown: undefined,
    active: undefined,
    currencies: {},
  }))
}

const change = (store: ItemStore, next: (draft: ItemDraft) => ItemDraft) =>
  store.setState(({ draft }) => ({ draft: next(draft) }))

/** Changes rows by their keys, and forgets what was wrong with them. */
export function setRows(store: ItemStore, changes: [key: string, change: Partial<RowDraft>][]): void {
  store.setState(({ draft, errors }) => {
    const rows = { ...draft.rows }
    for (const [key, given] of changes) {
      const row = rows[key]
      if (row) rows[key] = { ...row, ...given }
    }
    return { draft: { ...draft, rows }, errors: withoutErrors(errors, changes) }
  })
}

function withoutErrors(errors: Record<string, string>, changes: [string, Partial<RowDraft>][]) {
  if (Object.keys(errors).length === 0) return errors
  const gone = new Set(
    changes.flatMap(([key, given]) => Object.keys(given).flatMap((field) => placesOf(key, field, errors))),
  )
  return Object.fromEntries(Object.entries(errors).filter(([place]) => !gone.has(place)))
}

function placesOf(key: string, field: string, errors: Record<string, string>): string[] {
  if (field !== 'prices') return [`${key} ${field.startsWith('lot') ? 'lot' : field}`]
  return Object.keys(errors).filter((place) => place.startsWith(`${key} price `))
}

export function setColor(store: ItemStore, key: string, given: Partial<ColorDraft>): void {
  store.setState(({ draft, errors }) => {
    const color = draft.colors[key]
    if (!color) return {}
    const fields = new Set(Object.keys(given).map((field) => `${key} ${field}`))
    return {
      draft: { ...draft, colors: { ...draft.colors, [key]: { ...color, ...given } } },
      errors: Object.fromEntries(Object.entries(errors).filter(([place]) => !fields.has(place))),
    }
  })
}

/** Sets a field in all colours, and in those to come. */
export function setShared(store: ItemStore, field: SharedField, value: string): void {
  change(store, (draft) => ({ ...draft, shared: { ...draft.shared, [field]: value } }))
  for (const key of store.getState().draft.colorKeys) setColor(store, key, { [field]: value })
}

export function setItemCode(store: ItemStore, itemCode: string): void {
  store.setState(({ draft, errors: { itemCode: _gone, ...errors } }) => ({
    draft: { ...draft, itemCode },
    errors,
  }))
}

/** The currency of a price group: of all prices there are, and of those to come. */
export function setCurrency(store: ItemStore, group: string, currency: string): void {
  const { rows } = store.getState().draft
  store.setState(({ currencies }) => ({ currencies: { ...currencies, [group]: currency } }))
  setRows(
    store,
    Object.values(rows)
      .filter(({ prices }) => prices[group])
      .map((row) => [row.key, { prices: withPrice(row, group, { currency }) }]),
  )
}

/** The currency that the prices of a group have; undefined where they differ. */
export function currencyOf(
  { draft, currencies }: ItemState,
  group: string,
  usual: string,
): string | undefined {
  const used = new Set<string>()
  for (const { prices } of Object.values(draft.rows)) {
    const { amount = '', currency = '' } = prices[group] ?? {}
    if (amount !== '' && currency) used.add(currency)
  }
  if (used.size > 1) return undefined
  return [...used][0] ?? currencies[group] ?? usual
}

export function withPrice(row: RowDraft, group: string, given: Partial<PriceDraft>): RowDraft['prices'] {
  return { ...row.prices, [group]: { amount: '', currency: '', ...row.prices[group], ...given } }
}

/** Takes a row out; answers how it is put back. */
export function removeRow(store: ItemStore, colorKey: string, rowKey: string): () => void {
  const { draft } = store.getState()
  const [color, row] = [draft.colors[colorKey], draft.rows[rowKey]]
  if (!color || !row) return () => {}
  const index = color.rowKeys.indexOf(rowKey)
  setColor(store, colorKey, { rowKeys: color.rowKeys.filter((key) => key !== rowKey) })
  return () => {
    const now = store.getState().draft.colors[colorKey]
    if (now) setColor(store, colorKey, { rowKeys: now.rowKeys.toSpliced(index, 0, rowKey) })
  }
}

/** Takes a colour out; answers how it is put back. */
export function removeColor(store: ItemStore, key: string): () => void {
  const { colorKeys } = store.getState().draft
  const index = colorKeys.indexOf(key)
  change(store, (draft) => ({ ...draft, colorKeys: draft.colorKeys.filter((one) => one !== key) }))
  store.setState(({ shown }) => ({ shown: shown === key ? undefined : shown }))
  return () => change(store, (draft) => ({ ...draft, colorKeys: draft.colorKeys.toSpliced(index, 0, key) }))
}

/** Lets `work` add colours and rows to a copy, which becomes the draft. */
export function grow(store: ItemStore, work: (draft: ItemDraft) => void): void {
  change(store, (draft) => {
    const next: ItemDraft = {
      ...draft,
      colorKeys: [...draft.colorKeys],
      colors: { ...draft.colors },
      rows: { ...draft.rows },
    }
    work(next)
    return next
  })
}

export const emptyStore = () => createItemStore(emptyItem())
