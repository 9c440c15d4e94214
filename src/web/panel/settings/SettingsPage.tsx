import type { TenantSettings } from '#shared/settings.ts'
import { api, type CallOptions } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { FormPage } from '../form/FormPage.tsx'
import { useRecordQuery } from '../form/useRecordQuery.ts'
import { useStoredForm } from '../form/useStoredForm.ts'
import { RecordPage } from '../Loaded.tsx'
import { ReloadNotice } from './ReloadNotice.tsx'
import {
  AdvancedSection,
  AppearanceSection,
  BannerSection,
  CompanySection,
  draftOf,
  isOutdated,
  LanguageSection,
  OnlineSection,
  OrderSection,
  SecuritySection,
  ShopSection,
  settingsSchema,
} from './sections.tsx'
import { TaxSection } from './TaxSection.tsx'

export function SettingsPage() {
  const query = useRecordQuery(['tenantSettings'], getSettings)
  return (
    <RecordPage title={t('panel.settings')} query={query} height={900}>
      {(stored) => <SettingsEditor stored={stored} />}
    </RecordPage>
  )
}

const getSettings = (options?: CallOptions) => api.get('/api/Account/GetTenantSettings', {}, options)

function SettingsEditor({ stored }: { stored: TenantSettings }) {
  const form = useStoredForm({
    schema: settingsSchema,
    stored,
    draftOf,
    save: async (values, version) =>
      (await api.post('/api/Account/UpdateTenantSettings', { ...values, version })).data,
    load: getSettings,
    toStored: (values) => values,
  })
  return (
    <FormPage title={t('panel.settings')} form={form} hasContents>
      <CompanySection form={form} stored={form.current} onLogo={(logo) => form.change({ logo })} />
      <LanguageSection form={form} />
      <ShopSection form={form} />
      <BannerSection
        form={form}
        stored={form.current}
        onPicture={(bannerPicture) => form.change({ bannerPicture })}
      />
      <OrderSection form={form} />
      <TaxSection form={form} />
      <OnlineSection form={form} />
      <AppearanceSection form={form} />
      <SecuritySection form={form} />
      <AdvancedSection form={form} />
      {isOutdated(form.current) && <ReloadNotice />}
    </FormPage>
  )
}
