import { Button, Text } from '@mantine/core'
import { IconPlayerPlay, IconPlayerStop, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { Dialog } from '../Dialog.tsx'
import { IconAction, IconButton } from '../IconButton.tsx'
import { ProgressBar } from '../ProgressBar.tsx'
import { useTabs } from '../shell/tabStore.ts'
import classes from './BulkTray.module.css'
import { closeBulk, type NotDone, stopBulk, useBulk } from './bulk.ts'

/** Fewer are done before their progress could be read. */
const minShownRecords = 10
const maxShownPerReason = 100

/**
 * The action on many records: on every page while it runs, then only what it did not do, on the page that started
 * it.
 */
export function BulkTray() {
  const run = useBulk((bulk) => bulk.run)
  const activePath = useTabs((tabs) => tabs.active)
  const [isListOpen, setIsListOpen] = useState(false)
  const isRunning = run?.state === 'running'
  if (!run || (isRunning ? run.total < minShownRecords : run.path !== activePath)) return null
  const { title, handled, total, notDone, state, failure } = run
  const progress = t('panel.photos.progress', { done: formatCount(handled), total: formatCount(total) })
  const [only] = notDone
  const close = () => {
    closeBulk()
    document.getElementById('content')?.focus()
  }
  return (
    <section className={classes.tray} aria-label={t('panel.bulk.tray')}>
      <Text fw={600} size="sm">
        {title}
      </Text>
      {isRunning && (
        <ProgressBar className={classes.bar ?? ''} share={handled / total} label={title} text={progress} />
      )}
      {state !== 'ended' && (
        <Text size="sm" className="number">
          {progress}
        </Text>
      )}
      {isRunning && (
        <>
          <IconButton Icon={IconPlayerStop} size="compact-md" onClick={stopBulk}>
            {t('panel.photos.stop')}
          </IconButton>
          <Text size="sm" className={classes.hint}>
            {t('panel.bulk.keepOpen')}
          </Text>
        </>
      )}
      <Text size="sm" role="status" className={classes.said}>
        {state === 'stopped' && <span>{failure || t('panel.bulk.stopped')}</span>}
        {notDone.length > 0 && <span>{t('panel.bulk.notDone', { count: notDone.length })}</span>}
        {only && notDone.length === 1 && (
          <span>
            <bdi>{only.name}</bdi>: {only.reason}
          </span>
        )}
      </Text>
      {notDone.length > 1 && (
        <Button variant="default" size="compact-md" onClick={() => setIsListOpen(true)}>
          {t('panel.bulk.show')}
        </Button>
      )}
      {state === 'stopped' && (
        <IconButton Icon={IconPlayerPlay} size="compact-md" onClick={run.continue}>
          {t('panel.bulk.continue')}
        </IconButton>
      )}
      {!isRunning && <IconAction Icon={IconX} size={36} label={t('action.close')} onClick={close} />}
      {isListOpen && (
        <Dialog
          title={t('panel.bulk.notDone', { count: notDone.length })}
          onClose={() => setIsListOpen(false)}
        >
          {[...Map.groupBy(notDone, ({ reason }) => reason)].map(([reason, records]) => (
            <Reason key={reason} reason={reason} records={records} onOpen={() => setIsListOpen(false)} />
          ))}
        </Dialog>
      )}
    </section>
  )
}

type ReasonProps = { reason: string; records: NotDone[]; onOpen: () => void }

function Reason({ reason, records, onOpen }: ReasonProps) {
  const others = records.length - maxShownPerReason
  return (
    <section className={classes.reason} aria-label={reason}>
      <Text fw={600} size="sm">
        {reason} <span className="number">({formatCount(records.length)})</span>
      </Text>
      <ul className={classes.records}>
        {records.slice(0, maxShownPerReason).map(({ id, name, link }) => (
          <li key={id}>
            {link ? (
              <Link {...link} onClick={onOpen}>
                <bdi>{name}</bdi>
              </Link>
            ) : (
              <bdi>{name}</bdi>
            )}
          </li>
        ))}
      </ul>
      {others > 0 && <Text size="sm">{t('panel.bulk.others', { count: others })}</Text>}
    </section>
  )
}
