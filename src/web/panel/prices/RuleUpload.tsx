import { Alert, Badge } from '@mantine/core'
import type { MessageKey } from '#shared/i18n/keys.ts'
import { maxShownRows } from '#shared/imports/fileTrial.ts'
import {
  type QuantityFileField,
  type QuantityImportResult,
  quantityFileColumns,
} from '#shared/pricing/quantityRuleFiles.ts'
import {
  maxRuleFileBytes,
  type RuleFileField,
  type RuleImportResult,
  ruleFileColumns,
} from '#shared/pricing/ruleImports.ts'
import { api } from '#web/api.ts'
import { formatCount } from '#web/format.ts'
import { language, t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { formatDay } from '#web/ui/days/days.ts'
import { Hint } from '../Hint.tsx'
import {
  FileTrialDialog,
  type SummaryProps,
  TrialPart,
  TrialSummary,
  UploadButton,
  useFileTrial,
} from '../imports/FileTrial.tsx'
import classes from '../imports/Imports.module.css'
import { PastFiles, undoFile } from '../imports/PastFiles.tsx'
import { type Column, DataTable } from '../list/DataTable.tsx'
import { refetch } from '../refetch.ts'
import { audienceText, quantityTargetText, targetText } from './ruleWords.ts'

type Change<Field> = { field: Field; before: string; after: string }
type RuleRow<Field> = { line: number; state: 'added' | 'changed'; changes: Change<Field>[] }
type RuleResult<Field extends string> = SummaryProps<Field>['result'] & {
  id?: string | undefined
  counts: RuleImportResult['counts']
  rows: RuleRow<Field>[]
}

/** A kind of rule that comes in files. */
type Kind<Field extends string, Result extends RuleResult<Field>> = {
  kind: 'priceRules' | 'quantityRules'
  title: MessageKey
  columns: Record<Field, MessageKey>
  send: (file: File, fields: Record<string, string>) => Promise<{ data: Result }>
  /** Which rule a row is. */
  shown: Column<Result['rows'][number]>[]
  /** Fetches again what a file changed. */
  refetchRules: () => Promise<unknown>
}

const priceRules: Kind<RuleFileField, RuleImportResult> = {
  kind: 'priceRules',
  title: 'panel.price.uploadTitle',
  columns: ruleFileColumns,
  send: (file, fields) => api.upload('/api/Price/ImportPriceRules', file, { fields }),
  shown: [
    {
      name: t('panel.price.name'),
      cell: ({ name }) => (
        <b>
          <bdi>{name}</bdi>
        </b>
      ),
    },
    { name: t('panel.price.audience'), cell: audienceText },
    { name: t('panel.price.target'), cell: targetText },
  ],
  refetchRules: () => refetch('priceRules', 'priceRule'),
}

const quantityRules: Kind<QuantityFileField, QuantityImportResult> = {
  kind: 'quantityRules',
  title: 'panel.quantity.uploadTitle',
  columns: quantityFileColumns,
  send: (file, fields) => api.upload('/api/Price/ImportQuantityRules', file, { fields }),
  shown: [
    { name: t('panel.price.target'), cell: quantityTargetText },
    { name: t('panel.price.audience'), cell: audienceText },
  ],
  refetchRules: () => refetch('quantityRules'),
}

/** A button that opens the import of a file of price rules. */
export function RuleUpload() {
  return <UploadButton name={t('panel.price.upload')} Opened={PriceUpload} />
}

/** A button that opens the import of a file of quantity rules. */
export function QuantityRuleUpload() {
  return <UploadButton name={t('panel.price.upload')} Opened={QuantityUpload} />
}

type OpenedProps = { onClose: () => void }
const PriceUpload = (props: OpenedProps) => <UploadDialog {...props} kind={priceRules} />
const QuantityUpload = (props: OpenedProps) => <UploadDialog {...props} kind={quantityRules} />

type DialogProps<Field extends string, Result extends RuleResult<Field>> = OpenedProps & {
  kind: Kind<Field, Result>
}

function UploadDialog<Field extends string, Result extends RuleResult<Field>>(
  props: DialogProps<Field, Result>,
) {
  const { kind, onClose } = props
  const { title, send, refetchRules } = kind
  const upload = useFileTrial(maxRuleFileBytes, send)
  const apply = async () => {
    const { id, counts } = (await upload.apply()) ?? {}
    if (!id || !counts) return
    const { added, changed } = counts
    const done = t('panel.price.uploadDone', { added: formatCount(added), changed: formatCount(changed) })
    notifyDone(done, { undo: () => undoFile(id, refetchRules) })
    onClose()
    await Promise.all([refetch('fileImports'), refetchRules()])
  }
  return (
    <FileTrialDialog
      title={t(title)}
      trial={upload}
      hint={t('panel.price.uploadText', { limit: maxRuleFileBytes / 1024 / 1024 })}
      action={{ text: t('panel.import.apply'), onClick: apply }}
      onClose={onClose}
    >
      {upload.trial ? (
        <Result kind={kind} trial={upload} {...upload.trial} />
      ) : (
        <PastFiles kind={kind.kind} onUndone={refetchRules} />
      )}
    </FileTrialDialog>
  )
}

type ResultProps<Field extends string, Shown extends RuleResult<Field>> = Pick<
  SummaryProps<Field>,
  'trial' | 'file'
> & { kind: Kind<Field, Shown>; result: Shown }

function Result<Field extends string, Shown extends RuleResult<Field>>(props: ResultProps<Field, Shown>) {
  const { kind, trial, file, result } = props
  const { counts, rows, problemCount, missing, undecided } = result
  const first = t('panel.price.uploadFirst', { count: maxShownRows })
  const isRead = missing.length + undecided.length + problemCount === 0
  return (
    <div>
      <TrialSummary
        trial={trial}
        file={file}
        result={result}
        counts={(['added', 'changed', 'unchanged'] as const).map((what) => [
          counts[what],
          t(`panel.import.count.${what}`),
        ])}
        correct={t('panel.price.uploadCorrect')}
        problemsTitle={t('panel.price.uploadProblems')}
        first={first}
        columns={kind.columns}
      />
      {isRead && rows.length === 0 && (
        <Alert color="gray" my="sm">
          {t('panel.price.uploadNothing')}
        </Alert>
      )}
      {rows.length > 0 && (
        <TrialPart
          title={t('panel.import.changesTitle')}
          first={counts.added + counts.changed > rows.length ? first : undefined}
        >
          <DataTable
            label={t('panel.import.changesTitle')}
            columns={[...kind.shown, ...changeColumns<Field>(kind.columns)]}
            rows={rows}
            rowKey={({ line }) => String(line)}
          />
        </TrialPart>
      )}
      {problemCount === 0 && rows.length > 0 && <Hint mt="sm">{t('panel.import.applyText')}</Hint>}
    </div>
  )
}

const changeColumns = <Field extends string>(
  columns: Record<Field, MessageKey>,
): Column<RuleRow<Field>>[] => [
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
              <span className={classes.name}>{t(columns[field])}: </span>
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
const said = (field: string, text: string) =>
  field === 'validFrom' || field === 'validUntil' ? formatDay(text, language) : text
