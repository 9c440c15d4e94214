import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProductRow } from '#shared/productLists.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'

type Change = { isActive?: boolean; isDeleted?: boolean; brandId?: string; categoryId?: string }

/** Products that one call changes at most. */
const mostAtOnce = 1000

/** Changes products alike, as many calls as it takes; answers the ids of those that were otherwise. */
async function changeAll(ids: string[], change: Change): Promise<string[]> {
  const changed: string[] = []
  for (let at = 0; at < ids.length; at += mostAtOnce) {
    const call = { ids: ids.slice(at, at + mostAtOnce), ...change }
    changed.push(...(await api.post('/api/Shop/ChangeProducts', call)).data.changed)
  }
  return changed
}

/** The change that takes one back, from how each product was before it: those that were alike together. */
function takenBack(rows: ProductRow[], asked: Change): [change: Change, ids: string[]][] {
  const groups = new Map<string, [Change, string[]]>()
  for (const row of rows) {
    const back: Change = Object.fromEntries(
      Object.keys(asked).map((name) => [name, row[name as keyof Change]]),
    )
    const key = JSON.stringify(back)
    const group = groups.get(key) ?? [back, []]
    group[1].push(row.id)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** Changes rows of the list, many at once, which can be undone for ten seconds. */
export function useProductsChange() {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: ['products'] })
  return async (rows: ProductRow[], asked: Change, said: string) => {
    const changed = new Set(
      await changeAll(
        rows.map(({ id }) => id),
        asked,
      ),
    )
    const undo = async () => {
      const before = rows.filter(({ id }) => changed.has(id))
      for (const [back, ids] of takenBack(before, asked)) await changeAll(ids, back)
      await refresh()
    }
    notifyDone(said, { undo })
    void refresh()
  }
}

/** Shows, hides, deletes and restores one product of the list; one call at a time. */
export function useProductChange(row: ProductRow, name: string) {
  const change = useProductsChange()
  const [isBusy, setIsBusy] = useState(false)
  const once = (asked: Change, said: string, onDone?: () => void) => {
    if (isBusy) return
    setIsBusy(true)
    void change([row], asked, said)
      .then(onDone)
      .catch(notifyFailure)
      .finally(() => setIsBusy(false))
  }
  return {
    isBusy,
    show: (isActive: boolean) =>
      once({ isActive }, t(isActive ? 'panel.product.shown' : 'panel.product.hidden', { name })),
    remove: (onDone: () => void) => once({ isDeleted: true }, t('panel.person.deleted', { name }), onDone),
    restore: (onDone: () => void) => once({ isDeleted: false }, t('panel.person.restored', { name }), onDone),
  }
}
