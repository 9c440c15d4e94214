import type { GivenSheetChange, SheetProduct, SheetRefusal } from '#shared/productSheet.ts'
import { api, CallFailed } from '#web/api.ts'
import { isSame, priceField, type Value } from './cells.ts'
import { placeOf, type Settled, type SheetState, type SheetStore, settle, storedOf } from './sheetStore.ts'

/** A cell as it is sent: what it was when it was read, and what it is to become. */
export type SentCell = { productId: string; owner: string; field: string; was: Value; is: Value }

/** Products that one call saves: about a second, in which orders of them wait. */
const productsAtOnce = 250

/** The cells that can be saved: those that are neither bad nor refused. */
export function cellsToSave(state: SheetState): SentCell[] {
  return [...state.edits].flatMap(([owner, edits]) =>
    Object.entries(edits).flatMap(([field, edit]) => {
      if (edit.bad || edit.refusal) return []
      return cellOf(state, { owner, field }, edit.is)
    }),
  )
}

function cellOf(
  state: SheetState,
  { owner, field }: { owner: string; field: string },
  is: Value,
): SentCell[] {
  const place = placeOf(state, owner)
  const row = place && state.rows[place.row]
  if (!row) return []
  return [{ productId: row.product.id, owner, field, was: storedOf(state, { owner, field }), is }]
}

/** What came of a call: what is saved now, and how many cells were refused. */
export type Outcome = { saved: SentCell[]; refused: number }

/**
 * Saves cells, so many products at a time. What is saved is saved, whatever becomes of the others; throws where a call
 * fails, with everything that was not answered left as it is.
 */
export async function saveCells(
  store: SheetStore,
  cells: SentCell[],
  onProgress: (done: number, of: number) => void,
  onOutcome: (outcome: Outcome) => void,
): Promise<void> {
  const batches = batchesOf(cells)
  const count = batches.reduce((sum, batch) => sum + batch.size, 0)
  const taken: SentCell[] = []
  let done = 0
  onProgress(0, count)
  for (const batch of batches) {
    const outcome = await send(store, [...batch.values()].flat())
    onOutcome(outcome)
    taken.push(...outcome.taken)
    done += batch.size
    onProgress(done, count)
  }
  // A barcode may have been waiting for one that a later call has set free.
  if (taken.length === 0 || batches.length === 1) return
  const again = await send(store, taken)
  onOutcome({ saved: again.saved, refused: -again.saved.length })
}

/** By product; those whose barcodes change first, so that they change hands within one call. */
function batchesOf(cells: SentCell[]): Map<string, SentCell[]>[] {
  const products = new Map<string, SentCell[]>()
  for (const cell of cells.toSorted(
    (a, b) => Number(b.field === 'barcode') - Number(a.field === 'barcode'),
  )) {
    const known = products.get(cell.productId)
    if (known) known.push(cell)
    else products.set(cell.productId, [cell])
  }
  const all = [...products]
  return Array.from(
    { length: Math.ceil(all.length / productsAtOnce) },
    (_, index) => new Map(all.slice(index * productsAtOnce, (index + 1) * productsAtOnce)),
  )
}

async function send(store: SheetStore, cells: SentCell[]): Promise<Outcome & { taken: SentCell[] }> {
  const { refused, present } = await answerTo(cells)
  const refusals = new Map(refused.map((one) => [keyOf(one), one]))
  const settled = cells.map(({ owner, field, is }): Settled => {
    const refusal = refusals.get(`${owner} ${field}`)
    if (!refusal) return { owner, field, is }
    const { reason, owner: whose } = refusal
    return { owner, field, refusal: { reason, ...(whose === undefined ? {} : { owner: whose }) } }
  })
  settle(store, settled, present)
  return {
    saved: cells.filter(({ owner, field }) => !refusals.has(`${owner} ${field}`)),
    taken: cells.filter(({ owner, field }) => refusals.get(`${owner} ${field}`)?.reason === 'taken'),
    refused: refused.length,
  }
}

type Answer = { refused: SheetRefusal[]; present: SheetProduct[] }

async function answerTo(cells: SentCell[]): Promise<Answer> {
  try {
    return (await api.post('/api/Shop/SaveProductSheet', { products: changesOf(cells) })).data
  } catch (error) {
    if (!(error instanceof CallFailed) || error.code !== 'notFound') throw error
    // Not one of these products is there any more.
    const refused = cells.map(({ productId, owner, field }) => ({
      id: productId,
      ...(owner === productId ? {} : { productId: owner }),
      ...fieldOf(field),
      reason: 'gone' as const,
    }))
    return { refused, present: [] }
  }
}

function fieldOf(field: string): Pick<SheetRefusal, 'field' | 'priceGroup'> {
  if (field.startsWith('price ')) return { field: 'price', priceGroup: field.slice('price '.length) }
  return { field: field as SheetRefusal['field'] }
}

const keyOf = ({ id, productId, field, priceGroup }: SheetRefusal) =>
  `${productId ?? id} ${field === 'price' ? priceField(priceGroup ?? '') : field}`

/** Cells as the call takes them. */
function changesOf(cells: SentCell[]): GivenSheetChange[] {
  const products = new Map<string, GivenSheetChange & { items: NonNullable<GivenSheetChange['items']> }>()
  const items = new Map<string, NonNullable<GivenSheetChange['items']>[number]>()
  for (const { productId, owner, field, was, is } of cells) {
    const product = products.get(productId) ?? { id: productId, items: [] }
    products.set(productId, product)
    if (owner === productId) {
      Object.assign(product, { [field]: { was, is } })
      continue
    }
    const item = items.get(owner) ?? { productId: owner }
    if (!items.has(owner)) product.items.push(item)
    items.set(owner, item)
    const { field: name, priceGroup } = fieldOf(field)
    if (priceGroup === undefined) Object.assign(item, { [name]: { was, is } })
    else item.prices = [...(item.prices ?? []), { priceGroup, was, is } as never]
  }
  return [...products.values()]
}

/** The cells that would put back what a save has changed. */
export const takenBack = (saved: SentCell[]): SentCell[] =>
  saved.flatMap((cell) => (isSame(cell.was, cell.is) ? [] : [{ ...cell, was: cell.is, is: cell.was }]))
