import { Badge, Button, Group, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import type { Session } from '#shared/users/profile.ts'
import { api } from '#web/api.ts'
import { formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { confirm } from '#web/ui/confirm.ts'
import { Hint } from '../Hint.tsx'
import { Loaded } from '../Loaded.tsx'
import { type Column, DataTable } from '../list/DataTable.tsx'
import { useBusy } from '../useBusy.ts'
import { useCall } from '../useCall.ts'
import { deviceOf } from './deviceName.ts'

const queryKey = ['mySessions']

export function SessionsPage() {
  const heading = useRef<HTMLHeadingElement>(null)
  const sessions = useCall(queryKey, (options) => api.get('/api/Account/GetSessions', {}, options))
  // The pressed button is gone.
  const { endOne, endOthers, isEnding } = useEndSessions(() => heading.current?.focus())
  const endButton = (session: Session) => {
    if (session.isCurrent) return null
    const labelValues = { device: deviceLabel(session), date: formatDateTime(session.createdAt) }
    return (
      <Button
        variant="default"
        h={40}
        aria-disabled={isEnding}
        aria-label={t('panel.session.endLabel', labelValues)}
        onClick={() => endOne(session)}
      >
        {t('panel.session.end')}
      </Button>
    )
  }
  const hasOthers = sessions.data?.some((session) => !session.isCurrent)
  return (
    <>
      <Group justify="space-between" mb="xs">
        <Title order={1} size="h3" ref={heading} tabIndex={-1}>
          {t('panel.sessions')}
        </Title>
        {hasOthers && (
          <Button variant="default" h={40} aria-disabled={isEnding} onClick={() => endOthers()}>
            {t('panel.session.endOthers')}
          </Button>
        )}
      </Group>
      <Loaded query={sessions} height={240}>
        {(rows) => (
          <>
            <Hint mb="sm">{t(hasOthers ? 'panel.session.text' : 'panel.session.only')}</Hint>
            {hasOthers && (
              <Text mb="sm">
                <Link to="/user/sifre-degistir">{t('panel.password')}</Link>
              </Text>
            )}
            <DataTable
              label={t('panel.sessions')}
              columns={columns()}
              rows={rows}
              rowKey={(session) => session.id}
              rowActions={endButton}
            />
          </>
        )}
      </Loaded>
    </>
  )
}

function columns(): Column<Session>[] {
  return [
    {
      name: t('panel.session.device'),
      cell: (session) => (
        <Group gap="xs">
          <span title={session.userAgent}>{deviceLabel(session)}</span>
          {session.isCurrent && <Badge>{t('panel.session.current')}</Badge>}
        </Group>
      ),
    },
    { name: t('panel.session.address'), cell: ({ address }) => <bdi className="number">{address}</bdi> },
    { name: t('panel.session.signedIn'), cell: ({ createdAt }) => formatDateTime(createdAt) },
    {
      name: t('panel.session.lastActive'),
      cell: ({ isCurrent, renewedAt }) => (isCurrent ? t('panel.session.now') : formatDateTime(renewedAt)),
    },
  ]
}

/** 'Chrome on Android'. */
function deviceLabel({ userAgent }: Session): string {
  const { browser, system } = deviceOf(userAgent)
  if (browser && system) return t('panel.session.on', { browser, system })
  return browser ?? system ?? t('panel.session.unknown')
}

type Ending = {
  name: string
  title: string
  text: string
  action: string
  end: () => Promise<unknown>
  ended: string
}

/** Asks first, as this cannot be undone. A failed one is reloaded too: the session may have ended elsewhere. */
function useEndSessions(onEnded: () => void) {
  const { isBusy, run } = useBusy(queryKey)
  const ask = ({ name, end, ended, ...question }: Ending) =>
    run(async () => {
      if (!(await confirm({ ...question, isDangerous: true }))) return
      await end()
      notifyDone(ended)
      onEnded()
    }, name)
  return {
    endOne: (session: Session) =>
      ask({
        name: session.id,
        title: t('panel.session.endTitle'),
        text: t('panel.session.endText', { device: deviceLabel(session) }),
        action: t('panel.session.end'),
        end: () => api.post('/api/Account/EndSession', { id: session.id }),
        ended: t('panel.session.ended'),
      }),
    endOthers: () =>
      ask({
        name: 'others',
        title: t('panel.session.endOthersTitle'),
        text: t('panel.session.endOthersText'),
        action: t('panel.session.endOthers'),
        end: () => api.post('/api/Account/EndOtherSessions', {}),
        ended: t('panel.session.othersEnded'),
      }),
    isEnding: isBusy,
  }
}
