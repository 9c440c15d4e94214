import { Alert, Loader, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconFileUpload } from '@tabler/icons-react'
import { type ComponentType, type ReactNode, useState } from 'react'
import type { FileProblem } from '#shared/imports/fileTrial.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { Dialog } from '../Dialog.tsx'
import { FileChooser, useFileDrop } from '../files.tsx'
import { Hint } from '../Hint.tsx'
import { IconButton } from '../IconButton.tsx'
import { type Column, DataTable } from '../list/DataTable.tsx'
import classes from './Imports.module.css'

type ButtonProps = { name: string; Opened: ComponentType<{ onClose: () => void }> }

/** A button that opens a dialog. */
export function UploadButton({ name, Opened }: ButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <IconButton Icon={IconFileUpload} onClick={() => setIsOpen(true)}>
        {name}
      </IconButton>
      {isOpen && <Opened onClose={() => setIsOpen(false)} />}
    </>
  )
}

type Trial<Result> = { file: File; result: Result }

/** What the server says of a file; `send` applies it too, `confirmed` with what was asked about. `reading`: the name of the file that is sent. */
export function useFileTrial<Result>(
  maxBytes: number,
  send: (file: File, apply: boolean, confirmed: boolean) => Promise<{ data: Result }>,
) {
  const [trial, setTrial] = useState<Trial<Result>>()
  const [reading, setReading] = useState<string>()
  const [error, setError] = useState<string>()
  const sendOnce = async (file: File, apply: boolean, confirmed = false) => {
    if (reading !== undefined) return undefined
    setReading(file.name)
    setError(undefined)
    try {
      const limit = maxBytes / 1024 / 1024
      if (file.size > maxBytes) throw new Error(t('panel.import.tooBig', { limit }))
      const { data } = await send(file, apply, confirmed)
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
  return {
    trial,
    reading,
    error,
    tryFile: (file: File) => void sendOnce(file, false),
    apply: async (confirmed = false) => (trial ? sendOnce(trial.file, true, confirmed) : undefined),
    reset: () => {
      setTrial(undefined)
      setError(undefined)
    },
  }
}

type DialogProps = {
  title: string
  text?: string
  trial: Pick<ReturnType<typeof useFileTrial>, 'reading' | 'error' | 'tryFile'>
  /** Above the field for the file. */
  choice?: ReactNode
  /** About the files. */
  hint: string
  /** Absent: there is nothing to apply. */
  action?: { text: string; onClick: () => Promise<void> } | undefined
  onClose: () => void
  children: ReactNode
}

/** Takes a file, and shows what it would do. */
export function FileTrialDialog({
  title,
  text,
  trial,
  choice,
  hint,
  action,
  onClose,
  children,
}: DialogProps) {
  const isPhone = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false })
  const { reading, error, tryFile } = trial
  const { isDragOver, ...drop } = useFileDrop(([file]) => file && tryFile(file))
  return (
    <Dialog
      title={title}
      text={text}
      size={900}
      fullScreen={isPhone ?? false}
      error={error}
      onClose={onClose}
      action={
        action && {
          text: action.text,
          'aria-busy': reading !== undefined,
          onClick: () => void action.onClick(),
        }
      }
    >
      {choice}
      <section className={classes.drop} data-over={isDragOver || undefined} aria-label={title} {...drop}>
        {reading === undefined ? (
          <IconFileUpload size={32} aria-hidden className={classes.dropIcon} />
        ) : (
          <Loader size="sm" aria-hidden />
        )}
        <div role="status">
          <Text fw={600}>
            {reading === undefined ? t('panel.import.drop') : t('panel.import.uploading', { name: reading })}
          </Text>
          <Hint>{hint}</Hint>
        </div>
        <FileChooser
          Icon={IconFileUpload}
          data-autofocus
          accept=".csv,.tsv,.txt,.xlsx,text/csv,text/plain,text/tab-separated-values"
          onFile={tryFile}
        >
          {t('panel.import.choose')}
        </FileChooser>
      </section>
      {children}
    </Dialog>
  )
}

type SummaryProps<Field extends string> = {
  file: File
  counts: (readonly [count: number, name: string])[]
  problems: FileProblem<Field>[]
  problemCount: number
  warnings: string[]
  /** What to do about problems. */
  correct: string
  /** The heading above them. */
  problemsTitle: string
  /** That only the first ones are listed. */
  first: string
  columnName: (field: Field) => string
}

/** Counts, warnings and problems of a file. */
export function TrialSummary<Field extends string>(props: SummaryProps<Field>) {
  const { file, counts, problems, problemCount, warnings, correct, problemsTitle, first, columnName } = props
  return (
    <>
      <div role="status">
        <Text fw={600}>
          <bdi style={{ overflowWrap: 'anywhere' }}>{file.name}</bdi>
        </Text>
        <p className={classes.numbers}>
          {counts.map(([count, name]) => (
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
          {correct}
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
        <TrialPart title={problemsTitle} first={problemCount > problems.length ? first : undefined}>
          <DataTable
            label={problemsTitle}
            columns={problemColumns(columnName)}
            rows={problems}
            rowKey={({ line, field = '', text }) => `${line} ${field} ${text}`}
          />
        </TrialPart>
      )}
    </>
  )
}

type PartProps = { title: string; first?: string | undefined; children: ReactNode }

/** `first`: says that only the first rows are shown. */
export function TrialPart({ title, first, children }: PartProps) {
  return (
    <section>
      <Title order={3} size="h5" mt="md" mb="xs">
        {title}
      </Title>
      {first && <Hint mb="xs">{first}</Hint>}
      {children}
    </section>
  )
}

const problemColumns = <Field extends string>(
  columnName: (field: Field) => string,
): Column<FileProblem<Field>>[] => [
  { name: t('panel.import.bad.line'), isNumber: true, cell: ({ line }) => line },
  { name: t('panel.import.bad.column'), cell: ({ field }) => (field ? columnName(field) : '–') },
  { name: t('panel.import.bad.reason'), cell: ({ text }) => text },
  {
    name: t('panel.import.bad.value'),
    cell: ({ value }) => (value ? <bdi className={classes.value}>{value}</bdi> : '–'),
  },
]
