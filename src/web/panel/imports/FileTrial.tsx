import { Alert, Button, Checkbox, Loader, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconFileUpload } from '@tabler/icons-react'
import { type ComponentType, type ReactNode, useRef, useState } from 'react'
import type { MessageKey } from '#shared/i18n/keys.ts'
import type { FileColumn, FileProblem, TrialAnswer } from '#shared/imports/fileTrial.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { Dialog } from '../Dialog.tsx'
import { FileChooser, useFileDrop } from '../files.tsx'
import { Hint } from '../Hint.tsx'
import { IconButton } from '../IconButton.tsx'
import { type Column, DataTable } from '../list/DataTable.tsx'
import { ColumnTable, duplicateTargets } from './ColumnTable.tsx'
import classes from './Imports.module.css'
import { SheetChoice } from './SheetChoice.tsx'

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

/**
 * What the server says of a file; `send` sends it with these fields. `reading`: the name of the file that is sent.
 */
export function useFileTrial<
  Result extends Pick<TrialAnswer, 'canApply' | 'sheet' | 'columns' | 'questions'>,
>(maxBytes: number, send: (file: File, fields: Record<string, string>) => Promise<{ data: Result }>) {
  const [trial, setTrial] = useState<Trial<Result>>()
  /** What each column is to be read as. */
  const [targets, setTargets] = useState<string[]>([])
  const [hasChosen, setHasChosen] = useState(false)
  const [confirmed, setConfirmed] = useState<string[]>([])
  const [reading, setReading] = useState<string>()
  const [error, setError] = useState<string>()
  // What comes back after a reset is of no use.
  const round = useRef(0)
  const sendOnce = async (
    file: File,
    what: { isNew?: boolean; apply?: boolean; sheet?: number | undefined },
  ) => {
    const { isNew = false, apply = false, sheet } = what
    if (reading !== undefined) return undefined
    const own = round.current
    setReading(file.name)
    setError(undefined)
    try {
      const limit = maxBytes / 1024 / 1024
      if (file.size > maxBytes) throw new Error(t('panel.import.tooBig', { limit }))
      const { data } = await send(file, {
        apply: String(apply),
        confirmed: JSON.stringify(apply ? confirmed : []),
        // As they were shown: somebody may have chosen others for such a file meanwhile.
        ...(isNew ? {} : { columns: JSON.stringify(targets) }),
        ...(sheet === undefined ? {} : { sheet: String(sheet) }),
      })
      if (own !== round.current) return undefined
      setTrial({ file, result: data })
      setTargets(data.columns.map(({ field }) => field))
      setHasChosen(!isNew)
      // Asked again for each file.
      if (!apply) setConfirmed([])
      return data
    } catch (failure) {
      if (own !== round.current) return undefined
      if (isNew && sheet === undefined) setTrial(undefined)
      setError(failure instanceof Error ? failure.message : String(failure))
      return undefined
    } finally {
      setReading(undefined)
    }
  }
  const { canApply = false, columns = [], questions = [] } = trial?.result ?? {}
  const isShown = columns.every(({ field }, index) => field === targets[index])
  return {
    trial,
    targets,
    /** Somebody chose columns of this file. */
    hasChosen,
    reading,
    error,
    confirmed,
    answer: (name: string, isYes: boolean) =>
      setConfirmed((before) => [...before.filter((one) => one !== name), ...(isYes ? [name] : [])]),
    canApply: canApply && isShown && questions.every(({ name }) => confirmed.includes(name)),
    tryFile: (file: File) => void sendOnce(file, { isNew: true }),
    setTarget: (index: number, field: string) => setTargets((before) => before.with(index, field)),
    /** Reads the file again with the chosen columns. */
    readColumns: async () => trial && sendOnce(trial.file, { sheet: trial.result.sheet }),
    chooseSheet: (sheet: number) => trial && void sendOnce(trial.file, { isNew: true, sheet }),
    apply: async () => trial && sendOnce(trial.file, { apply: true, sheet: trial.result.sheet }),
    reset: () => {
      round.current += 1
      setTrial(undefined)
      setError(undefined)
    },
  }
}

