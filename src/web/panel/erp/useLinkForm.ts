import { useState } from 'react'
import { needsSecret } from '#shared/erp/place.ts'
import type { LinkedKind } from '#shared/erp/settings.ts'
import type { ErpLinkShown } from '#shared/erp.ts'
import { api, CallFailed } from '#web/api.ts'
import { checkDraft } from '../form/draft.ts'
import { useRecordForm } from '../form/useRecordForm.ts'
import type { SetupProps } from './SetupPart.tsx'
import { useErpTest } from './useErpTest.ts'

type Schema = Parameters<typeof useRecordForm>[0]['schema']
type Given = { secret?: string | undefined; isAutomatic: boolean } & Record<string, unknown>

/** What a form's record is to the server: the settings of the kind apart from the rest. */
function callOf(kind: LinkedKind, { secret, isAutomatic, ...settings }: Given) {
  return { kind, settings, isAutomatic, ...(secret ? { secret } : {}) }
}

/** The form of a link of one kind: saved with the version that it began from, and tried before that. */
export function useLinkForm<Of extends Schema>(
  kind: LinkedKind,
  schema: Of,
  initial: Parameters<typeof useRecordForm<Of, unknown>>[0]['initial'],
  { stored, onSaved }: Pick<SetupProps, 'stored' | 'onSaved'>,
) {
  const [isStale, setIsStale] = useState(false)
  const test = useErpTest()
  const form = useRecordForm({
    schema,
    initial,
    isNew: stored?.kind !== kind,
    save: async (values) => {
      const call = callOf(kind, values as Given)
      const version = stored ? { version: stored.version } : {}
      const { data } = await api
        .post('/api/Erp/SaveLink', { ...call, ...version })
        .catch((error: unknown) => {
          setIsStale(error instanceof CallFailed && error.code === 'record.changed')
          throw error
        })
      return data
    },
    onSaved: ({ version }, values) => {
      const { settings, isAutomatic } = callOf(kind, values as Given)
      setIsStale(false)
      // What was typed of the secret stays nowhere.
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
  /** `changed` is what was set in this very moment. */
  const runTest = (changed: object = {}) => {
    const { values, problems } = checkDraft(schema, { ...form.values, ...changed })
    if (problems) {
      // Nothing is saved of what is wrong: it is only said beside the fields.
      form.submit()
      return
    }
    const { isAutomatic: _isAutomatic, ...call } = callOf(kind, values as Given)
    test.run(call)
  }
  return { form, test, runTest, isStale }
}
