import { Alert, Badge } from '@mantine/core'
import { maxShownRows } from '#shared/imports/fileTrial.ts'
import {
  maxRuleFileBytes,
  type RuleFileField,
  type RuleImportResult,
  type RuleImportRow,
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
import { audienceText, targetText } from './ruleWords.ts'

/** A button that opens the import of a file of rules. */
export function RuleUpload() {
  return <UploadButton name={t('panel.price.upload')} Opened={UploadDialog} />
}

function UploadDialog({ onClose }: { onClose: () => void }) {
  const upload = useFileTrial(maxRuleFileBytes, (file, fields) =>
    api.upload('/api/Price/ImportPriceRules', file, { fields }),
  )
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
      title={t('panel.price.uploadTitle')}
      trial={upload}
      hint={t('panel.price.uploadText', { limit: maxRuleFileBytes / 1024 / 1024 })}
      action={{ text: t('panel.import.apply'), onClick: apply }}
      onClose={onClose}
    >
      {upload.trial ? (
        <Result trial={upload} {...upload.trial} />
      ) : (
        <PastFiles kind="priceRules" onUndone={refetchRules} />
      )}
    </FileTrialDialog>
  )
}

type ResultProps = Pick<SummaryProps<RuleFileField>, 'trial' | 'file'> & { result: RuleImportResult }

function Result({ trial, file, result }: ResultProps) {
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
        columns={ruleFileColumns}
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
            columns={changeColumns}
            rows={rows}
            rowKey={({ line }) => String(line)}
          />
        </TrialPart>
      )}
      {problemCount === 0 && rows.length > 0 && <Hint mt="sm">{t('panel.import.applyText')}</Hint>}
    </div>
  )
}

const fieldName = (field: RuleFileField) => t(ruleFileColumns[field])

const changeColumns: Column<RuleImportRow>[] = [
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

const refetchRules = () => refetch('priceRules', 'priceRule')
