import { useQueryClient } from '@tanstack/react-query'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'

type Calls<Row> = {
  remove: (row: Row) => Promise<unknown>
  restore: (row: Row) => Promise<unknown>
  /** Query keys to invalidate afterwards. */
  queryKeys: string[]
}

/**
 * Deletes one by one, with undo. Fails at the first row that cannot be deleted; earlier ones stay deleted.
 */
export function useBulkRemoval<Row>({ remove, restore, queryKeys }: Calls<Row>) {
  const queryClient = useQueryClient()
  const refresh = () =>
    Promise.all(queryKeys.map((key) => queryClient.invalidateQueries({ queryKey: [key] })))
  const restoreAll = async (rows: Row[]) => {
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
        notifyDone(t('panel.list.deleted', { count: removed.length }), { undo: () => restoreAll(removed) })
      }
      await refresh()
    }
  }
}
