import type { Change } from '#shared/changes.ts'
import { t } from '#web/i18n.ts'
import { FixedChip } from '../list/Chip.tsx'
import type { ListSearch } from '../list/listSearch.ts'
import type { changeList } from './changeSearch.ts'

type Search = ListSearch<typeof changeList>
type Props = {
  search: Search
  set: (change: { subject?: undefined; subjectId?: undefined; userId?: undefined }) => void
  rows: Change[] | undefined
}

/** Filters by one record or one user that have no chip of their own. */
export function OnlyChips({ search, set, rows }: Props) {
  const [row] = rows ?? []
  return (
    <>
      {search.subjectId && (
        <FixedChip
          text={t('panel.changes.onlyOf', { name: row?.subjectName ?? '…' })}
          onClear={() => set({ subject: undefined, subjectId: undefined })}
        />
      )}
      {search.userId && (
        <FixedChip
          text={t('panel.changes.onlyBy', { name: row?.userName ?? '…' })}
          onClear={() => set({ userId: undefined })}
        />
      )}
    </>
  )
}
