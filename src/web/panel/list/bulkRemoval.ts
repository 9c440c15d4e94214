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
 * Deletes rows one by one, with undo for all. Stops and fails at the first that cannot be deleted; the
 * earlier ones stay deleted and can be restored.
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
