import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { say } from './gridKeys.ts'
import { cellsToSave, type SentCell, saveCells, takenBack } from './sheetSave.ts'
import type { SheetStore } from './sheetStore.ts'

export type Saving = {
  /** Products that are done, of all; undefined where nothing is being saved. */
  progress: { done: number; of: number } | undefined
  save: () => Promise<void>
  /** Puts back what the last save has changed; absent where there is nothing. */
  undoSave: (() => Promise<void>) | undefined
}

/** Saves what has been typed, and can put the last save back. */
export function useSheetSave(store: SheetStore): Saving {
  const queries = useQueryClient()
  const [progress, setProgress] = useState<Saving['progress']>()
  const [last, setLast] = useState<SentCell[]>([])

  const run = async (cells: SentCell[], onSaved: (saved: SentCell[], refused: number) => void) => {
    if (store.getState().isBusy || cells.length === 0) return
    store.setState({ isBusy: true, typing: undefined })
    const saved: SentCell[] = []
    let refused = 0
    try {
      await saveCells(
        store,
        cells,
        (done, of) => setProgress({ done, of }),
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
    void queries.invalidateQueries({ queryKey: ['products'] })
  }
  const putBack = (saved: SentCell[]) =>
    run(takenBack(saved), (back, refused) => {
      setLast([])
      const said = t('panel.sheet.putBack', { count: back.length })
      const kept = refused > 0 ? ` ${t('panel.sheet.keptOther', { count: refused })}` : ''
      notifyDone(`${said}${kept}`)
    })
  const save = () =>
    run(cellsToSave(store.getState()), (saved, refused) => {
      const back = takenBack(saved)
      if (saved.length > 0) setLast(back.length > 0 ? saved : [])
      if (saved.length > 0) {
        notifyDone(t('panel.sheet.saved', { count: saved.length }), { undo: () => putBack(saved) })
      }
      if (refused > 0) {
        const said = t('panel.sheet.refused', { count: refused })
        say(store, said)
        notifyFailure(new Error(said))
      }
    })
  return { progress, save, undoSave: last.length > 0 ? () => putBack(last) : undefined }
}
