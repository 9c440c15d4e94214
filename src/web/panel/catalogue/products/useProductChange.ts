import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProductRow } from '#shared/productLists.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'

type Change = { isActive?: boolean; isDeleted?: boolean; brandId?: string; categoryId?: string }

const maxProductsPerCall = 1000

/** Answers the ids of products that actually changed. */
async function changeAll(ids: string[], change: Change): Promise<string[]> {
  const changed: string[] = []
  for (let start = 0; start < ids.length; start += maxProductsPerCall) {
    const request = { ids: ids.slice(start, start + maxProductsPerCall), ...change }
    changed.push(...(await api.post('/api/Shop/ChangeProducts', request)).data.changed)
  }
  return changed
}

/** Reverting changes, grouped by previous values. */
function revertingChanges(rows: ProductRow[], requested: Change): [change: Change, ids: string[]][] {
  const groups = new Map<string, [Change, string[]]>()
  for (const row of rows) {
    const previous: Change = Object.fromEntries(
      Object.keys(requested).map((name) => [name, row[name as keyof Change]]),
    )
    const key = JSON.stringify(previous)
    const group = groups.get(key) ?? [previous, []]
    group[1].push(row.id)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** Can be undone for ten seconds. */
export function useProductsChange() {
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['products'] })
  return async (rows: ProductRow[], requested: Change, message: string) => {
    const changed = new Set(
      await changeAll(
        rows.map(({ id }) => id),
        requested,
      ),
    )
    const undo = async () => {
      const before = rows.filter(({ id }) => changed.has(id))
      for (const [previous, ids] of revertingChanges(before, requested)) await changeAll(ids, previous)
      await refresh()
    }
    notifyDone(message, { undo })
    void refresh()
  }
}

/** One call at a time. */
export function useProductChange(row: ProductRow, name: string) {
  const change = useProductsChange()
  const [isBusy, setIsBusy] = useState(false)
  const run = (requested: Change, message: string, onDone?: () => void) => {
    if (isBusy) return
    setIsBusy(true)
    void change([row], requested, message)
      .then(onDone)
      .catch(notifyFailure)
      .finally(() => setIsBusy(false))
  }
  return {
    isBusy,
    show: (isActive: boolean) =>
      run({ isActive }, t(isActive ? 'panel.product.shown' : 'panel.product.hidden', { name })),
    remove: (onDone: () => void) => run({ isDeleted: true }, t('panel.person.deleted', { name }), onDone),
    restore: (onDone: () => void) => run({ isDeleted: false }, t('panel.person.restored', { name }), onDone),
  }
}
