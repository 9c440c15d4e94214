import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImportRun } from '#shared/imports.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyFailure } from '#web/notify.ts'
import { confirm } from '#web/ui/confirm.ts'

/** True while the server works on an import. */
export const isWorking = ({ state }: Pick<ImportRun, 'state'>) =>
  state === 'checking' || state === 'applying' || state === 'undoing'

/** An import, asked for again and again while it is worked on, and now and then while somebody else might begin to. */
export function useRun(id: string) {
  return useQuery({
    queryKey: ['import', id],
    queryFn: async ({ signal }) => (await api.get('/api/Shop/GetImport', { id }, { signal })).data,
    refetchInterval: ({ state }) => (state.data && isWorking(state.data) ? 700 : 15_000),
    staleTime: 0,
  })
}

/** Begins what can be done to an import, one at a time; the page shows at once how it stands. */
export function useRunActions() {
  const queries = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const once = (work: () => Promise<unknown>) => {
    if (isBusy) return
    setIsBusy(true)
    void work()
      .catch(notifyFailure)
      .then(() =>
        Promise.all(['import', 'imports'].map((key) => queries.invalidateQueries({ queryKey: [key] }))),
      )
      .finally(() => setIsBusy(false))
  }
  return {
    isBusy,
    once,
    apply: (id: string, skipBad: boolean) => once(() => api.post('/api/Shop/ApplyImport', { id, skipBad })),
    undo: (id: string) =>
      once(async () => {
        const isSure = await confirm({
          title: t('panel.import.undoTitle'),
          text: t('panel.import.undoText'),
          action: t('panel.import.undo'),
        })
        if (isSure) await api.post('/api/Shop/UndoImport', { id })
      }),
    discard: (id: string, onDone: () => void) =>
      once(async () => {
        await api.post('/api/Shop/DiscardImport', { id })
        onDone()
      }),
  }
}
