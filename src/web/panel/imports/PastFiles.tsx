import { IconArrowBackUp } from '@tabler/icons-react'
import type { FileImport } from '#shared/imports/fileImports.ts'
import type { ImportKind } from '#shared/imports/fileTrial.ts'
import { api } from '#web/api.ts'
import { formatCount, formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { confirm } from '#web/ui/confirm.ts'
import { IconButton } from '../IconButton.tsx'
import { type Column, DataTable } from '../list/DataTable.tsx'
import { refetch } from '../refetch.ts'
import { useBusy } from '../useBusy.ts'
import { useCall } from '../useCall.ts'
import { TrialPart } from './FileTrial.tsx'

type Props = {
  kind: ImportKind
  /** Fetches again what a file changed. */
  onUndone: () => Promise<unknown>
}

/** The last files of a kind, with undo also for those who have left the page since. */
export function PastFiles({ kind, onUndone }: Props) {
  const { data: imports = [] } = useCall(['fileImports', kind], (options) =>
    api.get('/api/Shop/GetFileImports', { kind }, options),
  )
  if (imports.length === 0) return null
  return (
    <TrialPart title={t('panel.import.past')}>
      <DataTable
        label={t('panel.import.past')}
        columns={columns}
        rows={imports}
        rowKey={({ id }) => id}
        rowActions={actionsWith(onUndone)}
      />
    </TrialPart>
  )
}

const columns: Column<FileImport>[] = [
  {
    name: t('panel.import.file'),
    cell: ({ fileName }) => <bdi style={{ overflowWrap: 'anywhere' }}>{fileName}</bdi>,
  },
  { name: t('panel.import.when'), cell: ({ createdAt }) => formatDateTime(createdAt) },
  { name: t('panel.import.who'), cell: ({ createdBy }) => <bdi>{createdBy}</bdi> },
  {
    name: t('panel.import.result'),
    cell: ({ counts: { added, changed, removed }, undoneAt, undoneBy = '' }) =>
      undoneAt === undefined
        ? [
            added > 0 && t('panel.import.newCount', { count: formatCount(added) }),
            changed > 0 && t('panel.import.changedCount', { count: formatCount(changed) }),
            removed > 0 && t('panel.import.removedCount', { count: formatCount(removed) }),
          ]
            .filter(Boolean)
            .join(' · ')
        : t('panel.import.undoneBy', { when: formatDateTime(undoneAt), name: undoneBy }),
  },
]

const actionsWith = (onUndone: Props['onUndone']) => (run: FileImport) =>
  run.canUndo && <UndoButton run={run} onUndone={onUndone} />

function UndoButton({ run, onUndone }: { run: FileImport } & Pick<Props, 'onUndone'>) {
  const { id, fileName, createdAt } = run
  const { button } = useBusy()
  const undo = async () => {
    const isSure = await confirm({
      title: t('panel.import.undoTitle'),
      text: `${fileName} · ${formatDateTime(createdAt)}`,
      action: t('panel.import.undo'),
    })
    if (isSure) await undoFile(id, onUndone)
  }
  return (
    <IconButton
      Icon={IconArrowBackUp}
      aria-label={t('panel.import.undoName', { name: fileName })}
      {...button('undo', undo)}
    >
      {t('panel.import.undo')}
    </IconButton>
  )
}

/** Undoes an applied file, and says what came back. */
export async function undoFile(id: string, onUndone: Props['onUndone']): Promise<void> {
  const { restored, removed, kept } = (await api.post('/api/Shop/UndoFileImport', { id })).data
  const counts = { restored: formatCount(restored), removed: formatCount(removed) }
  notifyDone(
    [t('panel.import.fileUndone', counts), kept > 0 && t('panel.changes.undoKept', { count: kept })]
      .filter(Boolean)
      .join('. '),
  )
  await Promise.all([refetch('fileImports'), onUndone()])
}
