import { Button, Group, Skeleton, Text, Title } from '@mantine/core'
import {
  IconPlayerPause,
  IconPlayerPlay,
  IconPlugConnected,
  IconRefresh,
  IconSettings,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ErpLinkShown, ErpState } from '#shared/erp.ts'
import { api } from '#web/api.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Failure } from '#web/ui/Failure.tsx'
import { ErpAgentSeen } from './ErpAgentSeen.tsx'
import classes from './ErpPage.module.css'
import type { transferViews } from './erpSearch.ts'
import { TestResult, useErpTest } from './erpTest.tsx'
import { formatRelative } from './relative.ts'
import { StateLine } from './StateLine.tsx'
import { useErpActions } from './useErpActions.ts'
import { useErpLink } from './useErpLink.ts'

export function StatePart() {
  const query = useErpLink({ isWatched: true })
  const { data, error, dataUpdatedAt } = query
  return (
    <>
      <Title order={1} size="h3" mb="sm">
        {t('panel.erp')}
      </Title>
      {error && !data && <Failure error={error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton height={220} radius="md" />}
      {data && !data.link && (
        <Empty title={t('panel.erp.none')}>
          <p>{t('panel.erp.noneText')}</p>
          <Button
            renderRoot={(props) => <Link to="/erp/index" search={{ tab: 'setup' } as never} {...props} />}
          >
            {t('panel.erp.setUp')}
          </Button>
        </Empty>
      )}
      {data?.link && (
        <>
          <StateLine state={data.state} isPaused={data.link.isPaused} now={dataUpdatedAt} />
          {data.link.kind === 'agent' && (
            <Text size="sm" mb="md">
              <ErpAgentSeen />
            </Text>
          )}
          <LinkActions link={data.link} isSignedOut={data.state.condition === 'auth'} />
          <Figures state={data.state} now={dataUpdatedAt} />
        </>
      )}
      {data && !data.link && data.state.waiting > 0 && <Figures state={data.state} now={dataUpdatedAt} />}
    </>
  )
}

function LinkActions({ link, isSignedOut }: { link: ErpLinkShown; isSignedOut: boolean }) {
  const { kind, settings, isPaused } = link
  const { busy, run, refresh } = useErpActions()
  const test = useErpTest()
  const pause = async () => {
    await api.post('/api/Erp/Pause', { isPaused: !isPaused })
    notifyDone(t(isPaused ? 'panel.erp.goesOn' : 'panel.erp.isPaused'))
    await refresh()
  }
  const tryNow = async () => {
    await api.post('/api/Erp/TryNow', {})
    notifyDone(t('panel.erp.triedNow'))
    await refresh()
  }
  return (
    <>
      <Group gap="xs" mb="md" role="group" aria-label={t('panel.list.actions')}>
        {isSignedOut && !isPaused && (
          <Button
            leftSection={<IconSettings size={18} aria-hidden />}
            renderRoot={(props) => <Link to="/erp/index" search={{ tab: 'setup' } as never} {...props} />}
          >
            {t('panel.erp.tab.setup')}
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconPlugConnected size={18} aria-hidden />}
          aria-busy={test.isTesting}
          onClick={() => test.run({ kind, settings })}
        >
          {t('panel.erp.test')}
        </Button>
        {!isPaused && (
          <Button
            variant="default"
            leftSection={<IconRefresh size={18} aria-hidden />}
            aria-busy={busy === 'try'}
            onClick={() => run('try', tryNow)}
          >
            {t('panel.erp.tryNow')}
          </Button>
        )}
        <Button
          variant={isPaused ? 'filled' : 'default'}
          leftSection={
            isPaused ? <IconPlayerPlay size={18} aria-hidden /> : <IconPlayerPause size={18} aria-hidden />
          }
          aria-busy={busy === 'pause'}
          onClick={() => run('pause', pause)}
        >
          {t(isPaused ? 'panel.erp.goOn' : 'panel.erp.pause')}
        </Button>
      </Group>
      <TestResult test={test} />
    </>
  )
}

type View = (typeof transferViews)[number]

function Figures({ state, now }: { state: ErpState; now: number }) {
  const { waiting, oldestAt, uncertain, dead, held, sent, lastSuccessAt } = state
  return (
    <dl className={classes.figures}>
      <Figure
        view="waiting"
        count={waiting}
        {...(oldestAt ? { note: t('panel.erp.oldest', { when: formatRelative(oldestAt, now) }) } : {})}
      />
      <Figure view="dead" count={dead} isBad />
      <Figure view="uncertain" count={uncertain} isBad />
      <Figure view="held" count={held} />
      <Figure
        view="sentLately"
        count={sent}
        {...(lastSuccessAt
          ? { note: t('panel.erp.lastSuccess', { when: formatRelative(lastSuccessAt, now) }) }
          : {})}
      />
    </dl>
  )
}

type FigureProps = { view: View; count: number; isBad?: boolean; note?: string }

function Figure({ view, count, isBad = false, note }: FigureProps) {
  return (
    <div className={classes.figure} data-bad={(isBad && count > 0) || undefined}>
      <dt>{t(`panel.erp.view.${view}`)}</dt>
      <dd>
        <Link
          to="/erp/index"
          search={{ tab: 'orders', state: view } as never}
          aria-label={`${t(`panel.erp.view.${view}`)}: ${formatCount(count)}`}
        >
          <bdi className="number">{formatCount(count)}</bdi>
        </Link>
      </dd>
      {note && <dd className={classes.note}>{note}</dd>}
    </div>
  )
}
