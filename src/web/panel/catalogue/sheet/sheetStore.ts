import { createStore } from 'zustand'
import type { SheetItem, SheetProduct, SheetRefusal } from '#shared/productSheet.ts'
import type { CellPosition } from '#web/ui/grid/moves.ts'
import { type Edit, type Edits, isSame, type Row, type SheetColumn, storedIn, type Value } from './cells.ts'

/** What a cell becomes; undefined as it is stored. */
export type Change = { owner: string; field: string; edit: Edit | undefined }
type Step = { before: Change[]; after: Change[] }
/** A cell that is being typed into: `type` by typing over it, where arrows lead on; `edit` within its text. */
export type Typing = { mode: 'type' | 'edit'; text: string }

export type Counts = { cells: number; products: number; bad: number; refused: number }
const none: Counts = { cells: 0, products: 0, bad: 0, refused: 0 }

/** How far the rows are that an address asks for; `rows` are all that match. */
export type Load = { key?: string; rows?: number; isDone: boolean; isTooMany?: boolean; error?: unknown }

export type SheetState = {
  rows: Row[]
  columns: SheetColumn[]
  /** By product or size. The map stays; what it has of an owner is replaced. */
  edits: Map<string, Edits>
  /** Products and sizes that are deleted. */
  gone: Set<string>
  counts: Counts
  cursor: CellPosition
  /** The other corner of what is selected. */
  anchor: CellPosition
  typing: Typing | undefined
  done: Step[]
  undone: Step[]
  /** What is said to those who do not see it. */
  said: string
  isBusy: boolean
  load: Load
  /** Rises with every change of an edit. */
  version: number
}
export type SheetStore = ReturnType<typeof createSheetStore>

/** Where a row of an owner stands: of a product its first, and how many it has. */
type Place = { row: number; count: number }
const places = new WeakMap<Row[], Map<string, Place>>()

const start: CellPosition = { row: 0, column: 0 }

/** The state of one page: rows as they are stored, and what is to become of them. */
export function createSheetStore() {
  return createStore<SheetState>(() => ({ ...empty(), columns: [] }))
}

const empty = (): Omit<SheetState, 'columns'> => ({
  rows: [],
  edits: new Map(),
  gone: new Set(),
  counts: none,
  cursor: start,
  anchor: start,
  typing: undefined,
  done: [],
  undone: [],
  said: '',
  isBusy: false,
  load: { isDone: false },
  version: 0,
})

/** Empty, for what an address asks for. */
export const startAgain = (store: SheetStore, key: string) =>
  store.setState({ ...empty(), load: { key, isDone: false } })

export const rowsOf = (products: SheetProduct[]): Row[] =>
  products.flatMap((product) => product.items.map((item) => ({ product, item })))

/** Where rows of a product, or the one of a size, stand. */
export function placeOf({ rows }: Pick<SheetState, 'rows'>, owner: string): Place | undefined {
  let known = places.get(rows)
  if (!known) {
    known = new Map()
    for (const [row, { product, item }] of rows.entries()) {
      known.set(item.productId, { row, count: 1 })
      const first = known.get(product.id)
      if (first) first.count += 1
      else known.set(product.id, { row, count: 1 })
    }
    places.set(rows, known)
  }
  return known.get(owner)
}

export const editAt = (state: Pick<SheetState, 'edits'>, owner: string, field: string): Edit | undefined =>
  state.edits.get(owner)?.[field]

/** What is stored of an owner's field. */
export function storedOf(
  state: Pick<SheetState, 'rows'>,
  { owner, field }: Pick<Change, 'owner' | 'field'>,
): Value {
  const place = placeOf(state, owner)
  const row = place && state.rows[place.row]
  if (!row) return null
  return storedIn(row, row.product.id === owner ? 'product' : 'item', field)
}

function put(state: SheetState, changes: Change[]): Change[] {
  return changes.map(({ owner, field, edit }) => {
    const { [field]: before, ...others } = state.edits.get(owner) ?? {}
    if (edit) state.edits.set(owner, { ...others, [field]: edit })
    else if (Object.keys(others).length > 0) state.edits.set(owner, others)
    else state.edits.delete(owner)
    return { owner, field, edit: before }
  })
}

function countsOf(state: SheetState): Counts {
  const products = new Set<string>()
  const counts = { ...none }
  for (const [owner, edits] of state.edits) {
    const place = placeOf(state, owner)
    const row = place && state.rows[place.row]
    if (row) products.add(row.product.id)
    for (const edit of Object.values(edits)) {
      counts.cells += 1
      if (edit.bad) counts.bad += 1
      if (edit.refusal) counts.refused += 1
    }
  }
  return { ...counts, products: products.size }
}

const changed = (state: SheetState) => ({ version: state.version + 1, counts: countsOf(state) })

/** Steps that can be taken back. */
const mostSteps = 200

/** Changes cells as one step, which can be taken back. */
export function apply(store: SheetStore, after: Change[]): void {
  if (after.length === 0) return
  store.setState((state) => {
    const before = put(state, after)
    const done = [...state.done.slice(1 - mostSteps), { before: before.toReversed(), after }]
    return { done, undone: [], ...changed(state) }
  })
}

/** Takes a step back; answers how many cells it had, none where there is no step. */
export function undo(store: SheetStore): number {
  const step = store.getState().done.at(-1)
  if (!step) return 0
  store.setState((state) => {
    put(state, step.before)
    return {
      done: state.done.slice(0, -1),
      undone: [...state.undone, step],
      ...changed(state),
      ...lookAt(state, step),
    }
  })
  return step.after.length
}

