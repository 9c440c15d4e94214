import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'

/** Undoes change sets, the last one first, and says what was left because someone changed it since. */
export async function undoChangeSets(ids: string[]): Promise<void> {
  let kept = 0
  for (const id of ids.toReversed()) kept += (await api.post('/api/Shop/UndoChanges', { id })).data.kept
  if (kept > 0) notifyDone(t('panel.changes.undoKept', { count: kept }))
}
