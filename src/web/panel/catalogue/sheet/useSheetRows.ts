import { useEffect, useRef } from 'react'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { confirm } from '#web/ui/confirm.ts'
import { usePageResource, useSetPageSearch } from '../../shell/pageAddress.ts'
import { type GivenSheetFilter, mostRows } from './limits.ts'
import { readSheetSearch, type SheetSearch, tickedOf } from './sheetSearch.ts'
import { hasChangesNow, rowsOf, type SheetStore, startAgain } from './sheetStore.ts'

/**
 * Keeps a sheet to what its address asks for: its rows are read part by part, once, and again when the address asks for
 * others. Whoever has typed is asked first.
 */
export function useSheetRows(store: SheetStore, search: SheetSearch): { reload: () => void } {
  const setSearch = useSetPageSearch()
  const running = useRef<AbortController>(undefined)
  const isAsking = useRef(false)
  const key = JSON.stringify(search)
  const start = () => {
    running.current?.abort()
    running.current = new AbortController()
    startAgain(store, key)
    void load(store, search, running.current.signal)
  }
  useEffect(() => {
    const { key: loaded } = store.getState().load
    if (loaded === key || isAsking.current) return
    if (loaded === undefined || !hasChangesNow(store)) return start()
    isAsking.current = true
    void askToLeave().then((isSure) => {
      isAsking.current = false
      if (isSure) return start()
      return setSearch(() => readSheetSearch(JSON.parse(loaded)), { replace: true })
    })
  })
  // Out of sight the rows go on coming; they stop when the page is closed.
  usePageResource('rows', () => () => running.current?.abort())
  return { reload: start }
}

const askToLeave = () =>
  confirm({
    title: t('panel.form.leaveTitle'),
    text: t('panel.form.leaveText'),
    action: t('panel.form.discard'),
    cancel: t('panel.form.stay'),
    isDangerous: true,
  })

/** As many as come in the time that a person takes to look. */
const productsPerCall = 400

async function load(store: SheetStore, search: SheetSearch, signal: AbortSignal): Promise<void> {
  const { text, ticked, ...filters } = search
  const call: GivenSheetFilter = {
    ...filters,
    limit: productsPerCall,
    ...(text ? { search: text } : {}),
    ...(ticked ? { ids: tickedOf(ticked) } : {}),
  }
  const { key = '' } = store.getState().load
  try {
    if (call.ids?.length === 0) return store.setState({ load: { key, rows: 0, isDone: true } })
    let total = 0
    let after: GivenSheetFilter['after']
    do {
      const asked = after ? { ...call, after } : call
      const { products, next, rows } = (await api.post('/api/Shop/GetProductSheet', asked, { signal })).data
      total = rows ?? total
      if (total > mostRows)
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
