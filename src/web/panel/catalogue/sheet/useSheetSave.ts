import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { announce } from './gridKeys.ts'
import { cellsToSave, revertingCells, type SentCell, saveCells } from './sheetSave.ts'
import type { SheetStore } from './sheetStore.ts'

export type Saving = {
  /** Products; undefined while nothing is saved. */
  progress: { done: number; total: number } | undefined
  save: () => Promise<void>
  undoSave: (() => Promise<void>) | undefined
}

export function useSheetSave(store: SheetStore): Saving {
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState<Saving['progress']>()
  const [lastSaved, setLastSaved] = useState<SentCell[]>([])

  const run = async (cells: SentCell[], onSaved: (saved: SentCell[], refused: number) => void) => {
    if (store.getState().isBusy || cells.length === 0) return
    store.setState({ isBusy: true, typing: undefined })
    const saved: SentCell[] = []
    let refused = 0
    try {
      await saveCells(
        store,
        cells,
        (done, total) => setProgress({ done, total }),
        (outcome) => {
          saved.push(...outcome.saved)
          refused += outcome.refused
        },
      )
    } catch (error) {
      notifyFailure(error)
    }
    store.setState({ isBusy: false })
    setProgress(undefined)
    onSaved(saved, refused)
    void queryClient.invalidateQueries({ queryKey: ['products'] })
  }
  const revert = (saved: SentCell[]) =>
    run(revertingCells(saved), (reverting, refused) => {
      setLastSaved([])
      const message = t('panel.sheet.putBack', { count: reverting.length })
      const conflictText = refused > 0 ? ` ${t('panel.sheet.keptOther', { count: refused })}` : ''
      notifyDone(`${message}${conflictText}`)
    })
  const save = () =>
    run(cellsToSave(store.getState()), (saved, refused) => {
      const reverting = revertingCells(saved)
      if (saved.length > 0) setLastSaved(reverting.length > 0 ? saved : [])
      if (saved.length > 0) {
        notifyDone(t('panel.sheet.saved', { count: saved.length }), { undo: () => revert(saved) })
      }
      if (refused > 0) {
        const message = t('panel.sheet.refused', { count: refused })
        announce(store, message)
        notifyFailure(new Error(message))
      }
    })
  return { progress, save, undoSave: lastSaved.length > 0 ? () => revert(lastSaved) : undefined }
}
