import { Alert, Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { t } from '#web/i18n.ts'
import classes from './Setup.module.css'
import type { ErpTest } from './useErpTest.ts'

/** The fingerprint that an SFTP server has shown where it is not the one that was entered. */
export function keyShown({ answer, isTesting }: ErpTest): string | undefined {
  if (isTesting || answer?.errorClass !== 'auth') return undefined
  return /SHA256:[A-Za-z0-9+/]{43}/.exec(answer.said)?.[0]
}

type Props = { shown: string; entered: string; onAccept: () => void }

/** Lets a server's fingerprint be compared, and accepted with one press. Another one than was entered is a warning. */
export function HostKeyOffer({ shown, entered, onAccept }: Props) {
  const isOther = entered !== ''
  return (
    <Alert
      role="alert"
      color={isOther ? 'red' : 'yellow'}
      variant="light"
      mb="md"
      {...(isOther ? {} : { classNames: { title: classes.warned } })}
      title={t(isOther ? 'panel.erp.hostKeyOther' : 'panel.erp.hostKeyShown')}
    >
      <p>
        <bdi
          dir="ltr"
          style={{ overflowWrap: 'anywhere', fontFamily: 'var(--mantine-font-family-monospace)' }}
        >
          {shown}
        </bdi>
      </p>
      <p>{t(isOther ? 'panel.erp.hostKeyOtherText' : 'panel.erp.hostKeyShownText')}</p>
      <Button
        variant="default"
        mt="xs"
        leftSection={<IconFingerprint size={18} aria-hidden />}
        onClick={onAccept}
      >
        {t('panel.erp.hostKeyAccept')}
      </Button>
    </Alert>
  )
}
