import { Autocomplete, NumberInput, Select, Switch, TextInput } from '@mantine/core'
import { homeVisibleTypes } from '#shared/tenancy.ts'
import { t } from '#web/i18n.ts'
import { CurrencyField } from '../customers/CurrencyField.tsx'
import { usePriceGroups } from '../customers/choices.ts'
import { FormSection } from '../form/FormSection.tsx'
import { AccountSelect } from '../users/AccountSelect.tsx'
import type { SettingsForm } from './settingsForm.ts'

type Props = { form: SettingsForm }

const homeLabels = {
  [-1]: t('panel.settings.home.both'),
  0: t('panel.settings.home.brands'),
  1: t('panel.settings.home.categories'),
}

export function ShopSection({ form }: Props) {
  const priceGroups = usePriceGroups()
  return (
    <FormSection title={t('panel.settings.shop')}>
      <Switch
        label={t('panel.settings.authRequired')}
        description={t('panel.settings.authRequiredText')}
        {...form.flag('authRequired')}
      />
      <Switch
        label={t('panel.settings.orderAuthRequired')}
        description={t('panel.settings.orderAuthRequiredText')}
        {...form.flag('orderAuthRequired')}
      />
      {!form.values.orderAuthRequired && (
        <AccountSelect
          label={t('panel.settings.guestAccountCode')}
          description={t('panel.settings.guestAccountCodeText')}
          {...form.choice('guestAccountCode')}
        />
      )}
      <Switch
        label={t('panel.settings.detailVisible')}
        description={t('panel.settings.detailVisibleText')}
        {...form.flag('detailVisible')}
      />
      <Switch
        label={t('panel.settings.descriptionVisible')}
        description={t('panel.settings.descriptionVisibleText')}
        {...form.flag('descriptionVisible')}
      />
      <Select
        label={t('panel.settings.homeVisibleType')}
        description={t('panel.settings.homeVisibleTypeText')}
        allowDeselect={false}
        data={homeVisibleTypes.map((value) => ({ value, label: homeLabels[value] }))}
        {...form.choice('homeVisibleType')}
      />
      <Autocomplete
        label={t('panel.settings.priceGroup')}
        description={t('panel.settings.priceGroupText')}
        data={priceGroups}
        // A complete value would leave no other option, so show all.
        filter={({ options, search }) =>
          priceGroups.includes(search) ? options : options.filter((option) => startsWith(option, search))
        }
        {...form.text('priceGroup')}
        onChange={(value) => form.set('priceGroup', value)}
      />
      <CurrencyField form={form} description={t('panel.settings.currencyText')} />
    </FormSection>
  )
}

const startsWith = (option: object, search: string) =>
  'value' in option && String(option.value).toLowerCase().startsWith(search.trim().toLowerCase())

export function OrderSection({ form }: Props) {
  return (
    <FormSection title={t('panel.settings.orders')} columns={1}>
      <Switch
        label={t('panel.settings.transferEnabled')}
        description={t('panel.settings.transferEnabledText')}
        {...form.flag('transferEnabled')}
      />
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
