import type { ImportRun } from '#shared/imports/imports.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { confirm } from '#web/ui/confirm.ts'
import { useBusy } from '../useBusy.ts'
import { useCall } from '../useCall.ts'

export const isWorking = ({ state }: Pick<ImportRun, 'state'>) =>
  state === 'checking' || state === 'applying' || state === 'undoing'

/** Polls fast while the server works, else slowly, because others may start work. */
export function useRun(id: string) {
  return useCall(['import', id], (options) => api.get('/api/Shop/GetImport', { id }, options), {
    refetchInterval: ({ state }) => (state.data && isWorking(state.data) ? 700 : 15_000),
    staleTime: 0,
  })
}

export function useRunActions() {
  const { isBusy, run: runAction } = useBusy('import', 'imports')
  return {
    isBusy,
    runAction,
    apply: (id: string, skipBad: boolean) =>
      runAction(() => api.post('/api/Shop/ApplyImport', { id, skipBad }), 'apply'),
    undo: (id: string) =>
      runAction(async () => {
        const isSure = await confirm({
          title: t('panel.import.undoTitle'),
          text: t('panel.import.undoText'),
          action: t('panel.import.undo'),
        })
        if (isSure) await api.post('/api/Shop/UndoImport', { id })
      }, 'undo'),
    discard: (id: string, onDone: () => void) =>
      runAction(async () => {
        await api.post('/api/Shop/DiscardImport', { id })
        onDone()
      }, 'discard'),
  }
}
