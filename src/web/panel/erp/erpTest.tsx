import { Alert, Group, Loader } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { SentErpLink } from '#shared/erp/erp.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { IconButton } from '../IconButton.tsx'
import { ErpMessage } from './ErpMessage.tsx'
import classes from './Setup.module.css'

type LinkInput = Pick<SentErpLink, 'kind' | 'settings' | 'secret'>

export type ErpTest = ReturnType<typeof useErpTest>

/** Signs in with unsaved settings; one test at a time. */
export function useErpTest() {
  const { isPending, data, error, mutate } = useMutation({
    networkMode: 'always',
    mutationFn: async (input: LinkInput) => (await api.post('/api/Erp/TestLink', input)).data,
  })
  const run = (input: LinkInput) => {
    if (!isPending) mutate(input)
  }
  return { isTesting: isPending, answer: data, failure: error?.message, run }
}

export function TestResult({ test: { isTesting, answer, failure } }: { test: ErpTest }) {
  return (
    <div role="status">
      {isTesting && (
        <Group gap="xs" mb="md">
          <Loader size={18} aria-hidden />
          {t('panel.erp.testing')}
        </Group>
      )}
      {failure && (
        <Alert color="red" mb="md">
          {failure}
        </Alert>
      )}
      {answer?.isUp && (
        <Alert color="green" mb="md">
          {t('panel.erp.testUp', { name: answer.said })}
        </Alert>
      )}
      {answer && !answer.isUp && (
        <Alert color="red" mb="md" title={t('panel.erp.testFailed')}>
          {t(`panel.erp.testClass.${answer.errorClass ?? 'unknown'}`)}
          <ErpMessage text={answer.said} />
        </Alert>
      )}
    </div>
  )
}

/** The SFTP server's fingerprint, if it differs from the entered one. */
export function offeredHostKey({ answer, isTesting }: ErpTest): string | undefined {
  if (isTesting || answer?.errorClass !== 'auth') return undefined
  return /SHA256:[A-Za-z0-9+/]{43}/.exec(answer.said)?.[0]
}

type OfferedHostKeyProps = { fingerprint: string; entered: string; onAccept: () => void }

/** Lets the user compare and accept it. A mismatch with an entered key is a warning. */
export function HostKeyOffer({ fingerprint, entered, onAccept }: OfferedHostKeyProps) {
  const isMismatch = entered !== ''
  return (
    <Alert
      role="alert"
      color={isMismatch ? 'red' : 'yellow'}
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
