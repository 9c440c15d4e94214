import { createContext, useContext } from 'react'
import { createStore, useStore } from 'zustand'
import type { SheetProduct, SheetRefusal } from '#shared/catalogue/productSheet.ts'
import type { CellPosition } from '#web/ui/grid/moves.ts'
import {
  type CellValue,
  type Edit,
  isSameValue,
  type Row,
  rowsOf,
  type SheetColumn,
  storedIn,
} from './cells.ts'

/** A cell, by the product or item it belongs to. */
export type CellKey = { owner: string; field: string }
/** An undefined `edit` restores the stored value. */
export type CellEdit = CellKey & { edit: Edit | undefined }
type Edits = ReadonlyMap<string, Readonly<Record<string, Edit>>>

/** `type`: typing replaced the text, arrow keys leave the cell. `edit`: arrow keys move within the text. */
export type Typing = { mode: 'type' | 'edit'; text: string }

/** `rows` is the number of all matching rows. */
export type Load = { key?: string; rows?: number; isDone: boolean; isTooMany?: boolean; error?: unknown }

export type SheetState = {
  rows: Row[]
  columns: SheetColumn[]
  /** By product or item id, then by field. */
  edits: Edits
  /** Deleted products and items. */
  deletedIds: ReadonlySet<string>
  cursor: CellPosition
  /** The selection's other corner. */
  anchor: CellPosition
  typing: Typing | undefined
  /** Each step is the edits to put back. */
  undoSteps: CellEdit[][]
  redoSteps: CellEdit[][]
  /** For screen readers. */
  announcement: string
  isBusy: boolean
  load: Load
}
export type SheetStore = ReturnType<typeof createSheetStore>

const topLeft: CellPosition = { row: 0, column: 0 }
const noEdits: Edits = new Map()
/** After a save, older steps no longer match what is stored. */
const noHistory = { undoSteps: [], redoSteps: [] }

const empty = (): Omit<SheetState, 'columns'> => ({
  rows: [],
  edits: noEdits,
  deletedIds: new Set(),
  cursor: topLeft,
  anchor: topLeft,
  typing: undefined,
  ...noHistory,
  announcement: '',
  isBusy: false,
  load: { isDone: false },
})

export function createSheetStore() {
  return createStore<SheetState>(() => ({ ...empty(), columns: [] }))
}

/** Empties the sheet to load another URL. */
export const resetSheet = (store: SheetStore, key: string) =>
  store.setState({ ...empty(), load: { key, isDone: false } })

export const SheetContext = createContext<SheetStore | undefined>(undefined)

export function useSheetStore(): SheetStore {
  const store = useContext(SheetContext)
  if (!store) throw new Error('There is no sheet here')
  return store
}

export function useSheet<Part>(select: (state: SheetState) => Part): Part {
  return useStore(useSheetStore(), select)
}

export const announce = (store: SheetStore, text: string) =>
  // A changed text, or a repeated announcement would not be read.
  store.setState(({ announcement }) => ({ announcement: announcement === text ? `${text}\u00a0` : text }))

const firstRows = new WeakMap<Row[], Map<string, number>>()

/** The first row of a product or item. */
function firstRowOf({ rows }: Pick<SheetState, 'rows'>, owner: string): number {
  let known = firstRows.get(rows)
  if (!known) {
    known = new Map()
    for (const [index, { product, item }] of rows.entries()) {
      known.set(item.productId, index)
      if (!known.has(product.id)) known.set(product.id, index)
    }
    firstRows.set(rows, known)
  }
  return known.get(owner) ?? -1
}

export const rowOf = (state: Pick<SheetState, 'rows'>, owner: string): Row | undefined =>
  state.rows[firstRowOf(state, owner)]

const levelIn = (row: Row, owner: string) => (row.product.id === owner ? 'product' : 'item')

/** The first cell of a field, or the one in the column `key`. Column -1 if it is hidden. */
export function positionOf(state: SheetState, { owner, field }: CellKey, key?: string) {
  const row = rowOf(state, owner)
  if (!row) return undefined
  const column = state.columns.findIndex(
    (one) => one.field === field && one.level === levelIn(row, owner) && (!key || one.key === key),
  )
  return { row: firstRowOf(state, owner), column }
}

export const editAt = (state: Pick<SheetState, 'edits'>, owner: string, field: string): Edit | undefined =>
  state.edits.get(owner)?.[field]

export function storedValue(state: Pick<SheetState, 'rows'>, { owner, field }: CellKey): CellValue {
  const row = rowOf(state, owner)
  return row ? storedIn(row, { level: levelIn(row, owner), field }) : null
}

export const allEdits = ({ edits }: Pick<SheetState, 'edits'>): (CellKey & { edit: Edit })[] =>
  [...edits].flatMap(([owner, fields]) =>
    Object.entries(fields).map(([field, edit]) => ({ owner, field, edit })),
  )

