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
  /** Query keys to invalidate afterwards. */
  queryKeys: string[]
}

/** Delete (undo for ten seconds) and restore, one at a time. */
function useRemoval({ remove, restore, queryKeys }: Calls) {
  const queryClient = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const refresh = () =>
    Promise.all(queryKeys.map((key) => queryClient.invalidateQueries({ queryKey: [key] })))
  const restoreAndRefresh = async (id: string) => {
    await restore(id)
    await refresh()
  }
  const runExclusively = async (work: () => Promise<unknown>) => {
    if (isBusy) return
    setIsBusy(true)
    await work().catch(notifyFailure)
    setIsBusy(false)
  }
  return {
    isBusy,
    /** `onDone` runs before the lists are refetched. */
    remove: ({ id, name }: Named, onDone?: () => void) =>
      void runExclusively(async () => {
        await remove(id)
        notifyDone(t('panel.person.deleted', { name }), { undo: () => restoreAndRefresh(id) })
        onDone?.()
        await refresh()
      }),
    restore: ({ id, name }: Named, onDone?: () => void) =>
      void runExclusively(async () => {
        await restoreAndRefresh(id)
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
    queryKeys: ['users', 'agents'],
  })
}

export function useBulkUserRemoval() {
  return useBulkRemoval<{ id: string }>({
    remove: ({ id }) => api.get('/api/Account/DeleteUser', { id }),
    restore: ({ id }) => api.post('/api/Account/RestoreUser', { id }),
    queryKeys: ['users', 'agents'],
  })
}

/** Queries that show agents or depend on them. */
export const agentQueryKeys = ['agents', 'agentChoices', 'agentReceivers', 'customers', 'users']

export function useAgentRemoval(): Removal {
  return useRemoval({
    remove: (id) => api.get('/api/Account/DeleteSalesPerson', { id }),
    restore: (id) => api.post('/api/Account/RestoreSalesPerson', { id }),
    queryKeys: agentQueryKeys,
  })
}
