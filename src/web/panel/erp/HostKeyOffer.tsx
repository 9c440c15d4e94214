import { Alert } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { t } from '#web/i18n.ts'
import { IconButton } from '../IconButton.tsx'
import type { ErpTest } from './erpTest.tsx'
import classes from './Setup.module.css'

/** The SFTP server's fingerprint, if it differs from the entered one. */
export function offeredHostKey({ answer, isTesting }: ErpTest): string | undefined {
  if (isTesting || answer?.errorClass !== 'auth') return undefined
  return /SHA256:[A-Za-z0-9+/]{43}/.exec(answer.said)?.[0]
}

type Props = { fingerprint: string; entered: string; onAccept: () => void }

/** Lets the user compare and accept it. A mismatch with an entered key is a warning. */
export function HostKeyOffer({ fingerprint, entered, onAccept }: Props) {
  const isMismatch = entered !== ''
  return (
    <Alert
      role="alert"
      color={isMismatch ? 'red' : 'yellow'}
      variant="light"
      mb="md"
      {...(isMismatch ? {} : { classNames: { title: classes.warned } })}
      title={t(isMismatch ? 'panel.erp.hostKeyOther' : 'panel.erp.hostKeyShown')}
    >
      <p>
        <bdi
          dir="ltr"
          style={{ overflowWrap: 'anywhere', fontFamily: 'var(--mantine-font-family-monospace)' }}
        >
          {fingerprint}
        </bdi>
      </p>
      <p>{t(isMismatch ? 'panel.erp.hostKeyOtherText' : 'panel.erp.hostKeyShownText')}</p>
      <IconButton Icon={IconFingerprint} mt="xs" onClick={onAccept}>
        {t('panel.erp.hostKeyAccept')}
      </IconButton>
    </Alert>
  )
}
