import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { useBulkRemoval } from '../list/bulkRemoval.ts'

type Named = { id: string; name: string }
type Calls = {
  remove: (id: string) => Promise<unknown>
  restore: (id: string) => Promise<unknown>
  /** What is asked for anew afterwards. */
  keys: string[]
}

/** Deletes, which can be undone for ten seconds, and restores. One at a time. */
function useRemoval({ remove, restore, keys }: Calls) {
  const queries = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const refresh = () => Promise.all(keys.map((key) => queries.invalidateQueries({ queryKey: [key] })))
  const bringBack = async (id: string) => {
    await restore(id)
    await refresh()
  }
  const once = async (work: () => Promise<unknown>) => {
    if (isBusy) return
    setIsBusy(true)
    await work().catch(notifyFailure)
    setIsBusy(false)
  }
  return {
    isBusy,
    /** `onDone` before the lists are asked for anew. */
    remove: ({ id, name }: Named, onDone?: () => void) =>
      void once(async () => {
        await remove(id)
        notifyDone(t('panel.person.deleted', { name }), { undo: () => bringBack(id) })
        onDone?.()
        await refresh()
      }),
    restore: ({ id, name }: Named, onDone?: () => void) =>
      void once(async () => {
        await bringBack(id)
        notifyDone(t('panel.person.restored', { name }))
        onDone?.()
      }),
  }
}

type Removal = ReturnType<typeof useRemoval>

export function useUserRemoval(): Removal {
  return useRemoval({
    remove: (id) => api.get('/api/Account/DeleteUser', { id }),
    restore: (id) => api.post('/api/Account/RestoreUser', { id }),
    keys: ['users', 'agents'],
  })
}

/** Deletes several users, which can be undone for all of them. */
export function useBulkUserRemoval() {
  return useBulkRemoval<{ id: string }>({
    remove: ({ id }) => api.get('/api/Account/DeleteUser', { id }),
    restore: ({ id }) => api.post('/api/Account/RestoreUser', { id }),
    keys: ['users', 'agents'],
  })
}

/** What shows agents or is tied to them. */
export const agentKeys = ['agents', 'agentChoices', 'agentReceivers', 'customers', 'users']

export function useAgentRemoval(): Removal {
  return useRemoval({
    remove: (id) => api.get('/api/Account/DeleteSalesPerson', { id }),
    restore: (id) => api.post('/api/Account/RestoreSalesPerson', { id }),
    keys: agentKeys,
  })
}
