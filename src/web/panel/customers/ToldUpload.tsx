import { Alert, Loader, SegmentedControl, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconFileUpload } from '@tabler/icons-react'
import { useState } from 'react'
import {
  maxShownProblems,
  maxToldFileBytes,
  type ToldFileKind,
  type ToldFileResult,
  toldFileColumns,
  toldFileKinds,
} from '#shared/toldFiles.ts'
import { api } from '#web/api.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { Dialog } from '../Dialog.tsx'
import { FileChooser, useFileDrop } from '../files.tsx'
import { Hint } from '../Hint.tsx'
import { IconButton } from '../IconButton.tsx'
import classes from '../imports/Imports.module.css'
import { type Column, DataTable } from '../list/DataTable.tsx'
import { refetch } from '../refetch.ts'

const maxMegabytes = maxToldFileBytes / 1024 / 1024

/** A button that opens the upload of balances or documents. */
export function ToldUpload() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <IconButton Icon={IconFileUpload} onClick={() => setIsOpen(true)}>
        {t('panel.told.upload')}
      </IconButton>
      {isOpen && <UploadDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

type Trial = { file: File; result: ToldFileResult }

function UploadDialog({ onClose }: { onClose: () => void }) {
  const isPhone = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false })
  const [kind, setKind] = useState<ToldFileKind>('balances')
  const [trial, setTrial] = useState<Trial>()
  const [reading, setReading] = useState<string>()
  const [error, setError] = useState<string>()
  /** Shows what the server says of the file. */
  const send = async (file: File, apply: boolean) => {
    setReading(file.name)
    setError(undefined)
    try {
      if (file.size > maxToldFileBytes) throw new Error(t('panel.import.tooBig', { limit: maxMegabytes }))
      const fields = { kind, apply: String(apply) }
      const { data } = await api.upload('/api/Account/PostBalances', file, { fields })
      setTrial({ file, result: data })
      return data
    } catch (failure) {
      if (!apply) setTrial(undefined)
      setError(failure instanceof Error ? failure.message : String(failure))
      return undefined
    } finally {
      setReading(undefined)
    }
  }
  const apply = async () => {
    const { isApplied, customers } = (trial && (await send(trial.file, true))) ?? {}
    if (!isApplied || customers === undefined) return
    notifyDone(t('panel.told.done', { count: customers }))
    onClose()
    await refetch('customers', 'customer', 'credit', 'statement')
  }
  const canApply = trial && trial.result.problemCount === 0
  return (
    <Dialog
      title={t('panel.told.upload')}
      text={t('panel.told.text')}
      size={900}
      fullScreen={isPhone ?? false}
      error={error}
      onClose={onClose}
      action={
        canApply
          ? {
              text: t('panel.told.apply'),
              'aria-busy': reading !== undefined,
              onClick: () => void (reading === undefined && apply()),
            }
          : undefined
      }
    >
      <SegmentedControl
        mb="sm"
        aria-label={t('panel.told.kind')}
        value={kind}
        data={[
          { value: 'balances', label: t('panel.told.balances') },
          { value: 'documents', label: t('panel.told.documents') },
        ]}
        onChange={(next) => {
          setKind(next)
          setTrial(undefined)
          setError(undefined)
        }}
      />
      <FileBox
        kind={kind}
        reading={reading}
        onFile={(file) => void (reading === undefined && send(file, false))}
      />
      {trial && <Result trial={trial} />}
    </Dialog>
  )
}

type BoxProps = { kind: ToldFileKind; reading: string | undefined; onFile: (file: File) => void }

function FileBox({ kind, reading, onFile }: BoxProps) {
  const { isDragOver, ...drop } = useFileDrop(([file]) => file && onFile(file))
  const columns = toldFileKinds[kind].map((field) => t(toldFileColumns[field])).join(' · ')
  return (
    <section
      className={classes.drop}
      data-over={isDragOver || undefined}
      aria-label={t('panel.told.upload')}
      {...drop}
    >
      {reading === undefined ? (
        <IconFileUpload size={32} aria-hidden className={classes.dropIcon} />
      ) : (
        <Loader size="sm" aria-hidden />
      )}
      <div role="status">
        <Text fw={600}>
          {reading === undefined ? t('panel.import.drop') : t('panel.import.uploading', { name: reading })}
        </Text>
        <Hint>{t('panel.told.columns', { columns, limit: maxMegabytes })}</Hint>
      </div>
      <FileChooser
        Icon={IconFileUpload}
        data-autofocus
        accept=".csv,.tsv,.txt,.xlsx,text/csv,text/plain,text/tab-separated-values"
        onFile={onFile}
      >
        {t('panel.import.choose')}
      </FileChooser>
    </section>
  )
}

function Result({ trial: { file, result } }: { trial: Trial }) {
  const { rows, customers, forgotten, problems, problemCount, warnings } = result
  const numbers = [
    [rows, t('panel.import.count.rows')],
    [customers, t('panel.told.customers')],
    [forgotten, t('panel.told.forgotten')],
  ] as const
  return (
    <div>
      <div role="status">
        <Text fw={600}>
          <bdi style={{ overflowWrap: 'anywhere' }}>{file.name}</bdi>
        </Text>
        <p className={classes.numbers}>
          {numbers.map(([count, name]) => (
            <span key={name}>
              <b>{formatCount(count)}</b> {name}
            </span>
          ))}
          {problemCount > 0 && (
            <span data-bad>
              <b>{formatCount(problemCount)}</b> {t('panel.import.count.bad')}
            </span>
          )}
        </p>
      </div>
      {problemCount > 0 && (
        <Alert color="red" role="alert" my="sm">
          {t('panel.told.correct')}
        </Alert>
      )}
      {warnings.length > 0 && (
        <Alert color="yellow" title={t('panel.import.warnings')} my="sm">
          <ul className={classes.warnings}>
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Alert>
      )}
      {problems.length > 0 && (
        <section>
          <Title order={3} size="h5" mt="md" mb="xs">
            {t('panel.told.problems')}
          </Title>
          {problemCount > problems.length && (
            <Hint mb="xs">{t('panel.told.first', { count: maxShownProblems })}</Hint>
          )}
          <DataTable
            label={t('panel.told.problems')}
            columns={problemColumns}
            rows={problems}
            rowKey={({ line, field = '', text }) => `${line} ${field} ${text}`}
          />
        </section>
      )}
    </div>
  )
}

const problemColumns: Column<ToldFileResult['problems'][number]>[] = [
  { name: t('panel.import.bad.line'), isNumber: true, cell: ({ line }) => line },
  { name: t('panel.import.bad.column'), cell: ({ field }) => (field ? t(toldFileColumns[field]) : '–') },
  { name: t('panel.import.bad.reason'), cell: ({ text }) => text },
  {
    name: t('panel.import.bad.value'),
    cell: ({ value }) => (value ? <bdi className={classes.value}>{value}</bdi> : '–'),
  },
]
