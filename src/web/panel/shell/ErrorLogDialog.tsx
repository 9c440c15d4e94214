import { CloseButton, Group, Modal, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '#web/i18n.ts'
import { IconButton } from '../IconButton.tsx'
import classes from './ErrorLogDialog.module.css'
import { clearErrorLog, type LoggedError } from './errorLog.ts'

type Props = { entries: readonly LoggedError[]; onClose: () => void }

/** Errors of this window, for the user to report. */
export function ErrorLogDialog({ entries, onClose }: Props) {
  const [isOpen, setIsOpen] = useState(true)
  return (
    <Modal
      opened={isOpen}
      onClose={() => setIsOpen(false)}
      onExitTransitionEnd={onClose}
      size="xl"
      // Mantine's header would be a second banner landmark.
      withCloseButton={false}
    >
      <Group justify="space-between" mb="sm" wrap="nowrap">
        <Modal.Title fw={600} fz="lg">
          {t('panel.errors')}
        </Modal.Title>
        <CloseButton size="lg" aria-label={t('action.close')} onClick={() => setIsOpen(false)} />
      </Group>
      <ol className={classes.list}>
        {entries.toReversed().map((entry) => (
          <li key={entry.number}>
            <Entry entry={entry} />
          </li>
        ))}
      </ol>
      {entries.length === 0 && <Text>{t('panel.errors.none')}</Text>}
      <Group justify="flex-end" mt="md">
        <IconButton
          Icon={IconTrash}
          disabled={entries.length === 0}
          onClick={() => {
            clearErrorLog()
            setIsOpen(false)
          }}
        >
          {t('panel.errors.clear')}
        </IconButton>
      </Group>
    </Modal>
  )
}

function Entry({ entry: { message, component, url, info } }: { entry: LoggedError }) {
  return (
    <dl className={classes.entry}>
      <dt>{t('panel.errors.message')}</dt>
      <dd className={classes.message}>{message}</dd>
      <dt>{t('panel.errors.component')}</dt>
      <dd dir="ltr">{component}</dd>
      <dt>{t('panel.errors.url')}</dt>
      <dd dir="ltr">{url}</dd>
      {info && (
        <dd className={classes.info}>
          <details>
            <summary>{t('panel.errors.info')}</summary>
            <pre tabIndex={0} dir="ltr">
              {info}
            </pre>
          </details>
        </dd>
      )}
    </dl>
  )
}