/** The edits after `changes`, and the changes that put them back. */
function withChanges(before: Edits, changes: CellEdit[]): { edits: Edits; inverse: CellEdit[] } {
  const edits = new Map(before)
  const inverse = changes.map(({ owner, field, edit }): CellEdit => {
    const { [field]: was, ...others } = edits.get(owner) ?? {}
    const fields = edit ? { ...others, [field]: edit } : others
    if (Object.keys(fields).length > 0) edits.set(owner, fields)
    else edits.delete(owner)
    return { owner, field, edit: was }
  })
  return { edits, inverse }
}

const maxUndoSteps = 200

/** Applies changes as one undo step. */
export function applyChanges(store: SheetStore, changes: CellEdit[]): void {
  if (changes.length === 0) return
  store.setState(({ edits: before, undoSteps }) => {
    const { edits, inverse } = withChanges(before, changes)
    return { edits, undoSteps: [...undoSteps.slice(1 - maxUndoSteps), inverse], redoSteps: [] }
  })
}

/** Moves the last step to the other list, with the cursor at its first cell. Answers the number of cells changed. */
function step(store: SheetStore, from: 'undoSteps' | 'redoSteps', to: 'undoSteps' | 'redoSteps'): number {
  const state = store.getState()
  const changes = state[from].at(-1)
  const [first] = changes ?? []
  if (!changes || !first) return 0
  const { edits, inverse } = withChanges(state.edits, changes)
  const at = positionOf(state, first)
  const cursor = at && { ...at, column: at.column < 0 ? state.cursor.column : at.column }
  store.setState({
    edits,
    [from]: state[from].slice(0, -1),
    [to]: [...state[to], inverse],
    ...(cursor ? { cursor, anchor: cursor } : {}),
  })
  return changes.length
}

export const undo = (store: SheetStore): number => step(store, 'undoSteps', 'redoSteps')
export const redo = (store: SheetStore): number => step(store, 'redoSteps', 'undoSteps')

export const discardEdits = (store: SheetStore) =>
  store.setState({ edits: noEdits, typing: undefined, ...noHistory })

/** A saved cell has `is`, a rejected one `refusal`. */
export type CellResult = CellKey & { is?: CellValue; refusal?: Pick<SheetRefusal, 'reason' | 'owner'> }

/** Updates stored values and marks rejected cells. `current` are products as they now are. */
export function applySaveResult(store: SheetStore, results: CellResult[], current: SheetProduct[]): void {
  store.setState((state) => {
    const gone = results.flatMap(({ owner, refusal }) => (refusal?.reason === 'gone' ? [owner] : []))
    const rows = withCurrent(state, results, current)
    const changes = results.flatMap(({ owner, field, is, refusal }): CellEdit[] => {
      const edit = editAt(state, owner, field)
      if (!edit) return []
      const isDone =
        is !== undefined ||
        (refusal?.reason === 'changed' && isSameValue(edit.value, storedValue({ rows }, { owner, field })))
      const left = { value: edit.value, ...(refusal ? { refusal } : {}) }
      return [{ owner, field, edit: isDone ? undefined : left }]
    })
    const { edits } = withChanges(state.edits, changes)
    return { rows, edits, deletedIds: new Set([...state.deletedIds, ...gone]), ...noHistory }
  })
}

function withCurrent(state: SheetState, results: CellResult[], current: SheetProduct[]): Row[] {
  const products = new Map<string, Row['product']>()
  const items = new Map<string, Row['item']>()
  for (const { owner, field, is } of results) {
    const row = rowOf(state, owner)
    if (!row || is === undefined) continue
    if (levelIn(row, owner) === 'product')
      products.set(owner, { ...(products.get(owner) ?? row.product), [field]: is })
    else items.set(owner, { ...(items.get(owner) ?? row.item), [field]: is })
  }
  for (const { product, item } of rowsOf(current)) {
    products.set(product.id, product)
    items.set(item.productId, item)
  }
  return state.rows.map((row) => {
    const [product, item] = [products.get(row.product.id), items.get(row.item.productId)]
    return product || item ? { product: product ?? row.product, item: item ?? row.item } : row
  })
}

/** Resolves rejected cells: keep mine to save over theirs, or take theirs. */
export function resolveRefusals(store: SheetStore, choice: 'mine' | 'theirs', only?: CellKey): void {
  store.setState((state) => {
    const changes = allEdits(state).flatMap(({ owner, field, edit }): CellEdit[] => {
      if (!edit.refusal || (only && (only.owner !== owner || only.field !== field))) return []
      // Deleted records and taken barcodes cannot be overwritten.
      if (choice === 'mine' && edit.refusal.reason !== 'changed') return []
      return [{ owner, field, edit: choice === 'mine' ? { value: edit.value } : undefined }]
    })
    return { edits: withChanges(state.edits, changes).edits, ...noHistory }
  })
}

export const hasChangesNow = (store: SheetStore): boolean =>
  store.getState().edits.size > 0 || store.getState().typing !== undefined
