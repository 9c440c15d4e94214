import { Group, Text } from '@mantine/core'
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
import type { ReactNode } from 'react'
import type { ErpLinkShown, ErpState } from '#shared/erp/erp.ts'
import { pages } from '#shared/pages.ts'
import { api } from '#web/api.ts'
import { formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { FigureCard } from '../dashboard/FigureCards.tsx'
import { IconButton } from '../IconButton.tsx'
import { Loaded } from '../Loaded.tsx'
import { PageButton } from '../PageButton.tsx'
import { PageHead } from '../PageHead.tsx'
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
  const now = query.dataUpdatedAt
  return (
    <>
      <PageHead title={t('panel.erp')} />
      <Loaded query={query} height={220} isPolled>
        {({ link, state }) => (
          <>
            {link ? <LinkState link={link} state={state} now={now} /> : <NoLink />}
            {(link || state.waiting > 0) && <Figures state={state} now={now} />}
          </>
        )}
      </Loaded>
    </>
  )
}

function LinkState({ link, state, now }: { link: ErpLinkShown; state: ErpState; now: number }) {
  return (
    <>
      <StateLine state={state} isPaused={link.isPaused} now={now} />
      {link.kind === 'agent' && (
        <Text size="sm" mb="md">
          <ErpAgentSeen />
        </Text>
      )}
      <LinkActions link={link} isSignedOut={state.condition === 'auth'} />
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
  const card = (view: View, count: number, note?: string) => ({
    name: t(`panel.erp.view.${view}`),
    count,
    link: { to: '/erp/index' as const, search: { tab: 'orders', state: view } as never },
    notes: note === undefined ? [] : [note],
  })
  const oldest = oldestAt && t('panel.erp.oldest', { when: formatRelative(oldestAt, now) })
  const last = lastSuccessAt && t('panel.erp.lastSuccess', { when: formatRelative(lastSuccessAt, now) })
  return (
    <div className={classes.figures}>
      <FigureCard {...card('waiting', waiting, oldest)} />
      <FigureCard {...card('dead', dead)} isBad={dead > 0} />
      <FigureCard {...card('uncertain', uncertain)} isBad={uncertain > 0} />
      <FigureCard {...card('held', held)} />
      <FigureCard {...card('sentLately', sent, last)} />
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
    <div className={`box ${classes.line}`} data-look={look} role="status">
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
