import { Alert, Badge, Loader, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowBackUp, IconFileUpload } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import {
  maxRuleFileBytes,
  maxShownRuleRows,
  type RuleFileField,
  type RuleImport,
  type RuleImportProblem,
  type RuleImportResult,
  type RuleImportRow,
  ruleFileColumns,
} from '#shared/ruleImports.ts'
import { api } from '#web/api.ts'
import { formatCount, formatDateTime } from '#web/format.ts'
import { language, t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { confirm } from '#web/ui/confirm.ts'
import { formatDay } from '#web/ui/days/days.ts'
import { Dialog } from '../Dialog.tsx'
import { FileChooser, useFileDrop } from '../files.tsx'
import { Hint } from '../Hint.tsx'
import { IconButton } from '../IconButton.tsx'
import classes from '../imports/Imports.module.css'
import { type Column, DataTable } from '../list/DataTable.tsx'
import { refetch } from '../refetch.ts'
import { useBusy } from '../useBusy.ts'
import { useCall } from '../useCall.ts'

const maxMegabytes = maxRuleFileBytes / 1024 / 1024

/** A button that opens the import of a file of rules. */
export function RuleUpload() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <IconButton Icon={IconFileUpload} onClick={() => setIsOpen(true)}>
        {t('panel.price.upload')}
      </IconButton>
      {isOpen && <UploadDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

type Trial = { file: File; result: RuleImportResult }

function UploadDialog({ onClose }: { onClose: () => void }) {
  const isPhone = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false })
  const [trial, setTrial] = useState<Trial>()
  const [reading, setReading] = useState<string>()
  const [error, setError] = useState<string>()
  /** Shows what the server says of the file; returns the import if it was applied. */
  const send = async (file: File, apply: boolean) => {
    setReading(file.name)
    setError(undefined)
    try {
      if (file.size > maxRuleFileBytes) throw new Error(t('panel.import.tooBig', { limit: maxMegabytes }))
      const fields = { apply: String(apply) }
      const { data } = await api.upload('/api/Price/ImportPriceRules', file, { fields })
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
    const { id, counts } = (trial && (await send(trial.file, true))) ?? {}
    if (!id || !counts) return
    const { added, changed } = counts
    const done = t('panel.price.uploadDone', { added: formatCount(added), changed: formatCount(changed) })
    notifyDone(done, { undo: () => undoImport(id) })
    onClose()
    await refetchRules()
  }
  const canApply = trial && trial.result.problemCount === 0 && trial.result.rows.length > 0
  return (
    <Dialog
      title={t('panel.price.uploadTitle')}
      size={900}
      fullScreen={isPhone ?? false}
      error={error}
      onClose={onClose}
      action={
        canApply
          ? {
              text: t('panel.import.apply'),
              'aria-busy': reading !== undefined,
              onClick: () => void (reading === undefined && apply()),
            }
          : undefined
      }
    >
      <FileBox reading={reading} onFile={(file) => void (reading === undefined && send(file, false))} />
      {trial ? <Result trial={trial} /> : <LastImports />}
    </Dialog>
  )
}

function FileBox({ reading, onFile }: { reading: string | undefined; onFile: (file: File) => void }) {
  const { isDragOver, ...drop } = useFileDrop(([file]) => file && onFile(file))
  return (
    <section
      className={classes.drop}
      data-over={isDragOver || undefined}
      aria-label={t('panel.price.uploadTitle')}
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
        <Hint>{t('panel.price.uploadText', { limit: maxMegabytes })}</Hint>
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
  const { counts, rows, problems, problemCount, warnings } = result
  return (
    <div>
      <div role="status">
        <Text fw={600}>
          <bdi style={{ overflowWrap: 'anywhere' }}>{file.name}</bdi>
        </Text>
        <p className={classes.numbers}>
          {(['added', 'changed', 'unchanged'] as const).map((what) => (
            <span key={what}>
              <b>{formatCount(counts[what])}</b> {t(`panel.import.count.${what}`)}
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
          {t('panel.price.uploadCorrect')}
        </Alert>
      )}
      {problemCount === 0 && rows.length === 0 && (
        <Alert color="gray" my="sm">
          {t('panel.price.uploadNothing')}
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
        <Part title={t('panel.price.uploadProblems')} isCut={problemCount > problems.length}>
          <DataTable
            label={t('panel.price.uploadProblems')}
            columns={problemColumns}
            rows={problems}
            rowKey={({ line, field = '', text }) => `${line} ${field} ${text}`}
          />
        </Part>
      )}
      {rows.length > 0 && (
        <Part title={t('panel.import.changesTitle')} isCut={counts.added + counts.changed > rows.length}>
          <DataTable
            label={t('panel.import.changesTitle')}
            columns={changeColumns}
            rows={rows}
            rowKey={({ line }) => String(line)}
          />
        </Part>
      )}
      {problemCount === 0 && rows.length > 0 && <Hint mt="sm">{t('panel.import.applyText')}</Hint>}
    </div>
  )
}

type PartProps = { title: string; isCut: boolean; children: ReactNode }

function Part({ title, isCut, children }: PartProps) {
  return (
    <section>
      <Title order={3} size="h5" mt="md" mb="xs">
        {title}
      </Title>
      {isCut && <Hint mb="xs">{t('panel.price.uploadFirst', { count: maxShownRuleRows })}</Hint>}
      {children}
    </section>
  )
}

const fieldName = (field: RuleFileField | undefined) => (field ? t(ruleFileColumns[field]) : '–')

const problemColumns: Column<RuleImportProblem>[] = [
  { name: t('panel.import.bad.line'), isNumber: true, cell: ({ line }) => line },
  { name: t('panel.import.bad.column'), cell: ({ field }) => fieldName(field) },
  { name: t('panel.import.bad.reason'), cell: ({ text }) => text },
  {
    name: t('panel.import.bad.value'),
    cell: ({ value }) => (value ? <bdi className={classes.value}>{value}</bdi> : '–'),
  },
]

const changeColumns: Column<RuleImportRow>[] = [
  {
    name: t('panel.price.name'),
    cell: ({ name }) => (
      <b>
        <bdi>{name}</bdi>
      </b>
    ),
  },
  {
    name: t('panel.import.changeState'),
    cell: ({ state }) => (
      <Badge color={state === 'added' ? 'green' : 'blue'}>
        {t(state === 'added' ? 'panel.import.change.new' : 'panel.import.change.changed')}
      </Badge>
    ),
  },
  {
    name: t('panel.import.fields'),
    cell: ({ state, changes }) => (
      <ul className={classes.changed}>
        {changes
          .filter(({ field }) => state === 'changed' || field !== 'name')
          .map(({ field, before, after }) => (
            <li key={field}>
              <span className={classes.name}>{fieldName(field)}: </span>
              {before && (
                <>
                  <del>
                    <bdi>{said(field, before)}</bdi>
                  </del>{' '}
                </>
              )}
              {after ? (
                <ins>
                  <bdi>{said(field, after)}</bdi>
                </ins>
              ) : (
                '–'
              )}
            </li>
          ))}
      </ul>
    ),
  },
  { name: t('panel.import.lineNumber'), isNumber: true, cell: ({ line }) => line },
]

/** Files have days as 2026-03-01. */
const said = (field: RuleFileField, text: string) =>
  field === 'validFrom' || field === 'validUntil' ? formatDay(text, language) : text

/** With undo, also for those who have left the page since. */
function LastImports() {
  const { data: imports = [] } = useCall(['priceRuleImports'], (options) =>
    api.get('/api/Price/GetPriceRuleImports', {}, options),
  )
  if (imports.length === 0) return null
  return (
    <Part title={t('panel.import.past')} isCut={false}>
      <DataTable
        label={t('panel.import.past')}
        columns={importColumns}
        rows={imports}
        rowKey={({ id }) => id}
        rowActions={importActions}
      />
    </Part>
  )
}

const importColumns: Column<RuleImport>[] = [
  {
    name: t('panel.import.file'),
    cell: ({ fileName }) => <bdi style={{ overflowWrap: 'anywhere' }}>{fileName}</bdi>,
  },
  { name: t('panel.import.when'), cell: ({ createdAt }) => formatDateTime(createdAt) },
  { name: t('panel.import.who'), cell: ({ createdBy }) => <bdi>{createdBy}</bdi> },
  {
    name: t('panel.import.result'),
    cell: ({ counts: { added, changed }, undoneAt, undoneBy = '' }) =>
      undoneAt === undefined
        ? [
            added > 0 && t('panel.import.newCount', { count: formatCount(added) }),
            changed > 0 && t('panel.import.changedCount', { count: formatCount(changed) }),
          ]
            .filter(Boolean)
            .join(' · ')
        : t('panel.import.undoneBy', { when: formatDateTime(undoneAt), name: undoneBy }),
  },
]

const importActions = (run: RuleImport) => run.undoneAt === undefined && <UndoButton run={run} />

function UndoButton({ run: { id, fileName, createdAt } }: { run: RuleImport }) {
  const { button } = useBusy()
  const undo = async () => {
    const isSure = await confirm({
      title: t('panel.import.undoTitle'),
      text: `${fileName} · ${formatDateTime(createdAt)}`,
      action: t('panel.import.undo'),
    })
    if (isSure) await undoImport(id)
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

async function undoImport(id: string): Promise<void> {
  const { restored, removed, kept } = (await api.post('/api/Price/UndoPriceRuleImport', { id })).data
  const counts = { restored: formatCount(restored), removed: formatCount(removed) }
  notifyDone(
    [t('panel.price.uploadUndone', counts), kept > 0 && t('panel.changes.undoKept', { count: kept })]
      .filter(Boolean)
      .join('. '),
  )
  await refetchRules()
}

const refetchRules = () => refetch('priceRules', 'priceRule', 'priceRuleImports')
