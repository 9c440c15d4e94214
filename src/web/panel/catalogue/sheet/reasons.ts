import { t } from '#web/i18n.ts'
import type { Edit } from './cells.ts'

export function reasonOf({ bad, refusal }: Edit): string | undefined {
  if (bad) return t(bad.problem)
  if (!refusal) return undefined
  if (refusal.reason === 'taken') return t('field.barcodeOf', { owner: refusal.owner ?? '' })
  return t(refusal.reason === 'gone' ? 'panel.sheet.gone' : 'panel.sheet.changedMeanwhile')
}
