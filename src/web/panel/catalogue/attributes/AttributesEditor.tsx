import { Text } from '@mantine/core'
import { useState } from 'react'
import { languageNames } from '#shared/languageNames.ts'
import { api, CallFailed } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'
import { FormPage } from '../../form/FormPage.tsx'
import { LoadAgain } from '../../form/LoadAgain.tsx'
import { useRecordForm } from '../../form/useRecordForm.ts'
import { ReloadNotice } from '../../settings/ReloadNotice.tsx'
import { AttributeList } from './AttributeList.tsx'
import { attributesSchema, draftOf, isOutdated, type StoredAttributes } from './attributesForm.ts'

type Props = { stored: StoredAttributes; fetchStored: () => Promise<StoredAttributes> }

export function AttributesEditor({ stored, fetchStored }: Props) {
  // As last loaded or saved.
  const [current, setCurrent] = useState(stored)
  const [isStale, setIsStale] = useState(false)
  const form = useRecordForm({
    schema: attributesSchema,
    initial: draftOf(stored),
    save: async (values) => {
      const request = { ...values, version: current.version }
      const { data } = await api.post('/api/Shop/SaveAttributes', request).catch((error: unknown) => {
        setIsStale(error instanceof CallFailed && error.code === 'record.changed')
        throw error
      })
      return data
    },
    onSaved: ({ version }, values) => {
      setIsStale(false)
      const { attributes } = attributesSchema.parse(values)
      setCurrent((before) => ({
        version,
        attributes: attributes.flatMap((saved) =>
          before.attributes
            .filter(({ name }) => name === saved.name)
            .map((attribute) => ({ ...attribute, ...saved })),
        ),
      }))
    },
  })
  const loadAgain = async () => {
    const fresh = await fetchStored()
    setIsStale(false)
    form.discard()
    form.restart(draftOf(fresh))
    setCurrent(fresh)
  }
  return (
    <FormPage title={t('panel.attributes')} form={form}>
      {isStale && <LoadAgain load={loadAgain} />}
      <Text c="var(--ink-soft)" mb="md">
        {t('panel.attributeNames.text', { language: languageNames[settings.languages[0] ?? 'tr'] })}
      </Text>
      <AttributeList form={form} stored={current} />
      {isOutdated(current) && <ReloadNotice />}
    </FormPage>
  )
}
