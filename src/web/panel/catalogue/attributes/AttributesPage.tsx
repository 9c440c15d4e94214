import { Text } from '@mantine/core'
import { languageNames } from '#shared/languageNames.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'
import { FormPage } from '../../form/FormPage.tsx'
import { RecordPage } from '../../form/RecordPage.tsx'
import { useRecordQuery } from '../../form/useRecordQuery.ts'
import { useStoredForm } from '../../form/useStoredForm.ts'
import { ReloadNotice } from '../../settings/ReloadNotice.tsx'
import { AttributeList } from './AttributeList.tsx'
import { attributesSchema, draftOf, isOutdated, type StoredAttributes } from './attributesForm.ts'

/** Names of the ten product attributes, and which of them are shop filters. */
export function AttributesPage() {
  const query = useRecordQuery({
    queryKey: ['attributes'],
    queryFn: ({ signal }) => fetchAttributes({ signal }),
  })
  return (
    <RecordPage title={t('panel.attributes')} query={query} height={900}>
      {(stored) => <AttributesEditor stored={stored} />}
    </RecordPage>
  )
}

async function fetchAttributes(options: { signal?: AbortSignal } = {}) {
  return (await api.get('/api/Shop/GetAttributes', {}, options)).data
}

function AttributesEditor({ stored }: { stored: StoredAttributes }) {
  const form = useStoredForm({
    schema: attributesSchema,
    stored,
    draftOf,
    save: async (values, version) =>
      (await api.post('/api/Shop/SaveAttributes', { ...values, version })).data,
    load: fetchAttributes,
    toStored: (values, before) => ({
      attributes: attributesSchema
        .parse(values)
        .attributes.flatMap((saved) =>
          before.attributes
            .filter(({ name }) => name === saved.name)
            .map((attribute) => ({ ...attribute, ...saved })),
        ),
    }),
  })
  return (
    <FormPage title={t('panel.attributes')} form={form}>
      <Text c="var(--ink-soft)" mb="md">
        {t('panel.attributeNames.text', { language: languageNames[settings.languages[0] ?? 'tr'] })}
      </Text>
      <AttributeList form={form} stored={form.current} />
      {isOutdated(form.current) && <ReloadNotice />}
    </FormPage>
  )
}
