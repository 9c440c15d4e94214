import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { useBulkRemoval } from '../list/bulkRemoval.ts'

type Named = { id: string; currAccDescription: string }

/** Delete (undo for ten seconds) and restore, one at a time. */
export function useCustomerRemoval() {
  const queryClient = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const refresh = (...keys: string[]) =>
    Promise.all(keys.map((key) => queryClient.invalidateQueries({ queryKey: [key] })))
  const undoRemove = async (id: string) => {
    await api.post('/api/Account/RestoreCustomer', { id })
    await refresh('customers', 'customer')
  }
  const runExclusively = (work: () => Promise<unknown>) => {
    if (isBusy) return
    setIsBusy(true)
    void work()
      .catch(notifyFailure)
      .finally(() => setIsBusy(false))
  }
  return {
    isBusy,
    /** `onDone` runs before the lists are refetched. */
    remove: ({ id, currAccDescription: name }: Named, onDone?: () => void) =>
      runExclusively(async () => {
        await api.get('/api/Account/DeleteCustomer', { id })
        notifyDone(t('panel.person.deleted', { name }), { undo: () => undoRemove(id) })
        onDone?.()
        await refresh('customers')
      }),
    restore: ({ id, currAccDescription: name }: Named, onDone?: () => void) =>
      runExclusively(async () => {
        await api.post('/api/Account/RestoreCustomer', { id })
        onDone?.()
        await refresh('customers', 'customer')
        notifyDone(t('panel.person.restored', { name }))
      }),
  }
}

export function useBulkCustomerRemoval() {
  return useBulkRemoval<Named>({
    remove: ({ id }) => api.get('/api/Account/DeleteCustomer', { id }),
    restore: ({ id }) => api.post('/api/Account/RestoreCustomer', { id }),
    queryKeys: ['customers', 'customer'],
  })
}
