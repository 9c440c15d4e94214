import { useEffect, useRef } from 'react'
import type { z } from 'zod'
import type { getProductSheet, maxSheetRows } from '#shared/catalogue/productSheet.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { confirm } from '#web/ui/confirm.ts'
import { usePageResource, useSetPageSearch } from '../../shell/pageAddress.ts'
import { rowsOf } from './cells.ts'
import { readSheetSearch, type SheetSearch, tickedOf } from './sheetSearch.ts'
import { hasChangesNow, resetSheet, type SheetStore } from './sheetStore.ts'

type SheetRequest = z.input<typeof getProductSheet.input>

// Repeats the contract's limit, to keep its schemas out of the page.
export const maxRows = 20_000 satisfies typeof maxSheetRows

/**
 * Loads the rows for the page's URL in parts, and again when the URL changes, after asking about unsaved
 * edits.
 */
export function useSheetRows(store: SheetStore, search: SheetSearch): { reload: () => void } {
  const setSearch = useSetPageSearch()
  const running = useRef<AbortController>(undefined)
  const isAsking = useRef(false)
  const key = JSON.stringify(search)
  const start = () => {
    running.current?.abort()
    running.current = new AbortController()
    resetSheet(store, key)
    void load(store, search, running.current.signal)
  }
  useEffect(() => {
    const { key: loaded } = store.getState().load
    if (loaded === key || isAsking.current) return
    if (loaded === undefined || !hasChangesNow(store)) return start()
    isAsking.current = true
    void confirmDiscard().then((isSure) => {
      isAsking.current = false
      if (isSure) return start()
      return setSearch(() => readSheetSearch(JSON.parse(loaded)), { replace: true })
    })
  })
  // Loading continues while the page is hidden, and stops when it is closed.
  usePageResource('rows', () => () => running.current?.abort())
  return { reload: start }
}

const confirmDiscard = () =>
  confirm({
    title: t('panel.form.leaveTitle'),
    text: t('panel.form.leaveText'),
    action: t('panel.form.discard'),
    cancel: t('panel.form.stay'),
    isDangerous: true,
  })

/** Small enough that the first rows appear quickly. */
const productsPerCall = 400

async function load(store: SheetStore, search: SheetSearch, signal: AbortSignal): Promise<void> {
  const { text, ticked, ...filters } = search
  const request: SheetRequest = {
    ...filters,
    limit: productsPerCall,
    ...(text ? { search: text } : {}),
    ...(ticked ? { ids: tickedOf(ticked) } : {}),
  }
  const { key = '' } = store.getState().load
  try {
    if (request.ids?.length === 0) return store.setState({ load: { key, rows: 0, isDone: true } })
    let total = 0
    let after: SheetRequest['after']
    do {
      const pageRequest = after ? { ...request, after } : request
      const { products, next, rows } = (await api.post('/api/Shop/GetProductSheet', pageRequest, { signal }))
        .data
      total = rows ?? total
      if (total > maxRows)
        return store.setState({ load: { key, rows: total, isDone: true, isTooMany: true } })
      after = next ?? undefined
      store.setState((state) => ({
        rows: [...state.rows, ...rowsOf(products)],
        load: { key, rows: total, isDone: !next },
      }))
    } while (after)
  } catch (error) {
    if (!signal.aborted) store.setState({ load: { key, isDone: false, error } })
  }
}
