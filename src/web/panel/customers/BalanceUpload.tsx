import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import {
  type BalanceFileKind,
  type BalanceFileResult,
  balanceFileColumns,
  balanceFileKinds,
  maxBalanceFileBytes,
} from '#shared/customers/balanceFiles.ts'
import { maxShownRows } from '#shared/imports/fileTrial.ts'
import { api } from '#web/api.ts'
import { formatMoney } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import {
  FileTrialDialog,
  TrialPart,
  TrialSummary,
  UploadButton,
  useFileTrial,
} from '../imports/FileTrial.tsx'
import { PastFiles, undoFile } from '../imports/PastFiles.tsx'
import { type Column, DataTable } from '../list/DataTable.tsx'
import { refetch } from '../refetch.ts'

type Amounts = BalanceFileResult['sums'][number]
type Change = BalanceFileResult['changes'][number]

const money = (amount: number, currency: string) => (
  <bdi className="number">{formatMoney(amount, currency)}</bdi>
)
const amountColumns: Column<Amounts>[] = [
  {
    key: 'before',
    name: t('panel.balances.before'),
    isNumber: true,
    cell: ({ before, currency }) => money(before, currency),
  },
  {
    key: 'after',
    name: t('panel.balances.after'),
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
export function BalanceUpload() {
  return <UploadButton name={t('panel.balances.upload')} Opened={UploadDialog} />
}

function UploadDialog({ onClose }: { onClose: () => void }) {
  const [kind, setKind] = useState<BalanceFileKind>('balances')
  const upload = useFileTrial(maxBalanceFileBytes, (file, fields) =>
    api.upload('/api/Account/PostBalances', file, { fields: { kind, ...fields } }),
  )
  const apply = async () => {
    const { id, isApplied, customers = 0 } = (await upload.apply()) ?? {}
    if (!isApplied) return
    const undo = id === undefined ? {} : { undo: () => undoFile(id, refetchBalances) }
    notifyDone(t('panel.balances.done', { count: customers }), undo)
    onClose()
    await Promise.all([refetch('fileImports'), refetchBalances()])
  }
  const { file, result } = upload.trial ?? {}
  const isRead = result?.missing.length === 0
  const columns = balanceFileKinds[kind].map((field) => t(balanceFileColumns[field])).join(' · ')
  const choice = (
    <SegmentedControl
      mb="sm"
      aria-label={t('panel.balances.kind')}
      value={kind}
      data={[
        { value: 'balances', label: t('panel.balances.balances') },
        { value: 'documents', label: t('panel.balances.documents') },
      ]}
      onChange={(next) => {
        setKind(next)
        upload.reset()
      }}
    />
  )
  return (
    <FileTrialDialog
      title={t('panel.balances.upload')}
      text={t('panel.balances.text')}
      trial={upload}
      choice={choice}
      hint={t('panel.balances.columns', { columns, limit: maxBalanceFileBytes / 1024 / 1024 })}
      action={{ text: t('panel.balances.apply'), onClick: apply }}
      onClose={onClose}
    >
      {file && result ? (
        <>
          <TrialSummary
            trial={upload}
            file={file}
            result={result}
            counts={[
              [result.rows, t('panel.import.count.rows')],
              [result.customers, t('panel.balances.customers')],
              [result.forgotten, t('panel.balances.forgotten')],
            ]}
            correct={t('panel.balances.correct')}
            problemsTitle={t('panel.balances.problems')}
            first={t('panel.balances.first', { count: maxShownRows })}
            columns={Object.fromEntries(
              balanceFileKinds[kind].map((field) => [field, balanceFileColumns[field]]),
            )}
          />
          {isRead && result.sums.length > 0 && (
            <TrialPart title={t('panel.balances.sums')}>
              <DataTable
                label={t('panel.balances.sums')}
                columns={[currencyColumn, ...amountColumns]}
                rows={result.sums}
                rowKey={({ currency }) => currency}
              />
            </TrialPart>
          )}
          {isRead && result.changes.length > 0 && (
            <TrialPart title={t('panel.balances.changes')}>
              <DataTable
                label={t('panel.balances.changes')}
                columns={[customerColumn, ...amountColumns]}
                rows={result.changes}
                rowKey={({ currAccCode, currency }) => `${currAccCode} ${currency}`}
              />
            </TrialPart>
          )}
        </>
      ) : (
        <PastFiles kind={kind} onUndone={refetchBalances} />
      )}
    </FileTrialDialog>
  )
}

const refetchBalances = () => refetch('customers', 'customer', 'credit', 'statement')
