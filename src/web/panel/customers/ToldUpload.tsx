import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { maxShownRows } from '#shared/fileTrial.ts'
import { maxToldFileBytes, type ToldFileKind, toldFileColumns, toldFileKinds } from '#shared/toldFiles.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { FileTrialDialog, TrialSummary, UploadButton, useFileTrial } from '../imports/FileTrial.tsx'
import { refetch } from '../refetch.ts'

/** A button that opens the upload of balances or documents. */
export function ToldUpload() {
  return <UploadButton name={t('panel.told.upload')} Opened={UploadDialog} />
}

function UploadDialog({ onClose }: { onClose: () => void }) {
  const [kind, setKind] = useState<ToldFileKind>('balances')
  const upload = useFileTrial(maxToldFileBytes, (file, apply) =>
    api.upload('/api/Account/PostBalances', file, { fields: { kind, apply: String(apply) } }),
  )
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
      action={result?.problemCount === 0 ? { text: t('panel.told.apply'), onClick: apply } : undefined}
      onClose={onClose}
    >
      {file && result && (
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
      )}
    </FileTrialDialog>
  )
}