export function redo(store: SheetStore): number {
  const step = store.getState().undone.at(-1)
  if (!step) return 0
  store.setState((state) => {
    put(state, step.after)
    return {
      undone: state.undone.slice(0, -1),
      done: [...state.done, step],
      ...changed(state),
      ...lookAt(state, step),
    }
  })
  return step.after.length
}

/** The cursor goes where something has changed. */
function lookAt(state: SheetState, { after: [first] }: Step): Partial<SheetState> {
  const place = first && placeOf(state, first.owner)
  const column = state.columns.findIndex(
    ({ field, of }) => field === first?.field && isOwner(state, first.owner, of),
  )
  if (!place) return {}
  const at = { row: place.row, column: column < 0 ? state.cursor.column : column }
  return { cursor: at, anchor: at }
}

const isOwner = (state: SheetState, owner: string, of: SheetColumn['of']) =>
  (state.rows[placeOf(state, owner)?.row ?? -1]?.product.id === owner) === (of === 'product')

/** Nothing of before can be taken back any more: what is stored is not what it was. */
const forgotten = { done: [], undone: [] }

/** Takes away every change that is not saved. */
export function discard(store: SheetStore): void {
  store.setState((state) => {
    state.edits.clear()
    return { ...forgotten, typing: undefined, ...changed(state) }
  })
}

/** What a cell has become by a save, or stays. */
export type Settled = {
  owner: string
  field: string
  is?: Value
  refusal?: Pick<SheetRefusal, 'reason' | 'owner'>
}

/** Takes what came of a save: what is stored now, and what was refused. */
export function settle(store: SheetStore, settled: Settled[], present: SheetProduct[]): void {
  store.setState((state) => {
    const gone = new Set(state.gone)
    for (const { owner, refusal } of settled) if (refusal?.reason === 'gone') gone.add(owner)
    const rows = withPresent(withStored(state.rows, settled, state), present, state)
    const next = { ...state, rows, gone }
    for (const { owner, field, is, refusal } of settled) {
      const edit = editAt(next, owner, field)
      if (!edit) continue
      const stored = storedOf(next, { owner, field })
      const isDone = is !== undefined || (refusal?.reason === 'changed' && isSame(edit.is, stored))
      put(next, [
        { owner, field, edit: isDone ? undefined : { is: edit.is, ...(refusal ? { refusal } : {}) } },
      ])
    }
    return { rows, gone, ...forgotten, ...changed(next) }
  })
}

function withStored(rows: Row[], settled: Settled[], state: SheetState): Row[] {
  const next = [...rows]
  for (const { owner, field, is } of settled) {
    const place = placeOf(state, owner)
    const row = place && next[place.row]
    if (!row || is === undefined) continue
    if (row.product.id === owner) {
      const product =
        field === 'isActive'
          ? { ...row.product, isActive: is === true }
          : { ...row.product, itemDescription: textOfField(is) }
      for (let at = place.row; at < place.row + place.count; at += 1) {
        const { item } = next[at] ?? row
        next[at] = { product, item }
      }
    } else next[place.row] = { product: row.product, item: withField(row.item, field, is) }
  }
  return next
}

const textOfField = (is: Value) => (typeof is === 'string' ? is : '')

function withField(item: SheetItem, field: string, is: Value): SheetItem {
  if (field === 'barcode') return { ...item, barcode: textOfField(is) }
  if (field === 'inventory' || field === 'sortOrder') return { ...item, [field]: Number(is) }
  if (field === 'isActive') return { ...item, isActive: is === true }
  const priceGroup = field.slice('price '.length)
  const others = item.prices.filter((price) => price.priceGroup !== priceGroup)
  const prices = is !== null && typeof is === 'object' ? [...others, { priceGroup, ...is }] : others
  return { ...item, prices }
}

function withPresent(rows: Row[], present: SheetProduct[], state: SheetState): Row[] {
  for (const product of present) {
    const place = placeOf(state, product.id)
    if (!place) continue
    const items = new Map(product.items.map((item) => [item.productId, item]))
    for (let at = place.row; at < place.row + place.count; at += 1) {
      const row = rows[at]
      if (row) rows[at] = { product, item: items.get(row.item.productId) ?? row.item }
    }
  }
  return rows
}

/** Of refused cells: keeps what was typed, to be saved over what is there now; or takes what is there. */
export function decide(
  store: SheetStore,
  choice: 'mine' | 'theirs',
  only?: Pick<Change, 'owner' | 'field'>,
): number {
  let count = 0
  store.setState((state) => {
    for (const [owner, edits] of state.edits) {
      for (const [field, edit] of Object.entries(edits)) {
        if (!edit.refusal || (only && (only.owner !== owner || only.field !== field))) continue
        // Of what is gone, or another's, there is nothing that could be saved over.
        if (choice === 'mine' && edit.refusal.reason !== 'changed') continue
        put(state, [{ owner, field, edit: choice === 'mine' ? { is: edit.is } : undefined }])
        count += 1
      }
    }
    return { ...forgotten, ...changed(state) }
  })
  return count
}

/** Whether something has been typed that is not saved. */
export const hasChangesNow = (store: SheetStore): boolean =>
  store.getState().edits.size > 0 || store.getState().typing !== undefined
