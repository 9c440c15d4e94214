import { Badge, Button, Group, Title } from '@mantine/core'
import { IconCloudDown, IconRefreshDot } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ErpLinkShown, SyncKind, SyncRunShown } from '#shared/erp.ts'
import { api } from '#web/api.ts'
import { formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { confirm } from '#web/ui/confirm.ts'
import classes from './Fetching.module.css'
import { formatRelative } from './relative.ts'
import { everyText } from './schedule.tsx'
import { useErpActions } from './useErpActions.ts'
import type { useSyncs } from './useSyncs.ts'

type Syncs = NonNullable<ReturnType<typeof useSyncs>['data']>
type Props = { syncs: Syncs; link: ErpLinkShown | undefined; now: number }

export function SyncCards({ syncs: { syncs, runs }, link, now }: Props) {
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
    <li className={classes.card}>
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h5">
          {name}
        </Title>
        <span role="status">
          {isRunning && (
            <Badge component="span" variant="light" color="blue">
              {t('panel.erp.running')}
            </Badge>
          )}
        </span>
      </Group>
      <p className={classes.about}>{t(`panel.erp.what.${what}.text`)}</p>
      <dl className={classes.facts}>
        <div>
          <dt>{t('panel.erp.lastRun')}</dt>
          <dd>{lastRun ? <LastRun run={lastRun} /> : t('panel.erp.neverRun')}</dd>
        </div>
        <div>
          <dt>{t('panel.erp.nextRun')}</dt>
          <dd>{nextText({ nextAt, isPaused, isRunning }, now)}</dd>
        </div>
        <div>
          <dt>{t('panel.erp.howOften')}</dt>
          <dd>
            {everyText(minutes)}{' '}
            <Link
              to="/erp/index"
              search={{ tab: 'setup' } as never}
              className={classes.change}
              aria-label={`${t('panel.erp.changeSchedule')}: ${name}`}
            >
              {t('panel.erp.changeSchedule')}
            </Link>
          </dd>
        </div>
        {fullAt && (
          <div>
            <dt>{t('panel.erp.fullAt')}</dt>
            <dd>{formatDateTime(fullAt)}</dd>
          </div>
        )}
      </dl>
      <SyncActions what={what} name={name} />
    </li>
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
  const { busy, run } = useErpActions()
  const queryClient = useQueryClient()
  const start = async (isFull: boolean) => {
    await api.post('/api/Erp/StartSync', { what, isFull })
    notifyDone(t('panel.erp.fetchStarted', { what: name }))
    await queryClient.invalidateQueries({ queryKey: ['erpSyncs'] })
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
      <Button
        variant="default"
        leftSection={<IconCloudDown size={18} aria-hidden />}
        aria-busy={busy === 'now'}
        onClick={() => run('now', () => start(false))}
      >
        {t('panel.erp.fetchNow')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconRefreshDot size={18} aria-hidden />}
        aria-busy={busy === 'all'}
        onClick={() => run('all', startAll)}
      >
        {t('panel.erp.fetchAll')}
      </Button>
    </Group>
  )
}
