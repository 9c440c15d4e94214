import { Alert, Group, Loader } from '@mantine/core'
import { t } from '#web/i18n.ts'
import { ErpMessage } from './ErpMessage.tsx'
import type { ErpTest } from './useErpTest.ts'

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
        <Alert color="red" variant="light" mb="md">
          {failure}
        </Alert>
      )}
      {answer?.isUp && (
        <Alert color="green" variant="light" mb="md">
          {t('panel.erp.testUp', { name: answer.said })}
        </Alert>
      )}
      {answer && !answer.isUp && (
        <Alert color="red" variant="light" mb="md" title={t('panel.erp.testFailed')}>
          {t(`panel.erp.testClass.${answer.errorClass ?? 'unknown'}`)}
          <ErpMessage text={answer.said} />
        </Alert>
      )}
    </div>
  )
}
