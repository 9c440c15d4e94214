import { Button, Skeleton, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { t } from '#web/i18n.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Failure } from '#web/ui/Failure.tsx'
import { RunTable } from './RunTable.tsx'
import { SyncCards } from './SyncCards.tsx'
import { useErpLink } from './useErpLink.ts'
import { useSyncs } from './useSyncs.ts'

export function FetchingPart() {
  const link = useErpLink({ isWatched: true })
  const syncs = useSyncs()
  const { data, error } = syncs
  return (
    <>
      <Title order={1} size="h3">
        {t('panel.erp.fetching')}
      </Title>
      <Text size="sm" c="var(--ink-soft)" mb="md">
        {t('panel.erp.fetchingText')}
      </Text>
      {error && !data && <Failure error={error} onRetry={() => void syncs.refetch()} />}
      {syncs.isPending && <Skeleton height={300} radius="md" />}
      {data?.syncs.length === 0 && (
        <Empty title={t('panel.erp.none')}>
          <p>{t('panel.erp.noneText')}</p>
          <Button
            renderRoot={(props) => <Link to="/erp/index" search={{ tab: 'setup' } as never} {...props} />}
          >
            {t('panel.erp.setUp')}
          </Button>
        </Empty>
      )}
      {data && data.syncs.length > 0 && (
        <>
          <SyncCards syncs={data} link={link.data?.link} now={syncs.dataUpdatedAt} />
          <RunTable runs={data.runs} />
        </>
      )}
    </>
  )
}
