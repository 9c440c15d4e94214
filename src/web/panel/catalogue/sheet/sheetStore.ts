import { createStore } from 'zustand'
import { type SheetItem, type SheetProduct, type SheetRefusal, sheetFields } from '#shared/productSheet.ts'
import type { CellPosition } from '#web/ui/grid/moves.ts'
import {
  type CellValue,
  type Edit,
  type Edits,
  isSameValue,
  type Row,
  type SheetColumn,
  storedIn,
} from './cells.ts'

/** An undefined `edit` restores the stored value. */
export type Change = { owner: string; field: string; edit: Edit | undefined }
type Step = { before: Change[]; after: Change[] }
/** `type`: typing replaced the text, arrow keys leave the cell. `edit`: arrow keys move within the text. */
export type Typing = { mode: 'type' | 'edit'; text: string }

export type Counts = { cells: number; products: number; bad: number; refused: number }
const noCounts: Counts = { cells: 0, products: 0, bad: 0, refused: 0 }

/** `rows` is the number of all matching rows. */
export type Load = { key?: string; rows?: number; isDone: boolean; isTooMany?: boolean; error?: unknown }

export type SheetState = {
  rows: Row[]
  columns: SheetColumn[]
  /** By product or item id. The map is mutated; an owner's edits are replaced. */
  edits: Map<string, Edits>
  /** Deleted products and items. */
  deletedIds: Set<string>
  counts: Counts
  cursor: CellPosition
  /** The selection's other corner. */
  anchor: CellPosition
  typing: Typing | undefined
  undoSteps: Step[]
  redoSteps: Step[]
  /** For screen readers. */
  announcement: string
  isBusy: boolean
  load: Load
  /** Rises with each edit, because `edits` is mutated. */
  version: number
}
export type SheetStore = ReturnType<typeof createSheetStore>

type RowSpan = { row: number; count: number }
const rowSpans = new WeakMap<Row[], Map<string, RowSpan>>()

const topLeft: CellPosition = { row: 0, column: 0 }

export function createSheetStore() {
  return createStore<SheetState>(() => ({ ...empty(), columns: [] }))
}

const empty = (): Omit<SheetState, 'columns'> => ({
  rows: [],
  edits: new Map(),
  deletedIds: new Set(),
  counts: noCounts,
  cursor: topLeft,
  anchor: topLeft,
  typing: undefined,
  undoSteps: [],
  redoSteps: [],
  announcement: '',
  isBusy: false,
  load: { isDone: false },
  version: 0,
})

/** Empties the sheet to load another URL. */
export const resetSheet = (store: SheetStore, key: string) =>
  store.setState({ ...empty(), load: { key, isDone: false } })

export const rowsOf = (products: SheetProduct[]): Row[] =>
  products.flatMap((product) => product.items.map((item) => ({ product, item })))

export function rowSpanOf({ rows }: Pick<SheetState, 'rows'>, owner: string): RowSpan | undefined {
  let known = rowSpans.get(rows)
  if (!known) {
    known = new Map()
    for (const [row, { product, item }] of rows.entries()) {
      known.set(item.productId, { row, count: 1 })
      const first = known.get(product.id)
      if (first) first.count += 1
      else known.set(product.id, { row, count: 1 })
    }
    rowSpans.set(rows, known)
  }
  return known.get(owner)
}

export const editAt = (state: Pick<SheetState, 'edits'>, owner: string, field: string): Edit | undefined =>
  state.edits.get(owner)?.[field]

export function storedValue(
  state: Pick<SheetState, 'rows'>,
  { owner, field }: Pick<Change, 'owner' | 'field'>,
): CellValue {
  const span = rowSpanOf(state, owner)
  const row = span && state.rows[span.row]
  if (!row) return null
  return storedIn(row, row.product.id === owner ? 'product' : 'item', field)
}

function putEdits(state: SheetState, changes: Change[]): Change[] {
  return changes.map(({ owner, field, edit }) => {
    const { [field]: before, ...others } = state.edits.get(owner) ?? {}
    if (edit) state.edits.set(owner, { ...others, [field]: edit })
    else if (Object.keys(others).length > 0) state.edits.set(owner, others)
    else state.edits.delete(owner)
    return { owner, field, edit: before }
  })
}

function countEdits(state: SheetState): Counts {
  const products = new Set<string>()
  const counts = { ...noCounts }
  for (const [owner, edits] of state.edits) {
    const span = rowSpanOf(state, owner)
    const row = span && state.rows[span.row]
    if (row) products.add(row.product.id)
    for (const edit of Object.values(edits)) {
      counts.cells += 1
      if (edit.bad) counts.bad += 1
      if (edit.refusal) counts.refused += 1
    }
  }
  return { ...counts, products: products.size }
}

const editSummary = (state: SheetState) => ({ version: state.version + 1, counts: countEdits(state) })

const maxUndoSteps = 200

/** Applies changes as one undo step. */
export function applyChanges(store: SheetStore, after: Change[]): void {
  if (after.length === 0) return
  store.setState((state) => {
    const before = putEdits(state, after)
    const undoSteps = [...state.undoSteps.slice(1 - maxUndoSteps), { before: before.toReversed(), after }]
    return { undoSteps, redoSteps: [], ...editSummary(state) }
  })
}

