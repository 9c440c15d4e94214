import { useState } from 'react'
import { isCodeField } from '#shared/catalogue/catalogueFields.ts'
import type { SentSheetChange, SheetProduct, SheetRefusal } from '#shared/catalogue/productSheet.ts'
import { api, CallFailed } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { refetch } from '../../refetch.ts'
import { type CellValue, isSameValue, priceField } from './cells.ts'
import {
  allEdits,
  announce,
  applySaveResult,
  type CellKey,
  type CellResult,
  rowOf,
  type SheetState,
  type SheetStore,
  storedValue,
} from './sheetStore.ts'

export type Saving = {
  /** Products; undefined while nothing is saved. */
  progress: { done: number; total: number } | undefined
  save: () => Promise<void>
  undoSave: (() => Promise<void>) | undefined
}

/** `was` is the value as loaded. */
type SentCell = CellKey & { productId: string; was: CellValue; is: CellValue }

/** Saves in batches of products. Finished batches stay saved if a later one fails. */
export function useSheetSave(store: SheetStore): Saving {
  const [progress, setProgress] = useState<Saving['progress']>()
  const [lastSaved, setLastSaved] = useState<SentCell[]>([])

  const run = async (cells: SentCell[], onSaved: (saved: SentCell[], refused: number) => void) => {
    if (store.getState().isBusy || cells.length === 0) return
    store.setState({ isBusy: true, typing: undefined })
    const batches = toBatches(cells)
    const total = batches.flat().length
    const saved: SentCell[] = []
    const codeTaken: SentCell[] = []
    let refused = 0
    let done = 0
    setProgress({ done, total })
    try {
      for (const batch of batches) {
        const outcome = await send(store, batch.flat())
        saved.push(...outcome.saved)
        codeTaken.push(...outcome.codeTaken)
        refused += outcome.refused
        done += batch.length
        setProgress({ done, total })
      }
      // Retry: a later batch may have freed the code.
      if (codeTaken.length > 0 && batches.length > 1) {
        const retry = await send(store, codeTaken)
        saved.push(...retry.saved)
        refused -= retry.saved.length
      }
    } catch (error) {
      notifyFailure(error)
    }
    store.setState({ isBusy: false })
    setProgress(undefined)
    onSaved(saved, refused)
    void refetch('products')
  }
  const revert = (saved: SentCell[]) =>
    run(revertingCells(saved), (reverting, refused) => {
      setLastSaved([])
      const message = t('panel.sheet.putBack', { count: reverting.length })
      const conflictText = refused > 0 ? ` ${t('panel.sheet.keptOther', { count: refused })}` : ''
      notifyDone(`${message}${conflictText}`)
    })
  const save = () =>
    run(cellsToSave(store.getState()), (saved, refused) => {
      if (saved.length > 0) {
        setLastSaved(revertingCells(saved).length > 0 ? saved : [])
        notifyDone(t('panel.sheet.saved', { count: saved.length }), { undo: () => revert(saved) })
      }
      if (refused > 0) {
        const message = t('panel.sheet.refused', { count: refused })
        announce(store, message)
        notifyFailure(new Error(message))
      }
    })
  return { progress, save, undoSave: lastSaved.length > 0 ? () => revert(lastSaved) : undefined }
}

/** Without invalid and rejected cells. */
const cellsToSave = (state: SheetState): SentCell[] =>
  allEdits(state).flatMap(({ owner, field, edit }) => {
    const productId = rowOf(state, owner)?.product.id
    if (productId === undefined || edit.bad || edit.refusal) return []
    return [{ productId, owner, field, was: storedValue(state, { owner, field }), is: edit.value }]
  })

/** Cells that undo a save. */
const revertingCells = (saved: SentCell[]): SentCell[] =>
  saved.flatMap((cell) => (isSameValue(cell.was, cell.is) ? [] : [{ ...cell, was: cell.is, is: cell.was }]))

/** About one second, during which orders of these products wait. */
const productsPerCall = 250

/** By product. Products with changed codes come first, so that a swap happens within one call. */
function toBatches(cells: SentCell[]): SentCell[][][] {
  const sorted = cells.toSorted((a, b) => Number(isCodeField(b.field)) - Number(isCodeField(a.field)))
  const products = [...Map.groupBy(sorted, ({ productId }) => productId).values()]
  return Array.from({ length: Math.ceil(products.length / productsPerCall) }, (_, index) =>
    products.slice(index * productsPerCall, (index + 1) * productsPerCall),
  )
}

async function send(store: SheetStore, cells: SentCell[]) {
  const { refused, present } = await postCells(cells)
  const refusals = new Map(refused.map((refusal) => [cellKey(refusal), refusal]))
  const refusalOf = ({ owner, field }: CellKey) => refusals.get(`${owner} ${field}`)
  const results = cells.map((cell): CellResult => {
    const { owner, field, is } = cell
    const refusal = refusalOf(cell)
    if (!refusal) return { owner, field, is }
    const barcodeOwner = refusal.owner === undefined ? {} : { owner: refusal.owner }
    return { owner, field, refusal: { reason: refusal.reason, ...barcodeOwner } }
  })
  applySaveResult(store, results, present)
  return {
    saved: cells.filter((cell) => !refusalOf(cell)),
    codeTaken: cells.filter((cell) => refusalOf(cell)?.reason === 'taken'),
    refused: refused.length,
  }
}

async function postCells(cells: SentCell[]): Promise<{ refused: SheetRefusal[]; present: SheetProduct[] }> {
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

const toRequest = (cells: SentCell[]): SentSheetChange[] =>
  [...Map.groupBy(cells, ({ productId }) => productId)].map(([id, ofProduct]) => {
    const { [id]: own = [], ...items } = Object.groupBy(ofProduct, ({ owner }) => owner)
    return {
      id,
      ...valuesOf(own),
      items: Object.entries(items).map(([productId, ofItem = []]) => ({
        productId,
        ...valuesOf(ofItem.filter(({ field }) => parseField(field).field !== 'price')),
        prices: ofItem.flatMap(({ field, was, is }) => {
          const { priceGroup } = parseField(field)
          return priceGroup === undefined ? [] : [{ priceGroup, was, is } as never]
        }),
      })),
    }
  })

const valuesOf = (cells: SentCell[]) =>
  Object.fromEntries(cells.map(({ field, was, is }) => [field, { was, is }]))
