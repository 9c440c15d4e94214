import { Autocomplete, Select, Switch, TextInput } from '@mantine/core'
import { t } from '#web/i18n.ts'
import { FormSection } from '../form/FormSection.tsx'
import { CurrencyField } from './CurrencyField.tsx'
import classes from './CustomerFields.module.css'
import { useAgentChoices, usePriceGroups } from './choices.ts'
import type { CustomerForm } from './customerForm.ts'

/** The code cannot be changed later. */
export function CustomerFields({ form, isNew = false }: { form: CustomerForm; isNew?: boolean }) {
  const priceGroups = usePriceGroups()
  const agents = useAgentChoices(form.values.salesPersonCode)
  return (
    <>
      <FormSection title={t('panel.customerEdit')}>
        <TextInput
          label={t('panel.customer.code')}
          description={t(isNew ? 'panel.customer.codeOnce' : 'panel.customer.codeFixed')}
          {...noAutoComplete}
          dir="ltr"
          {...form.text('currAccCode')}
          {...(isNew ? {} : { readOnly: true, variant: 'filled', required: false })}
        />
        <TextInput
          label={t('panel.customer.name')}
          description={t('panel.customer.nameText')}
          {...noAutoComplete}
          {...form.text('currAccDescription')}
        />
        <CurrencyField form={form} />
        <Autocomplete
          label={t('panel.customer.priceGroup')}
          description={t('panel.customer.priceGroupText')}
          data={priceGroups}
          // A complete value would leave no other option, so show all.
          filter={({ options, search }) =>
            priceGroups.includes(search) ? options : options.filter((option) => startsWith(option, search))
          }
          {...form.text('priceGroup')}
          onChange={(value) => form.set('priceGroup', value)}
        />
        <Select
          label={t('order.salesPerson')}
          description={t('panel.customer.agentText')}
          placeholder={t('panel.customer.withoutAgent')}
          searchable
          clearable
          nothingFoundMessage={t('list.nothingFound')}
          data={agents}
          {...form.choice('salesPersonCode')}
        />
      </FormSection>
      <Contact form={form} />
      <FormSection title={t('panel.customer.ordering')} columns={1}>
        <Switch
          label={t('panel.customer.blocked')}
          description={t('panel.customer.blockedText')}
          {...form.flag('isBlocked')}
        />
      </FormSection>
    </>
  )
}

/** Keeps the browser from filling in the user's own data. */
const noAutoComplete = { autoComplete: 'off' }

const startsWith = (option: object, search: string) =>
  'value' in option && String(option.value).toLowerCase().startsWith(search.trim().toLowerCase())

function Contact({ form }: { form: CustomerForm }) {
  return (
    <FormSection title={t('panel.customer.contact')}>
      <TextInput
        label={t('panel.person.email')}
        type="email"
        dir="ltr"
        {...noAutoComplete}
        {...form.text('email')}
      />
      <TextInput
        label={t('panel.person.phone')}
        type="tel"
        dir="ltr"
        {...noAutoComplete}
        {...form.text('phone')}
      />
      <TextInput
        label={t('panel.customer.taxNumber')}
        dir="ltr"
        {...noAutoComplete}
        {...form.text('taxNumber')}
      />
      <TextInput label={t('panel.customer.taxOffice')} {...noAutoComplete} {...form.text('taxOffice')} />
      <TextInput
        className={classes.wide}
        label={t('panel.customer.address')}
        {...noAutoComplete}
        {...form.text('address')}
      />
      <TextInput label={t('panel.customer.city')} {...noAutoComplete} {...form.text('city')} />
      <TextInput label={t('panel.customer.country')} {...noAutoComplete} {...form.text('country')} />
    </FormSection>
  )
}
