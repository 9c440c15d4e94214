import { Alert, Badge } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { maxShownRows } from '#shared/imports/fileTrial.ts'
import {
  maxRuleFileBytes,
  type RuleFileField,
  type RuleImport,
  type RuleImportResult,
  type RuleImportRow,
  ruleFileColumns,
} from '#shared/pricing/ruleImports.ts'
import { api } from '#web/api.ts'
import { formatCount, formatDateTime, formatMoney } from '#web/format.ts'
import { language, t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { confirm } from '#web/ui/confirm.ts'
import { formatDay } from '#web/ui/days/days.ts'
import { Hint } from '../Hint.tsx'
import { IconButton } from '../IconButton.tsx'
import {
  FileTrialDialog,
  TrialPart,
  TrialSummary,
  UploadButton,
  useFileTrial,
} from '../imports/FileTrial.tsx'
import classes from '../imports/Imports.module.css'
import { type Column, DataTable } from '../list/DataTable.tsx'
import { refetch } from '../refetch.ts'
import { useBusy } from '../useBusy.ts'
import { useCall } from '../useCall.ts'
import { audienceText, targetText } from './ruleWords.ts'

/** A button that opens the import of a file of rules. */
export function RuleUpload() {
  return <UploadButton name={t('panel.price.upload')} Opened={UploadDialog} />
}

function UploadDialog({ onClose }: { onClose: () => void }) {
  const upload = useFileTrial(maxRuleFileBytes, (file, apply, confirmed) =>
    api.upload('/api/Price/ImportPriceRules', file, {
      fields: { apply: String(apply), confirmed: String(confirmed) },
    }),
  )
  const apply = async () => {
    const asked = upload.trial?.result.belowHalf ?? []
    if (asked.length > 0 && !(await confirmBelowHalf(asked))) return
    const { id, counts } = (await upload.apply(asked.length > 0)) ?? {}
    if (!id || !counts) return
    const { added, changed } = counts
    const done = t('panel.price.uploadDone', { added: formatCount(added), changed: formatCount(changed) })
    notifyDone(done, { undo: () => undoImport(id) })
    onClose()
    await refetchRules()
  }
  const { file, result } = upload.trial ?? {}
  const canApply = result?.problemCount === 0 && result.rows.length > 0
  return (
    <FileTrialDialog
      title={t('panel.price.uploadTitle')}
      trial={upload}
      hint={t('panel.price.uploadText', { limit: maxRuleFileBytes / 1024 / 1024 })}
      action={canApply ? { text: t('panel.import.apply'), onClick: apply } : undefined}
      onClose={onClose}
    >
      {file && result ? <Result file={file} result={result} /> : <LastImports />}
    </FileTrialDialog>
  )
}

function Result({ file, result }: { file: File; result: RuleImportResult }) {
  const { counts, rows, belowHalf, problemCount } = result
  const first = t('panel.price.uploadFirst', { count: maxShownRows })
  return (
    <div>
      <TrialSummary
        {...result}
        file={file}
        counts={(['added', 'changed', 'unchanged'] as const).map((what) => [
          counts[what],
          t(`panel.import.count.${what}`),
        ])}
        correct={t('panel.price.uploadCorrect')}
        problemsTitle={t('panel.price.uploadProblems')}
        first={first}
        columnName={fieldName}
      />
      {problemCount === 0 && rows.length === 0 && (
        <Alert color="gray" my="sm">
          {t('panel.price.uploadNothing')}
        </Alert>
      )}
      {belowHalf.length > 0 && (
        <Alert color="yellow" title={t('panel.price.belowHalf')} my="sm">
          <ul className={classes.warnings}>
            {belowHalf.map((below) => (
              <li key={below.line}>{belowHalfText(below)}</li>
            ))}
          </ul>
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

type Below = RuleImportResult['belowHalf'][number]

/** Row 3, Net: Gömlek · A1: ₺574,50 → ₺1,05 */
const belowHalfText = ({ line, name, itemCode, itemDescription, ...prices }: Below) =>
  t('panel.price.belowHalfLine', {
    line,
    name,
    item: `${itemDescription} · ${itemCode}`,
    listPrice: formatMoney(prices.listPrice, prices.currencyCode),
    price: formatMoney(prices.unitPrice, prices.currencyCode),
  })

/** Shows the price that loses most. */
function confirmBelowHalf(asked: Below[]): Promise<boolean> {
  const share = ({ unitPrice, listPrice }: Below) => unitPrice / listPrice
  const [worst] = asked.toSorted((one, other) => share(one) - share(other))
  return confirm({
    title: t('panel.price.belowHalfSure', { count: asked.length }),
    text: worst ? belowHalfText(worst) : '',
    action: t('panel.price.belowHalfApply'),
  })
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

/** With undo, also for those who have left the page since. */
function LastImports() {
  const { data: imports = [] } = useCall(['priceRuleImports'], (options) =>
    api.get('/api/Price/GetPriceRuleImports', {}, options),
  )
  if (imports.length === 0) return null
  return (
    <TrialPart title={t('panel.import.past')}>
      <DataTable
        label={t('panel.import.past')}
        columns={importColumns}
        rows={imports}
        rowKey={({ id }) => id}
        rowActions={importActions}
      />
    </TrialPart>
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
