import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { useBulkRemoval } from '../list/bulkRemoval.ts'

type Named = { id: string; currAccDescription: string }

/** Deletes a customer, which can be undone for ten seconds, and restores one. One at a time. */
export function useCustomerRemoval() {
  const queries = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const refresh = (...keys: string[]) =>
    Promise.all(keys.map((key) => queries.invalidateQueries({ queryKey: [key] })))
  const bringBack = async (id: string) => {
    await api.post('/api/Account/RestoreCustomer', { id })
    await refresh('customers', 'customer')
  }
  const once = (work: () => Promise<unknown>) => {
    if (isBusy) return
    setIsBusy(true)
    void work()
      .catch(notifyFailure)
      .finally(() => setIsBusy(false))
  }
  return {
    isBusy,
    /** `onDone` before the lists are asked for anew. */
    remove: ({ id, currAccDescription: name }: Named, onDone?: () => void) =>
      once(async () => {
        await api.get('/api/Account/DeleteCustomer', { id })
        notifyDone(t('panel.person.deleted', { name }), { undo: () => bringBack(id) })
        onDone?.()
        await refresh('customers')
      }),
    restore: ({ id, currAccDescription: name }: Named, onDone?: () => void) =>
      once(async () => {
        await api.post('/api/Account/RestoreCustomer', { id })
        onDone?.()
        await refresh('customers', 'customer')
        notifyDone(t('panel.person.restored', { name }))
      }),
  }
}

/** Deletes several customers, which can be undone for all of them. */
export function useBulkCustomerRemoval() {
  return useBulkRemoval<Named>({
    remove: ({ id }) => api.get('/api/Account/DeleteCustomer', { id }),
    restore: ({ id }) => api.post('/api/Account/RestoreCustomer', { id }),
    keys: ['customers', 'customer'],
  })
}
