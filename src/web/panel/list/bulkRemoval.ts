import { useQueryClient } from '@tanstack/react-query'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'

type Calls<Row> = {
  remove: (row: Row) => Promise<unknown>
  restore: (row: Row) => Promise<unknown>
  /** What is asked for anew afterwards. */
  keys: string[]
}

/**
 * Deletes rows one after the other, which can be undone for all of them. Stops at the first that cannot be deleted and
 * fails with it; those before it are deleted, and can be brought back all the same.
 */
export function useBulkRemoval<Row>({ remove, restore, keys }: Calls<Row>) {
  const queries = useQueryClient()
  const refresh = () => Promise.all(keys.map((key) => queries.invalidateQueries({ queryKey: [key] })))
  const bringBack = async (rows: Row[]) => {
    for (const row of rows) await restore(row)
    await refresh()
  }
  return async (rows: Row[]) => {
    const removed: Row[] = []
    try {
      for (const row of rows) {
        await remove(row)
        removed.push(row)
      }
    } finally {
      if (removed.length > 0) {
        notifyDone(t('panel.list.deleted', { count: removed.length }), { undo: () => bringBack(removed) })
      }
      await refresh()
    }
  }
}
