import { createContext, use } from 'react'
import { createStore, useStore } from 'zustand'
import {
  type ColorDraft,
  emptyItem,
  type ItemDraft,
  type PriceDraft,
  type RowDraft,
  type SharedField,
} from './itemDraft.ts'

/** `row` is the row's key. */
export type Cell = { row: string; column: string }

export type ItemState = {
  draft: ItemDraft
  saved: ItemDraft
  /** Messages by error key, see DraftProblems. */
  errors: Record<string, string>
  /** The only colour shown; undefined for all. */
  shownColorKey: string | undefined
  active: Cell | undefined
  /** Currencies chosen here for price groups, used for new prices. */
  chosenCurrencies: Record<string, string>
}

export type ItemStore = ReturnType<typeof createItemStore>

export function createItemStore(draft: ItemDraft, saved: ItemDraft = draft) {
  return createStore<ItemState>(() => ({
    draft,
    saved,
    errors: {},
    shownColorKey: undefined,
    active: undefined,
    chosenCurrencies: {},
  }))
}

const updateDraft = (store: ItemStore, next: (draft: ItemDraft) => ItemDraft) =>
  store.setState(({ draft }) => ({ draft: next(draft) }))

/** Also clears the errors of the changed fields. */
export function setRows(store: ItemStore, changes: [key: string, change: Partial<RowDraft>][]): void {
  store.setState(({ draft, errors }) => {
    const rows = { ...draft.rows }
    for (const [key, fields] of changes) {
      const row = rows[key]
      if (row) rows[key] = { ...row, ...fields }
    }
    return { draft: { ...draft, rows }, errors: withoutErrors(errors, changes) }
  })
}

function withoutErrors(errors: Record<string, string>, changes: [string, Partial<RowDraft>][]) {
  if (Object.keys(errors).length === 0) return errors
  const clearedKeys = new Set(
    changes.flatMap(([key, fields]) =>
      Object.keys(fields).flatMap((field) => errorKeysOf(key, field, errors)),
    ),
  )
  return Object.fromEntries(Object.entries(errors).filter(([errorKey]) => !clearedKeys.has(errorKey)))
}

function errorKeysOf(key: string, field: string, errors: Record<string, string>): string[] {
  if (field !== 'prices') return [`${key} ${field.startsWith('lot') ? 'lot' : field}`]
  return Object.keys(errors).filter((errorKey) => errorKey.startsWith(`${key} price `))
}

export function setColor(store: ItemStore, key: string, fields: Partial<ColorDraft>): void {
  store.setState(({ draft, errors }) => {
    const color = draft.colors[key]
    if (!color) return {}
    const errorKeys = new Set(Object.keys(fields).map((field) => `${key} ${field}`))
    return {
      draft: { ...draft, colors: { ...draft.colors, [key]: { ...color, ...fields } } },
      errors: Object.fromEntries(Object.entries(errors).filter(([errorKey]) => !errorKeys.has(errorKey))),
    }
  })
}

/** For all current and future colours. */
export function setShared(store: ItemStore, field: SharedField, value: string): void {
  updateDraft(store, (draft) => ({ ...draft, shared: { ...draft.shared, [field]: value } }))
  for (const key of store.getState().draft.colorKeys) setColor(store, key, { [field]: value })
}

export function setItemCode(store: ItemStore, itemCode: string): void {
  store.setState(({ draft, errors: { itemCode: _gone, ...errors } }) => ({
    draft: { ...draft, itemCode },
    errors,
  }))
}

/** For all current and future prices of the group. */
export function setCurrency(store: ItemStore, group: string, currency: string): void {
  const { rows } = store.getState().draft
  store.setState(({ chosenCurrencies }) => ({ chosenCurrencies: { ...chosenCurrencies, [group]: currency } }))
  setRows(
    store,
    Object.values(rows)
      .filter(({ prices }) => prices[group])
      .map((row) => [row.key, { prices: withPrice(row, group, { currency }) }]),
  )
}

/** Undefined if the group's prices differ in currency. */
export function currencyOf(
  { draft, chosenCurrencies }: ItemState,
  group: string,
  defaultCurrency: string,
): string | undefined {
  const used = new Set<string>()
  for (const { prices } of Object.values(draft.rows)) {
    const { amount = '', currency = '' } = prices[group] ?? {}
    if (amount !== '' && currency) used.add(currency)
  }
  if (used.size > 1) return undefined
  return [...used][0] ?? chosenCurrencies[group] ?? defaultCurrency
}

export function withPrice(row: RowDraft, group: string, fields: Partial<PriceDraft>): RowDraft['prices'] {
  return { ...row.prices, [group]: { amount: '', currency: '', ...row.prices[group], ...fields } }
}

/** Answers an undo function. */
export function removeRow(store: ItemStore, colorKey: string, rowKey: string): () => void {
  const { draft } = store.getState()
  const [color, row] = [draft.colors[colorKey], draft.rows[rowKey]]
  if (!color || !row) return () => {}
  const index = color.rowKeys.indexOf(rowKey)
  setColor(store, colorKey, { rowKeys: color.rowKeys.filter((key) => key !== rowKey) })
  return () => {
    const current = store.getState().draft.colors[colorKey]
    if (current) setColor(store, colorKey, { rowKeys: current.rowKeys.toSpliced(index, 0, rowKey) })
  }
}

/** Answers an undo function. */
export function removeColor(store: ItemStore, key: string): () => void {
  const { colorKeys } = store.getState().draft
  const index = colorKeys.indexOf(key)
  updateDraft(store, (draft) => ({
    ...draft,
    colorKeys: draft.colorKeys.filter((colorKey) => colorKey !== key),
  }))
  store.setState(({ shownColorKey }) => ({
    shownColorKey: shownColorKey === key ? undefined : shownColorKey,
  }))
  return () =>
    updateDraft(store, (draft) => ({ ...draft, colorKeys: draft.colorKeys.toSpliced(index, 0, key) }))
}

/** `work` adds colours and rows to a copy of the draft. */
export function addToDraft(store: ItemStore, work: (draft: ItemDraft) => void): void {
  updateDraft(store, (draft) => {
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

/** One store per page, because two item pages may be mounted at once. */
export const ItemContext = createContext<ItemStore>(emptyStore())

export const useItemStore = () => use(ItemContext)

/** Re-renders only when the selected value changes. */
export function useItem<Value>(select: (state: ItemState) => Value): Value {
  return useStore(use(ItemContext), select)
}

export const useProblem = (errorKey: string) => useItem(({ errors }) => errors[errorKey])