type DialogProps = {
  title: string
  text?: string
  trial: Pick<ReturnType<typeof useFileTrial>, 'reading' | 'error' | 'tryFile' | 'canApply'>
  /** Above the field for the file. */
  choice?: ReactNode
  /** About the files. */
  hint: string
  action: { text: string; onClick: () => Promise<void> }
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
  const { reading, error, tryFile, canApply } = trial
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
        canApply
          ? {
              text: action.text,
              'aria-busy': reading !== undefined,
              onClick: () => void action.onClick(),
            }
          : undefined
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

export type SummaryProps<Field extends string> = {
  trial: Pick<ReturnType<typeof useFileTrial>, 'confirmed' | 'answer' | 'chooseSheet'> & ChosenColumns
  file: File
  result: Omit<TrialAnswer<Field>, 'id'>
  counts: (readonly [count: number, name: string])[]
  /** What to do about problems. */
  correct: string
  /** The heading above them. */
  problemsTitle: string
  /** That only the first ones are listed. */
  first: string
  columns: Partial<Record<Field, MessageKey>>
}

/** Columns, counts, warnings, problems and questions of a file. */
export function TrialSummary<Field extends string>(props: SummaryProps<Field>) {
  const { trial, file, result, counts, correct, problemsTitle, first, columns } = props
  const { problems, problemCount, warnings, questions, missing, undecided } = result
  const columnName = (field: Field) => t(columns[field] as MessageKey)
  const isUnclear = missing.length + undecided.length > 0
  const readAgain = t('panel.import.readColumns')
  return (
    <>
      <div role="status">
        <Text fw={600}>
          <bdi style={{ overflowWrap: 'anywhere' }}>{file.name}</bdi>
        </Text>
        {!isUnclear && (
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
        )}
      </div>
      {missing.length > 0 && (
        <Alert color="red" role="alert" my="sm">
          {t('panel.import.missingColumns', {
            columns: missing.map(columnName).join(' · '),
            button: readAgain,
          })}
        </Alert>
      )}
      {undecided.length > 0 && (
        <Alert color="red" role="alert" my="sm">
          {t('panel.import.undecidedColumns', { columns: undecided.join(' · '), button: readAgain })}
        </Alert>
      )}
      <SheetChoice {...result} onChoose={trial.chooseSheet} />
      <ColumnChoice
        found={result.columns}
        // Not closed around the button that was pressed.
        isOpen={isUnclear || result.isRemembered || trial.hasChosen}
        isRemembered={result.isRemembered}
        fields={Object.keys(columns) as Field[]}
        columnName={columnName}
        trial={trial}
      />
      {problemCount > 0 && (
        <Alert color="red" role="alert" my="sm">
          {correct}
        </Alert>
      )}
      {!isUnclear && warnings.length > 0 && (
        <Alert color="yellow" title={t('panel.import.warnings')} my="sm">
          <Lines lines={warnings} />
        </Alert>
      )}
      {questions.map(({ name, title, details, answer }) => (
        <Alert key={name} color="yellow" title={title} my="sm">
          <Lines lines={details} />
          <Checkbox
            mt="xs"
            label={answer}
            checked={trial.confirmed.includes(name)}
            onChange={(event) => trial.answer(name, event.currentTarget.checked)}
          />
        </Alert>
      ))}
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

const Lines = ({ lines }: { lines: string[] }) =>
  lines.length > 0 && (
    <ul className={classes.warnings}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )

type ChosenColumns = Pick<
  ReturnType<typeof useFileTrial>,
  'targets' | 'hasChosen' | 'setTarget' | 'readColumns' | 'reading'
>

type ChoiceProps<Field extends string> = {
  found: FileColumn<Field>[]
  isOpen: boolean
  isRemembered: boolean
  fields: Field[]
  columnName: (field: Field) => string
  trial: ChosenColumns
}

/** What the columns were read as, to be corrected. */
function ColumnChoice<Field extends string>(props: ChoiceProps<Field>) {
  const { found, isOpen, isRemembered, fields, columnName, trial } = props
  return (
    <details open={isOpen} className={classes.choice}>
      <summary>{t('panel.import.columnsTitle')}</summary>
      {isRemembered && <Hint mb="xs">{t('panel.import.columnsRemembered')}</Hint>}
      <ColumnTable
        columns={found}
        options={fields.map((value) => ({ value, label: columnName(value) }))}
        targets={trial.targets}
        onChange={trial.setTarget}
      />
      <Button
        mt="sm"
        variant="default"
        disabled={duplicateTargets(trial.targets).size > 0}
        aria-busy={trial.reading !== undefined}
        onClick={() => void trial.readColumns()}
      >
        {t('panel.import.readColumns')}
      </Button>
    </details>
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
