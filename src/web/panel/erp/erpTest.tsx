import { Alert, Group, Loader } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ErpLinkGiven } from '#shared/erp.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { ErpMessage } from './ErpMessage.tsx'

type LinkInput = Pick<ErpLinkGiven, 'kind' | 'settings' | 'secret'>

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
