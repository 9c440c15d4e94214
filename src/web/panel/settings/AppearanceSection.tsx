import { t } from '#web/i18n.ts'
import { FormSection } from '../form/FormSection.tsx'
import { ColorField, isColor } from './ColorChoice.tsx'
import { ColorPreview } from './ColorPreview.tsx'
import type { SettingsForm } from './settingsForm.ts'

export function AppearanceSection({ form }: { form: SettingsForm }) {
  const color = (form.values.themeColor ?? '').toLowerCase()
  return (
    <FormSection title={t('panel.settings.appearance')} description={t('panel.settings.themeColorText')}>
      <ColorField
        color={color}
        onChoose={(text) => form.set('themeColor', text)}
        field={{ label: t('panel.settings.themeColor'), ...form.text('themeColor') }}
      />
      {isColor(color) && <ColorPreview color={color} />}
    </FormSection>
  )
}
