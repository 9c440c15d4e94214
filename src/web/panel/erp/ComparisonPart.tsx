import { Button, Group, Loader, Skeleton, Text, Title } from '@mantine/core'
import { IconScale } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '#web/api.ts'
import { formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Failure } from '#web/ui/Failure.tsx'
import { usePageSearch } from '../shell/pageAddress.ts'
import { ComparisonResult } from './ComparisonResult.tsx'
import { ComparisonTable } from './ComparisonTable.tsx'
import { readErpSearch } from './erpSearch.ts'
import { outcomeOf, useComparisons } from './useComparisons.ts'
import { useErpActions } from './useErpActions.ts'
import { useErpLink } from './useErpLink.ts'

export function ComparisonPart() {
  const link = useErpLink({ isWatched: true })
  const query = useComparisons()
  const { run: chosenId } = readErpSearch(usePageSearch())
  const { data, error, dataUpdatedAt: now } = query
  const isLoading = query.isPending || link.isPending
  const hasLink = link.data?.link !== undefined
  const shownRun = data?.runs.find(({ id }) => id === chosenId) ?? data?.runs.find(({ endedAt }) => endedAt)
  return (
    <>
      <Title order={1} size="h3">
        {t('panel.erp.comparison')}
      </Title>
      <Text size="sm" c="var(--ink-soft)" mb="md">
        {t('panel.erp.comparisonText')}
      </Text>
      {error && !data && <Failure error={error} onRetry={() => void query.refetch()} />}
      {isLoading && <Skeleton height={260} radius="md" />}
      {!isLoading && data && !hasLink && <NoLink />}
      {!isLoading && data && hasLink && (
        <>
          <ComparisonActions comparisons={data} condition={link.data?.state.condition ?? 'idle'} now={now} />
          {shownRun ? <ComparisonResult run={shownRun} now={now} /> : <NoComparison nextAt={data.nextAt} />}
          <ComparisonTable runs={data.runs} shownId={shownRun?.id} now={now} />
        </>
      )}
    </>
  )
}

function NoLink() {
  return (
    <Empty title={t('panel.erp.none')}>
      <p>{t('panel.erp.noneText')}</p>
      <Button renderRoot={(props) => <Link to="/erp/index" search={{ tab: 'setup' } as never} {...props} />}>
        {t('panel.erp.setUp')}
      </Button>
    </Empty>
  )
}

function NoComparison({ nextAt }: { nextAt: string | undefined }) {
  return (
    <Empty title={t('panel.erp.compareNone')}>
      <p>
        {nextAt
          ? t('panel.erp.compareNoneNext', { when: formatDateTime(nextAt) })
          : t('panel.erp.compareNoneText')}
      </p>
    </Empty>
  )
}

type Comparisons = NonNullable<ReturnType<typeof useComparisons>['data']>
type Condition = NonNullable<ReturnType<typeof useErpLink>['data']>['state']['condition']
type ComparisonActionsProps = { comparisons: Comparisons; condition: Condition; now: number }

function ComparisonActions({ comparisons: { runs, isDue, nextAt }, condition, now }: ComparisonActionsProps) {
  const { busy, run } = useErpActions()
  const queryClient = useQueryClient()
  const newest = runs[0]
  const isUnderWay = newest !== undefined && outcomeOf(newest, now) === 'underWay'
  // Nothing was transferred yet.
  if (condition === 'idle' && !newest) return null
  const isWaiting = isDue && condition !== 'up'
  const isBusy = isUnderWay || (isDue && !isWaiting)
  const start = async () => {
    await api.post('/api/Erp/StartReconciliation', {})
    notifyDone(t(condition === 'up' ? 'panel.erp.compareAsked' : 'panel.erp.compareWhenUp'))
    // Polls until the run appears, so that progress is shown at once.
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await queryClient.invalidateQueries({ queryKey: ['erpComparisons'] })
      const latest = queryClient.getQueryData<Comparisons>(['erpComparisons'])
      if (condition !== 'up' || latest?.runs[0]?.id !== newest?.id) return
      await new Promise((resolve) => setTimeout(resolve, 1000))
    }
  }
  return (
    <Group gap="sm" mb="md">
      <Button
        variant="default"
        leftSection={<IconScale size={18} aria-hidden />}
        aria-busy={busy === 'compare'}
        aria-disabled={isBusy || undefined}
        onClick={() => (isBusy ? undefined : run('compare', start))}
      >
        {t('panel.erp.compareNow')}
      </Button>
      <Group gap={8} c="var(--ink-soft)" fz="sm" role="status">
        {isBusy && <Loader size={16} aria-hidden />}
        {isUnderWay && t('panel.erp.comparingSince', { when: formatDateTime(newest.startedAt) })}
        {!isUnderWay && isBusy && t('panel.erp.comparing')}
        {!isBusy && isWaiting && t('panel.erp.compareWhenUp')}
        {!isBusy && !isWaiting && nextAt && t('panel.erp.compareNext', { when: formatDateTime(nextAt) })}
      </Group>
    </Group>
  )
}
