import { Group, Skeleton, Text, Title } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlugConnected,
  IconRefresh,
  IconSettings,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ErpLinkShown, ErpState } from '#shared/erp.ts'
import { pages } from '#shared/pages.ts'
import { api } from '#web/api.ts'
import { formatCount, formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { IconButton } from '../IconButton.tsx'
import { PageButton } from '../PageButton.tsx'
import { useBusy } from '../useBusy.ts'
import { ErpAgentSeen } from './ErpAgentToken.tsx'
import { ErpMessage } from './ErpMessage.tsx'
import classes from './ErpPage.module.css'
import type { transferViews } from './erpSearch.ts'
import { TestResult, useErpTest } from './erpTest.tsx'
import { NoLink, setupLink } from './NoLink.tsx'
import { formatRelative } from './relative.ts'
import { refreshErp, useErpLink } from './useErpLink.ts'

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
      {data && !data.link && <NoLink />}
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
  const { button } = useBusy()
  const test = useErpTest()
  const pause = async () => {
    await api.post('/api/Erp/Pause', { isPaused: !isPaused })
    notifyDone(t(isPaused ? 'panel.erp.goesOn' : 'panel.erp.isPaused'))
    await refreshErp()
  }
  const tryNow = async () => {
    await api.post('/api/Erp/TryNow', {})
    notifyDone(t('panel.erp.triedNow'))
    await refreshErp()
  }
  return (
    <>
      <Group gap="xs" mb="md" role="group" aria-label={t('panel.list.actions')}>
        {isSignedOut && !isPaused && (
          <PageButton page={pages.erp} link={setupLink} Icon={IconSettings} isMain>
            {t('panel.erp.tab.setup')}
          </PageButton>
        )}
        <IconButton
          Icon={IconPlugConnected}
          aria-busy={test.isTesting}
          onClick={() => test.run({ kind, settings })}
        >
          {t('panel.erp.test')}
        </IconButton>
        {!isPaused && (
          <IconButton Icon={IconRefresh} {...button('try', tryNow)}>
            {t('panel.erp.tryNow')}
          </IconButton>
        )}
        <IconButton
          Icon={isPaused ? IconPlayerPlay : IconPlayerPause}
          variant={isPaused ? 'filled' : 'default'}
          {...button('pause', pause)}
        >
          {t(isPaused ? 'panel.erp.goOn' : 'panel.erp.pause')}
        </IconButton>
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

type Look = 'calm' | 'good' | 'warning' | 'bad'
const icons = {
  calm: IconPlugConnected,
  good: IconCircleCheck,
  warning: IconAlertTriangle,
  bad: IconCircleX,
} as const satisfies Record<Look, object>

type OutcomeProps = { look: Look; Icon?: typeof IconCircleX; heading: string; children: ReactNode }

/** How something stands, at a glance. */
export function OutcomeLine({ look, Icon = icons[look], heading, children }: OutcomeProps) {
  return (
    <div className={classes.line} data-look={look} role="status">
      <Icon size={24} aria-hidden />
      <div>
        <p className={classes.heading}>{heading}</p>
        {children}
      </div>
    </div>
  )
}

type Condition = ErpState['condition'] | 'paused'
const looks: Record<Condition, Look> = {
  idle: 'calm',
  up: 'good',
  paused: 'warning',
  unknown: 'warning',
  down: 'bad',
  auth: 'bad',
}

type LineProps = { state: ErpState; isPaused: boolean; now: number }

function StateLine({ state, isPaused, now }: LineProps) {
  const condition: Condition = isPaused ? 'paused' : state.condition
  const isFailing = condition === 'down' || condition === 'auth' || condition === 'unknown'
  const { failingSince, nextTryAt, error } = state
  return (
    <OutcomeLine
      look={looks[condition]}
      {...(isPaused ? { Icon: IconPlayerPause } : {})}
      heading={t(`panel.erp.condition.${condition}`)}
    >
      <p>{t(`panel.erp.condition.${condition}.text`)}</p>
      {isFailing && failingSince && (
        <p>
          {t('panel.erp.since', { when: formatDateTime(failingSince) })}{' '}
          {nextTryAt
            ? t('panel.erp.nextTry', { when: formatRelative(nextTryAt, now) })
            : t('panel.erp.noNextTry')}
        </p>
      )}
      {isFailing && <ErpMessage text={error} />}
    </OutcomeLine>
  )
}
