import { Group, Skeleton, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ImportDetail } from '#shared/imports.ts'
import { formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { queryClient } from '#web/queryClient.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { listLink } from '../list/listLink.ts'
import { usePageNavigate, usePageParams, usePageTitle } from '../shell/pageAddress.ts'
import { ColumnsSection } from './ColumnsSection.tsx'
import classes from './Imports.module.css'
import { RunActions } from './RunActions.tsx'
import { RunChanges } from './RunChanges.tsx'
import { RunNotices } from './RunNotices.tsx'
import { RunPhotos } from './RunPhotos.tsx'
import { RunProgress } from './RunProgress.tsx'
import { RunState } from './RunState.tsx'
import { RunSummary } from './RunSummary.tsx'
import { runName } from './runName.ts'
import { isWorking, useRun } from './useRun.ts'

export function ImportRunPage() {
  const { id = '' } = usePageParams()
  const run = useRun(id)
  usePageTitle(run.data && runName(run.data))
  return (
    <>
      <Text size="sm" mb={4}>
        <Link {...listLink('/panel-urunler/import')}>{t('panel.import.toList')}</Link>
      </Text>
      {run.data ? (
        <Run run={run.data} />
      ) : (
        <>
          <Title order={1} size="h3" mb="md">
            {t('panel.catalogueImportRun')}
          </Title>
          {run.error ? (
            <Failure error={run.error} onRetry={() => void run.refetch()} />
          ) : (
            <Skeleton height={420} radius="md" />
          )}
        </>
      )}
    </>
  )
}

function Run({ run }: { run: ImportDetail }) {
  const navigate = usePageNavigate()
  const [isEditing, setIsEditing] = useState(false)
  const leaveDiscarded = () => {
    notifyDone(t('panel.import.discarded', { name: run.fileName }))
    queryClient.removeQueries({ queryKey: ['import', run.id] })
    void navigate({ to: '/panel-urunler/import', replace: true })
  }
  const hasResult = run.counts && !isWorking(run) && run.state !== 'uploaded'
  const editsColumns = run.file && run.can.check && (isEditing || run.state === 'uploaded' || !run.counts)
  return (
    <>
      <Heading run={run} />
      <RunNotices run={run} />
      <RunPhotos run={run} />
      {isWorking(run) && <RunProgress run={run} onStopped={leaveDiscarded} />}
      {editsColumns && run.file ? (
        <ColumnsSection
          // Rereading the file changes its columns.
          key={`${run.file.headRow} ${run.file.encoding}`}
          run={run}
          file={run.file}
          onCancel={isEditing ? () => setIsEditing(false) : undefined}
          onDiscard={leaveDiscarded}
        />
      ) : (
        hasResult && (
          <>
            <RunSummary run={run} />
            <RunActions run={run} onColumns={() => setIsEditing(true)} onDiscard={leaveDiscarded} />
            <RunChanges run={run} />
          </>
        )
      )}
    </>
  )
}

function Heading({ run }: { run: ImportDetail }) {
  const uploaded = { when: formatDateTime(run.createdAt), name: run.createdBy }
  const facts = [
    run.supplier,
    run.source === 'panel' && t('panel.import.uploadedBy', uploaded),
    run.appliedAt &&
      t('panel.import.appliedBy', { when: formatDateTime(run.appliedAt), name: run.appliedBy }),
    run.undoneAt && t('panel.import.undoneBy', { when: formatDateTime(run.undoneAt), name: run.undoneBy }),
  ].filter(Boolean)
  return (
    <div>
      <Group gap="sm" mb={4}>
        <Title order={1} size="h3" style={{ overflowWrap: 'anywhere' }}>
          <bdi>{runName(run)}</bdi>
        </Title>
        <RunState state={run.state} />
      </Group>
      <div className={classes.said}>
        {facts.map((fact) => (
          <span key={String(fact)}>{fact}</span>
        ))}
      </div>
    </div>
  )
}
