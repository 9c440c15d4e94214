import { useState } from 'react'
import type { TenantSettings } from '#shared/tenancy.ts'
import { api, CallFailed } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { FormPage } from '../form/FormPage.tsx'
import { LoadAgain } from '../form/LoadAgain.tsx'
import { useRecordForm } from '../form/useRecordForm.ts'
import { AppearanceSection } from './AppearanceSection.tsx'
import { CompanySection } from './CompanySection.tsx'
import { LanguageSection } from './LanguageSection.tsx'
import { ReloadNotice } from './ReloadNotice.tsx'
import { SecuritySection } from './SecuritySection.tsx'
import { AdvancedSection, OnlineSection, OrderSection, ShopSection } from './sections.tsx'
import { draftOf, isOutdated, settingsSchema } from './settingsForm.ts'

type Props = { stored: TenantSettings; fetchStored: () => Promise<TenantSettings> }

export function SettingsEditor({ stored, fetchStored }: Props) {
  // As last loaded or saved.
  const [current, setCurrent] = useState(stored)
  const [isStale, setIsStale] = useState(false)
  const form = useRecordForm({
    schema: settingsSchema,
    initial: draftOf(stored),
    save: async (values) => {
      const request = { ...values, version: current.version }
      const { data } = await api
        .post('/api/Account/UpdateTenantSettings', request)
        .catch((error: unknown) => {
          setIsStale(error instanceof CallFailed && error.code === 'record.changed')
          throw error
        })
      return data
    },
    onSaved: ({ version }, values) => {
      setIsStale(false)
      setCurrent((before) => ({ ...before, ...values, version }))
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
    <FormPage title={t('panel.settings')} form={form}>
      {isStale && <LoadAgain load={loadAgain} />}
      <CompanySection
        form={form}
        stored={current}
        onLogo={(logo) => setCurrent((before) => ({ ...before, logo }))}
      />
      <LanguageSection form={form} />
      <ShopSection form={form} />
      <OrderSection form={form} />
      <OnlineSection form={form} />
      <AppearanceSection form={form} />
      <SecuritySection form={form} />
      <AdvancedSection form={form} />
      {isOutdated(current) && <ReloadNotice />}
    </FormPage>
  )
}
