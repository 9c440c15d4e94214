import { Checkbox, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { maxShownRows } from '#shared/fileTrial.ts'
import {
  maxToldFileBytes,
  type ToldFileKind,
  type ToldFileResult,
  toldFileColumns,
  toldFileKinds,
} from '#shared/toldFiles.ts'
import { api } from '#web/api.ts'
import { formatCount, formatMoney } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import {
  FileTrialDialog,
  TrialPart,
  TrialSummary,
  UploadButton,
  useFileTrial,
} from '../imports/FileTrial.tsx'
import { type Column, DataTable } from '../list/DataTable.tsx'
import { refetch } from '../refetch.ts'

type Amounts = ToldFileResult['sums'][number]
type Change = ToldFileResult['changes'][number]

const money = (amount: number, currency: string) => (
  <bdi className="number">{formatMoney(amount, currency)}</bdi>
)
const amountColumns: Column<Amounts>[] = [
  {
    key: 'before',
    name: t('panel.told.before'),
    isNumber: true,
    cell: ({ before, currency }) => money(before, currency),
  },
  {
    key: 'after',
    name: t('panel.told.after'),
    isNumber: true,
    cell: ({ after, currency }) => money(after, currency),
  },
]
const currencyColumn: Column<Amounts> = {
  key: 'currency',
  name: t('order.currency'),
  cell: ({ currency }) => currency,
}
const customerColumn: Column<Change> = {
  key: 'customer',
  name: t('order.customer'),
  cell: ({ currAccCode, currAccDescription }) => (
    <bdi>
      {currAccCode} {currAccDescription}
    </bdi>
  ),
}

/** A button that opens the upload of balances or documents. */
export function ToldUpload() {
  return <UploadButton name={t('panel.told.upload')} Opened={UploadDialog} />
}

function UploadDialog({ onClose }: { onClose: () => void }) {
  const [kind, setKind] = useState<ToldFileKind>('balances')
  const [skipBad, setSkipBad] = useState(false)
  const upload = useFileTrial(maxToldFileBytes, (file, apply) => {
    // Asked again for each file.
    if (!apply) setSkipBad(false)
    const fields = { kind, apply: String(apply), skipBad: String(skipBad) }
    return api.upload('/api/Account/PostBalances', file, { fields })
  })
  const apply = async () => {
    const { isApplied, customers } = (await upload.apply()) ?? {}
    if (!isApplied || customers === undefined) return
    notifyDone(t('panel.told.done', { count: customers }))
    onClose()
    await refetch('customers', 'customer', 'credit', 'statement')
  }
  const { file, result } = upload.trial ?? {}
  const columns = toldFileKinds[kind].map((field) => t(toldFileColumns[field])).join(' · ')
  const choice = (
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
        upload.reset()
      }}
    />
  )
  return (
    <FileTrialDialog
      title={t('panel.told.upload')}
      text={t('panel.told.text')}
      trial={upload}
      choice={choice}
      hint={t('panel.told.columns', { columns, limit: maxToldFileBytes / 1024 / 1024 })}
      action={
        result && (result.problemCount === 0 || skipBad)
          ? { text: t('panel.told.apply'), onClick: apply }
          : undefined
      }
      onClose={onClose}
    >
      {file && result && (
        <>
          <TrialSummary
            {...result}
            file={file}
            counts={[
              [result.rows, t('panel.import.count.rows')],
              [result.customers, t('panel.told.customers')],
              [result.forgotten, t('panel.told.forgotten')],
            ]}
            correct={t('panel.told.correct')}
            problemsTitle={t('panel.told.problems')}
            first={t('panel.told.first', { count: maxShownRows })}
            columnName={(field) => t(toldFileColumns[field])}
          />
          {result.problemCount > 0 && result.customers > 0 && (
            <Checkbox
              mt="sm"
              label={t('panel.told.skipBad', { count: formatCount(result.problemCount) })}
              checked={skipBad}
              onChange={(event) => setSkipBad(event.currentTarget.checked)}
            />
          )}
          {result.sums.length > 0 && (
            <TrialPart title={t('panel.told.sums')}>
              <DataTable
                label={t('panel.told.sums')}
                columns={[currencyColumn, ...amountColumns]}
                rows={result.sums}
                rowKey={({ currency }) => currency}
              />
            </TrialPart>
          )}
          {result.changes.length > 0 && (
            <TrialPart title={t('panel.told.changes')}>
              <DataTable
                label={t('panel.told.changes')}
                columns={[customerColumn, ...amountColumns]}
                rows={result.changes}
                rowKey={({ currAccCode, currency }) => `${currAccCode} ${currency}`}
              />
            </TrialPart>
          )}
        </>
      )}
    </FileTrialDialog>
  )
}
