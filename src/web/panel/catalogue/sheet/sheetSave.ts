import type { GivenSheetChange, SheetProduct, SheetRefusal } from '#shared/productSheet.ts'
import { api, CallFailed } from '#web/api.ts'
import { type CellValue, isSameValue, priceField } from './cells.ts'
import {
  applySaveResult,
  type CellResult,
  rowSpanOf,
  type SheetState,
  type SheetStore,
  storedValue,
} from './sheetStore.ts'

/** `was` is the value as loaded. */
export type SentCell = { productId: string; owner: string; field: string; was: CellValue; is: CellValue }

/** About one second, during which orders of these products wait. */
const productsPerCall = 250

/** Without invalid and rejected cells. */
export function cellsToSave(state: SheetState): SentCell[] {
  return [...state.edits].flatMap(([owner, edits]) =>
    Object.entries(edits).flatMap(([field, edit]) => {
      if (edit.bad || edit.refusal) return []
      return toSentCell(state, { owner, field }, edit.value)
    }),
  )
}

function toSentCell(
  state: SheetState,
  { owner, field }: { owner: string; field: string },
  is: CellValue,
): SentCell[] {
  const span = rowSpanOf(state, owner)
  const row = span && state.rows[span.row]
  if (!row) return []
  return [{ productId: row.product.id, owner, field, was: storedValue(state, { owner, field }), is }]
}

export type Outcome = { saved: SentCell[]; refused: number }

/** Saves in batches of products. Finished batches stay saved; throws if a call fails. */
export async function saveCells(
  store: SheetStore,
  cells: SentCell[],
  onProgress: (done: number, total: number) => void,
  onOutcome: (outcome: Outcome) => void,
): Promise<void> {
  const batches = toBatches(cells)
  const count = batches.reduce((sum, batch) => sum + batch.size, 0)
  const barcodeTaken: SentCell[] = []
  let done = 0
  onProgress(0, count)
  for (const batch of batches) {
    const outcome = await send(store, [...batch.values()].flat())
    onOutcome(outcome)
    barcodeTaken.push(...outcome.barcodeTaken)
    done += batch.size
    onProgress(done, count)
  }
  // Retry: a later batch may have freed the barcode.
  if (barcodeTaken.length === 0 || batches.length === 1) return
  const retry = await send(store, barcodeTaken)
  onOutcome({ saved: retry.saved, refused: -retry.saved.length })
}

/** By product. Products with changed barcodes come first, so that a swap happens within one call. */
function toBatches(cells: SentCell[]): Map<string, SentCell[]>[] {
  const products = new Map<string, SentCell[]>()
  for (const cell of cells.toSorted(
    (a, b) => Number(b.field === 'barcode') - Number(a.field === 'barcode'),
  )) {
    const cellsOfProduct = products.get(cell.productId)
    if (cellsOfProduct) cellsOfProduct.push(cell)
    else products.set(cell.productId, [cell])
  }
  const all = [...products]
  return Array.from(
    { length: Math.ceil(all.length / productsPerCall) },
    (_, index) => new Map(all.slice(index * productsPerCall, (index + 1) * productsPerCall)),
  )
}

async function send(store: SheetStore, cells: SentCell[]): Promise<Outcome & { barcodeTaken: SentCell[] }> {
  const { refused, present } = await postCells(cells)
  const refusals = new Map(refused.map((refusal) => [cellKey(refusal), refusal]))
  const settled = cells.map(({ owner, field, is }): CellResult => {
    const refusal = refusals.get(`${owner} ${field}`)
    if (!refusal) return { owner, field, is }
    const { reason, owner: barcodeOwner } = refusal
    return {
      owner,
      field,
      refusal: { reason, ...(barcodeOwner === undefined ? {} : { owner: barcodeOwner }) },
    }
  })
  applySaveResult(store, settled, present)
  return {
    saved: cells.filter(({ owner, field }) => !refusals.has(`${owner} ${field}`)),
    barcodeTaken: cells.filter(({ owner, field }) => refusals.get(`${owner} ${field}`)?.reason === 'taken'),
    refused: refused.length,
  }
}

type Answer = { refused: SheetRefusal[]; present: SheetProduct[] }

async function postCells(cells: SentCell[]): Promise<Answer> {
  try {
    return (await api.post('/api/Shop/SaveProductSheet', { products: toRequest(cells) })).data
  } catch (error) {
    if (!(error instanceof CallFailed) || error.code !== 'notFound') throw error
    // None of these products exists any more.
    const refused = cells.map(({ productId, owner, field }) => ({
      id: productId,
      ...(owner === productId ? {} : { productId: owner }),
      ...parseField(field),
      reason: 'gone' as const,
    }))
    return { refused, present: [] }
  }
}

function parseField(field: string): Pick<SheetRefusal, 'field' | 'priceGroup'> {
  if (field.startsWith('price ')) return { field: 'price', priceGroup: field.slice('price '.length) }
  return { field: field as SheetRefusal['field'] }
}

const cellKey = ({ id, productId, field, priceGroup }: SheetRefusal) =>
  `${productId ?? id} ${field === 'price' ? priceField(priceGroup ?? '') : field}`

function toRequest(cells: SentCell[]): GivenSheetChange[] {
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
    const { field: name, priceGroup } = parseField(field)
    if (priceGroup === undefined) Object.assign(item, { [name]: { was, is } })
    else item.prices = [...(item.prices ?? []), { priceGroup, was, is } as never]
  }
  return [...products.values()]
}

/** Cells that undo a save. */
export const revertingCells = (saved: SentCell[]): SentCell[] =>
  saved.flatMap((cell) => (isSameValue(cell.was, cell.is) ? [] : [{ ...cell, was: cell.is, is: cell.was }]))
