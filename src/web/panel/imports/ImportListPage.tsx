import { Alert, Loader, Text } from '@mantine/core'
import { IconArrowBackUp, IconFileUpload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { ImportRun } from '#shared/imports/imports.ts'
import { maxImportBytes } from '#shared/imports/importTerms.ts'
import { api } from '#web/api.ts'
import { formatCount, formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { FileChooser, useFileDrop } from '../files.tsx'
import { Hint } from '../Hint.tsx'
import { IconButton } from '../IconButton.tsx'
import type { Column } from '../list/DataTable.tsx'
import { ListPage } from '../list/ListPage.tsx'
import { toCall } from '../list/listSearch.ts'
import { useList } from '../list/useList.ts'
import { PageHead } from '../PageHead.tsx'
import { refetch } from '../refetch.ts'
import { usePageNavigate } from '../shell/pageAddress.ts'
import classes from './Imports.module.css'
import { importList } from './importSearch.ts'
import { RunState, runName } from './RunState.tsx'
import { useRunActions } from './useRun.ts'

export function ImportListPage() {
  const list = useList({
    definition: importList,
    queryKey: ['imports'],
    load: (request, options) => api.post('/api/Shop/GetImports', toCall(request), options),
    // Others may be importing.
    staleTime: 0,
  })
  return (
    <>
      <PageHead title={t('panel.catalogueImport')} />
      <UploadBox />
      <ListPage
        isPart
        title={t('panel.import.past')}
        list={list}
        total={(count) => t('panel.import.total', { count })}
        empty={{ title: t('panel.import.emptyTitle'), text: t('panel.import.emptyText') }}
        search={t('panel.import.search')}
        columns={columns}
        rowLink={(run) => ({ to: '/panel-urunler/import/$id', params: { id: run.id } })}
        rowActions={rowActions}
      />
    </>
  )
}

const rowActions = (run: ImportRun) => run.can.undo && <UndoButton run={run} />

const columns: Column<ImportRun>[] = [
  { name: t('panel.import.file'), cell: (run) => <bdi>{runName(run)}</bdi> },
  { name: t('panel.import.supplier'), cell: (run) => <bdi>{run.supplier || '–'}</bdi> },
  {
    name: t('panel.import.when'),
    cell: (run) => <time dateTime={run.createdAt}>{formatDateTime(run.createdAt)}</time>,
  },
  {
    name: t('panel.import.who'),
    cell: (run) => (run.source === 'command' ? t('panel.import.commandLine') : <bdi>{run.createdBy}</bdi>),
  },
  { name: t('panel.import.result'), cell: (run) => <Result run={run} /> },
  { name: t('panel.import.stateColumn'), cell: (run) => <RunState state={run.state} /> },
]

function Result({ run: { counts, badCount } }: { run: ImportRun }) {
  if (!counts) return '–'
  const { products, variants, prices } = counts
  const changed = products.changed + variants.changed + prices.changed
  const parts = [
    variants.added > 0 && t('panel.import.newCount', { count: formatCount(variants.added) }),
    changed > 0 && t('panel.import.changedCount', { count: formatCount(changed) }),
    badCount > 0 && t('panel.import.badCount', { count: formatCount(badCount) }),
  ].filter(Boolean)
  return parts.join(' · ') || '–'
}

function UndoButton({ run }: { run: ImportRun }) {
  const { undo, isBusy } = useRunActions()
  return (
    <IconButton
      Icon={IconArrowBackUp}
      aria-label={t('panel.import.undoName', { name: runName(run) })}
      aria-busy={isBusy}
      onClick={() => undo(run.id)}
    >
      {t('panel.import.undo')}
    </IconButton>
  )
}

const maxMegabytes = maxImportBytes / 1024 / 1024

function UploadBox() {
  const navigate = usePageNavigate()
  const sending = useMutation({
    networkMode: 'always',
    mutationFn: async (file: File) => {
      if (file.size > maxImportBytes) throw new Error(t('panel.import.tooBig', { limit: maxMegabytes }))
      const { data } = await api.upload('/api/Shop/PostImportFile', file)
      void refetch('imports')
      await navigate({ to: '/panel-urunler/import/$id', params: { id: data.id } })
    },
  })
  const upload = (file: File | undefined) => {
    if (file && !sending.isPending) sending.mutate(file)
  }
  const { isDragOver, ...drop } = useFileDrop(([file]) => upload(file))
  return (
    <section
      className={classes.drop}
      data-over={isDragOver || undefined}
      aria-label={t('panel.catalogueImport')}
      {...drop}
    >
      {sending.isPending ? (
        <div className={classes.uploading} role="status">
          <Loader size="sm" aria-hidden />
          <Text>{t('panel.import.uploading', { name: sending.variables.name })}</Text>
        </div>
      ) : (
        <>
          <IconFileUpload size={32} aria-hidden className={classes.dropIcon} />
          <div>
            <Text fw={600}>{t('panel.import.drop')}</Text>
            <Hint>{t('panel.import.dropText', { limit: maxMegabytes })}</Hint>
          </div>
          <FileChooser
            Icon={IconFileUpload}
            variant="filled"
            accept=".csv,.tsv,.txt,.xlsx,text/csv,text/plain,text/tab-separated-values"
            onFile={upload}
          >
            {t('panel.import.choose')}
          </FileChooser>
        </>
      )}
      {sending.error && (
        <Alert color="red" role="alert" className="wide">
          {sending.error.message}
        </Alert>
      )}
    </section>
  )
}
