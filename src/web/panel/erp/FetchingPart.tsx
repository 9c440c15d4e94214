import { Badge, Group, Title } from '@mantine/core'
import { IconCloudDown, IconRefreshDot } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ErpLinkShown, SyncKind, SyncRunShown } from '#shared/erp/erp.ts'
import { api } from '#web/api.ts'
import { formatCount, formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { confirm } from '#web/ui/confirm.ts'
import { Facts } from '../Facts.tsx'
import { IconButton } from '../IconButton.tsx'
import { Loaded } from '../Loaded.tsx'
import { type Column, DataTable, type Details } from '../list/DataTable.tsx'
import { PageHead } from '../PageHead.tsx'
import { CopyButton } from '../profile/CopyButton.tsx'
import { refetch } from '../refetch.ts'
import { useBusy } from '../useBusy.ts'
import { useCall } from '../useCall.ts'
import { ErpMessage } from './ErpMessage.tsx'
import classes from './Fetching.module.css'
import { NoLink, setupLink } from './NoLink.tsx'
import { formatRelative } from './relative.ts'
import { everyText } from './schedule.tsx'
import { useErpLink } from './useErpLink.ts'

export function FetchingPart() {
  const link = useErpLink({ isWatched: true })
  const syncs = useSyncs()
  return (
    <>
      <PageHead title={t('panel.erp.fetching')} text={t('panel.erp.fetchingText')} />
      <Loaded query={syncs} height={300} isPolled>
        {(data) =>
          data.syncs.length === 0 ? (
            <NoLink />
          ) : (
            <>
              <SyncCards syncs={data} link={link.data?.link} now={syncs.dataUpdatedAt} />
              <RunTable runs={data.runs} />
            </>
          )
        }
      </Loaded>
    </>
  )
}

type Syncs = NonNullable<ReturnType<typeof useSyncs>['data']>
type CardsProps = { syncs: Syncs; link: ErpLinkShown | undefined; now: number }

function SyncCards({ syncs: { syncs, runs }, link, now }: CardsProps) {
  const schedule = (link?.settings.schedule ?? {}) as Partial<Record<SyncKind, number>>
  return (
    <ul className={classes.cards}>
      {syncs.map((sync) => (
        <SyncCard
          key={sync.what}
          sync={sync}
          lastRun={runs.find(({ what }) => what === sync.what)}
          minutes={schedule[sync.what] ?? 0}
          isPaused={link?.isPaused === true}
          now={now}
        />
      ))}
    </ul>
  )
}

type CardProps = {
  sync: Syncs['syncs'][number]
  lastRun: SyncRunShown | undefined
  minutes: number
  isPaused: boolean
  now: number
}

function SyncCard({ sync: { what, isRunning, nextAt, fullAt }, lastRun, minutes, isPaused, now }: CardProps) {
  const name = t(`panel.erp.what.${what}`)
  return (
    <li className={`box ${classes.card}`}>
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h5">
          {name}
        </Title>
        <span role="status">
          {isRunning && (
            <Badge component="span" color="blue">
              {t('panel.erp.running')}
            </Badge>
          )}
        </span>
      </Group>
      <p className={classes.about}>{t(`panel.erp.what.${what}.text`)}</p>
      <Facts
        className={classes.facts}
        facts={{
          [t('panel.erp.lastRun')]: lastRun ? <LastRun run={lastRun} /> : t('panel.erp.neverRun'),
          [t('panel.erp.nextRun')]: nextText({ nextAt, isPaused, isRunning }, now),
          [t('panel.erp.howOften')]: <HowOften minutes={minutes} name={name} />,
          [t('panel.erp.fullAt')]: fullAt && formatDateTime(fullAt),
        }}
      />
      <SyncActions what={what} name={name} />
    </li>
  )
}

function HowOften({ minutes, name }: { minutes: number; name: string }) {
  return (
    <>
      {everyText(minutes)}{' '}
      <Link
        to="/erp/index"
        {...setupLink}
        className={classes.change}
        aria-label={`${t('panel.erp.changeSchedule')}: ${name}`}
      >
        {t('panel.erp.changeSchedule')}
      </Link>
    </>
  )
}

function LastRun({ run: { startedAt, errorClass } }: { run: SyncRunShown }) {
  return (
    <>
      {formatDateTime(startedAt)}
      {errorClass !== '' && <span className={classes.bad}> · {t('panel.erp.runFailed')}</span>}
    </>
  )
}

type NextRun = { nextAt: string | undefined; isPaused: boolean; isRunning: boolean }

function nextText({ nextAt, isPaused, isRunning }: NextRun, now: number): string {
  if (isRunning) return t('panel.erp.running')
  if (!nextAt) return t('panel.erp.every.never')
  return isPaused ? t('panel.erp.afterPause') : formatRelative(nextAt, now)
}

function SyncActions({ what, name }: { what: SyncKind; name: string }) {
  const { button } = useBusy()
  const start = async (isFull: boolean) => {
    await api.post('/api/Erp/StartSync', { what, isFull })
    notifyDone(t('panel.erp.fetchStarted', { what: name }))
    await refetch('erpSyncs')
  }
  const startAll = async () => {
    const isConfirmed = await confirm({
      title: t('panel.erp.fetchAllTitle', { what: name }),
      text: t('panel.erp.fetchAllText'),
      action: t('panel.erp.fetchAll'),
    })
    if (isConfirmed) await start(true)
  }
  return (
    <Group gap="xs" role="group" aria-label={name} className={classes.deeds}>
      <IconButton Icon={IconCloudDown} {...button('now', () => start(false))}>
        {t('panel.erp.fetchNow')}
      </IconButton>
      <IconButton Icon={IconRefreshDot} {...button('all', startAll)}>
        {t('panel.erp.fetchAll')}
      </IconButton>
    </Group>
  )
}

function RunTable({ runs }: { runs: SyncRunShown[] }) {
  if (runs.length === 0) return null
  return (
    <>
      <Title order={2} size="h4" mb="sm">
        {t('panel.erp.runs')}
      </Title>
      <DataTable
        label={t('panel.erp.runs')}
        columns={columns}
        rows={runs}
        rowKey={({ id }) => id}
        details={details}
      />
    </>
  )
}

const countKinds = ['added', 'updated', 'unchanged', 'refused'] as const

const columns: Column<SyncRunShown>[] = [
  { key: 'when', name: t('panel.erp.when'), cell: ({ startedAt }) => formatDateTime(startedAt) },
  {
    key: 'what',
    name: t('panel.erp.fetched'),
    cell: ({ what, isFull }) => (
      <span>
        {t(`panel.erp.what.${what}`)}
        {isFull && <span className="soft"> · {t('panel.erp.isFull')}</span>}
      </span>
    ),
  },
  ...countKinds.map((count) => ({
    key: count,
    name: t(`panel.erp.count.${count}`),
    isNumber: true,
    cell: (run: SyncRunShown) => (
      <bdi
        className={`number ${classes.count}`}
        data-bad={(count === 'refused' && run.refused > 0) || undefined}
      >
        {formatCount(run[count])}
      </bdi>
    ),
  })),
  { key: 'state', name: t('order.state'), cell: (run) => <State run={run} /> },
]

function State({ run: { endedAt, errorClass } }: { run: SyncRunShown }) {
  if (errorClass !== '') {
    return <Badge color="red">{t('panel.erp.runFailed')}</Badge>
  }
  return (
    <Badge color={endedAt ? 'green' : 'blue'}>{t(endedAt ? 'panel.erp.runDone' : 'panel.erp.running')}</Badge>
  )
}

const details: Details<SyncRunShown> = {
  label: ({ problems, errorClass }) =>
    problems.length > 0 || errorClass !== '' ? t('panel.erp.why') : undefined,
  content: (run) => <Problems run={run} />,
}

function Problems({ run: { problems, refused, errorClass, error } }: { run: SyncRunShown }) {
  const lines = problems.map(({ name, reason }) => `${name}\t${t(`panel.erp.refused.${reason}`)}`)
  return (
    <>
      {errorClass !== '' && (
        <div className={classes.failure}>
          {t(`panel.erp.outcome.${errorClass}`)}
          <ErpMessage text={error} />
        </div>
      )}
      {problems.length > 0 && (
        <>
          <ul className={classes.problems} tabIndex={0} aria-label={t('panel.erp.count.refused')}>
            {problems.map(({ name, reason }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- the same row may be refused twice
              <li key={index}>
                <bdi>{name}</bdi> <span>{t(`panel.erp.refused.${reason}`)}</span>
              </li>
            ))}
          </ul>
          {refused > problems.length && (
            <p className="soft">{t('panel.erp.moreRefused', { count: refused - problems.length })}</p>
          )}
          <CopyButton text={lines.join('\n')} />
        </>
      )}
    </>
  )
}

/** Polls faster while a fetch runs. */
function useSyncs() {
  return useCall(['erpSyncs'], (options) => api.get('/api/Erp/GetSyncs', {}, { ...options, isQuiet: true }), {
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { data } }) => (data?.syncs.some((sync) => sync.isRunning) ? 2000 : 10_000),
  })
}