/** Answers the number of cells changed. */
export function undo(store: SheetStore): number {
  const step = store.getState().undoSteps.at(-1)
  if (!step) return 0
  store.setState((state) => {
    putEdits(state, step.before)
    return {
      undoSteps: state.undoSteps.slice(0, -1),
      redoSteps: [...state.redoSteps, step],
      ...editSummary(state),
      ...cursorAtStep(state, step),
    }
  })
  return step.after.length
}

export function redo(store: SheetStore): number {
  const step = store.getState().redoSteps.at(-1)
  if (!step) return 0
  store.setState((state) => {
    putEdits(state, step.after)
    return {
      redoSteps: state.redoSteps.slice(0, -1),
      undoSteps: [...state.undoSteps, step],
      ...editSummary(state),
      ...cursorAtStep(state, step),
    }
  })
  return step.after.length
}

function cursorAtStep(state: SheetState, { after: [first] }: Step): Partial<SheetState> {
  const span = first && rowSpanOf(state, first.owner)
  const column = state.columns.findIndex(
    ({ field, level }) => field === first?.field && isAtLevel(state, first.owner, level),
  )
  if (!span) return {}
  const at = { row: span.row, column: column < 0 ? state.cursor.column : column }
  return { cursor: at, anchor: at }
}

const isAtLevel = (state: SheetState, owner: string, level: SheetColumn['level']) =>
  (state.rows[rowSpanOf(state, owner)?.row ?? -1]?.product.id === owner) === (level === 'product')

/** After a save, older steps no longer match what is stored. */
const noHistory = { undoSteps: [], redoSteps: [] }

export function discardEdits(store: SheetStore): void {
  store.setState((state) => {
    state.edits.clear()
    return { ...noHistory, typing: undefined, ...editSummary(state) }
  })
}

/** A saved cell has `is`, a rejected one `refusal`. */
export type CellResult = {
  owner: string
  field: string
  is?: CellValue
  refusal?: Pick<SheetRefusal, 'reason' | 'owner'>
}

/** Updates stored values and marks rejected cells. */
export function applySaveResult(
  store: SheetStore,
  results: CellResult[],
  currentProducts: SheetProduct[],
): void {
  store.setState((state) => {
    const deletedIds = new Set(state.deletedIds)
    for (const { owner, refusal } of results) if (refusal?.reason === 'gone') deletedIds.add(owner)
    const rows = withCurrentProducts(withSavedValues(state.rows, results, state), currentProducts, state)
    const next = { ...state, rows, deletedIds }
    for (const { owner, field, is, refusal } of results) {
      const edit = editAt(next, owner, field)
      if (!edit) continue
      const stored = storedValue(next, { owner, field })
      const isDone = is !== undefined || (refusal?.reason === 'changed' && isSameValue(edit.value, stored))
      putEdits(next, [
        { owner, field, edit: isDone ? undefined : { value: edit.value, ...(refusal ? { refusal } : {}) } },
      ])
    }
    return { rows, deletedIds, ...noHistory, ...editSummary(next) }
  })
}

function withSavedValues(rows: Row[], results: CellResult[], state: SheetState): Row[] {
  const next = [...rows]
  for (const { owner, field, is } of results) {
    const span = rowSpanOf(state, owner)
    const row = span && next[span.row]
    if (!row || is === undefined) continue
    if (row.product.id === owner) {
      const product =
        field === 'isActive'
          ? { ...row.product, isActive: is === true }
          : { ...row.product, itemDescription: toText(is) }
      for (let at = span.row; at < span.row + span.count; at += 1) {
        const { item } = next[at] ?? row
        next[at] = { product, item }
      }
    } else next[span.row] = { product: row.product, item: withField(row.item, field, is) }
  }
  return next
}

const toText = (is: CellValue) => (typeof is === 'string' ? is : '')

function withField(item: SheetItem, field: string, is: CellValue): SheetItem {
  if (sheetFields.some((name) => name === field)) return { ...item, [field]: is }
  const priceGroup = field.slice('price '.length)
  const others = item.prices.filter((price) => price.priceGroup !== priceGroup)
  const prices = is !== null && typeof is === 'object' ? [...others, { priceGroup, ...is }] : others
  return { ...item, prices }
}

function withCurrentProducts(rows: Row[], currentProducts: SheetProduct[], state: SheetState): Row[] {
  for (const product of currentProducts) {
    const span = rowSpanOf(state, product.id)
    if (!span) continue
    const items = new Map(product.items.map((item) => [item.productId, item]))
    for (let at = span.row; at < span.row + span.count; at += 1) {
      const row = rows[at]
      if (row) rows[at] = { product, item: items.get(row.item.productId) ?? row.item }
    }
  }
  return rows
}

/** Resolves rejected cells: keep mine to save over theirs, or take theirs. */
export function resolveRefusals(
  store: SheetStore,
  choice: 'mine' | 'theirs',
  only?: Pick<Change, 'owner' | 'field'>,
): number {
  let count = 0
  store.setState((state) => {
    for (const [owner, edits] of state.edits) {
      for (const [field, edit] of Object.entries(edits)) {
        if (!edit.refusal || (only && (only.owner !== owner || only.field !== field))) continue
        // Deleted records and taken barcodes cannot be overwritten.
        if (choice === 'mine' && edit.refusal.reason !== 'changed') continue
        putEdits(state, [{ owner, field, edit: choice === 'mine' ? { value: edit.value } : undefined }])
        count += 1
      }
    }
    return { ...noHistory, ...editSummary(state) }
  })
  return count
}

export const hasChangesNow = (store: SheetStore): boolean =>
  store.getState().edits.size > 0 || store.getState().typing !== undefined
