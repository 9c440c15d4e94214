import { NumberInput, Select, TextInput } from '@mantine/core'
import { homeVisibleTypes } from '#shared/tenancy.ts'
import { t } from '#web/i18n.ts'
import { CurrencyField, PriceGroupField } from '../customers/CurrencyField.tsx'
import { FormSection } from '../form/FormSection.tsx'
import { SwitchFields } from '../form/TextFields.tsx'
import { AccountSelect } from '../users/AccountSelect.tsx'
import type { SettingsForm } from './settingsForm.ts'

type Props = { form: SettingsForm }

const homeLabels = {
  [-1]: t('panel.settings.home.both'),
  0: t('panel.settings.home.brands'),
  1: t('panel.settings.home.categories'),
}

export function ShopSection({ form }: Props) {
  return (
    <FormSection title={t('panel.settings.shop')}>
      <SwitchFields form={form} fields={switches('authRequired', 'orderAuthRequired')} />
      {!form.values.orderAuthRequired && (
        <AccountSelect
          label={t('panel.settings.guestAccountCode')}
          description={t('panel.settings.guestAccountCodeText')}
          {...form.choice('guestAccountCode')}
        />
      )}
      <SwitchFields form={form} fields={switches('detailVisible', 'descriptionVisible')} />
      <Select
        label={t('panel.settings.homeVisibleType')}
        description={t('panel.settings.homeVisibleTypeText')}
        allowDeselect={false}
        data={homeVisibleTypes.map((value) => ({ value, label: homeLabels[value] }))}
        {...form.choice('homeVisibleType')}
      />
      <PriceGroupField
        form={form}
        label={t('panel.settings.priceGroup')}
        description={t('panel.settings.priceGroupText')}
      />
      <CurrencyField form={form} description={t('panel.settings.currencyText')} />
    </FormSection>
  )
}

type FlagName =
  | 'authRequired'
  | 'orderAuthRequired'
  | 'detailVisible'
  | 'descriptionVisible'
  | 'transferEnabled'

const switches = <Name extends FlagName>(...names: Name[]) =>
  names.map((path) => ({
    path,
    label: t(`panel.settings.${path}`),
    description: t(`panel.settings.${path}Text`),
  }))

export function OrderSection({ form }: Props) {
  return (
    <FormSection title={t('panel.settings.orders')} columns={1}>
      <SwitchFields form={form} fields={switches('transferEnabled')} />
    </FormSection>
  )
}

export function OnlineSection({ form }: Props) {
  return (
    <FormSection title={t('panel.settings.online')}>
      <NumberInput
        label={t('panel.settings.onlineExpire')}
        description={t('panel.settings.onlineExpireText')}
        min={0}
        max={86_400}
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="none"
        {...form.number('onlineExpire')}
      />
    </FormSection>
  )
}

export function AdvancedSection({ form }: Props) {
  return (
    <FormSection title={t('panel.settings.advanced')}>
      <TextInput
        label={t('panel.settings.imageExtension')}
        description={t('panel.settings.imageExtensionText')}
        autoComplete="off"
        dir="ltr"
        {...form.text('imageExtension')}
      />
    </FormSection>
  )
}
