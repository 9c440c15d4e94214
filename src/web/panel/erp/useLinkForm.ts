import { useState } from 'react'
import { needsSecret } from '#shared/erp/place.ts'
import type { LinkedKind } from '#shared/erp/settings.ts'
import type { ErpLinkShown } from '#shared/erp.ts'
import { api, CallFailed } from '#web/api.ts'
import { checkDraft } from '../form/draft.ts'
import { useRecordForm } from '../form/useRecordForm.ts'
import type { SetupProps } from './setupForm.ts'
import { useErpTest } from './useErpTest.ts'

type Schema = Parameters<typeof useRecordForm>[0]['schema']
type FormValues = { secret?: string | undefined; isAutomatic: boolean } & Record<string, unknown>

/** The request body: the kind's settings are nested. */
function toRequest(kind: LinkedKind, { secret, isAutomatic, ...settings }: FormValues) {
  return { kind, settings, isAutomatic, ...(secret ? { secret } : {}) }
}

/** Form of one kind of link: saves with the loaded version, and tests unsaved settings. */
export function useLinkForm<S extends Schema>(
  kind: LinkedKind,
  schema: S,
  initial: Parameters<typeof useRecordForm<S, unknown>>[0]['initial'],
  { stored, onSaved }: Pick<SetupProps, 'stored' | 'onSaved'>,
) {
  const [isStale, setIsStale] = useState(false)
  const test = useErpTest()
  const form = useRecordForm({
    schema,
    initial,
    isNew: stored?.kind !== kind,
    save: async (values) => {
      const request = toRequest(kind, values as FormValues)
      const version = stored ? { version: stored.version } : {}
      const { data } = await api
        .post('/api/Erp/SaveLink', { ...request, ...version })
        .catch((error: unknown) => {
          setIsStale(error instanceof CallFailed && error.code === 'record.changed')
          throw error
        })
      return data
    },
    onSaved: ({ version }, values) => {
      const { settings, isAutomatic } = toRequest(kind, values as FormValues)
      setIsStale(false)
      // Forget the typed secret.
      form.restart({ ...form.values, secret: '' })
      const isPaused = stored?.isPaused ?? false
      const saved: ErpLinkShown = {
        kind,
        settings,
        isAutomatic,
        isPaused,
        hasSecret: needsSecret(kind, settings),
        version,
      }
      onSaved(saved)
    },
  })
  /** `overrides` are values set in this event, not yet in the form. */
  const runTest = (overrides: object = {}) => {
    const { values, problems } = checkDraft(schema, { ...form.values, ...overrides })
    if (problems) {
      // Nothing is saved: submitting shows the problems.
      form.submit()
      return
    }
    const { isAutomatic: _isAutomatic, ...request } = toRequest(kind, values as FormValues)
    test.run(request)
  }
  return { form, test, runTest, isStale }
}
