import { Autocomplete, Select, Switch, TextInput } from '@mantine/core'
import { t } from '#web/i18n.ts'
import { FormSection } from '../form/FormSection.tsx'
import { CurrencyField } from './CurrencyField.tsx'
import classes from './CustomerFields.module.css'
import { useAgentChoices, usePriceGroups } from './choices.ts'
import type { CustomerForm } from './customerForm.ts'

/** All fields of a customer but their branches. The code is chosen once. */
export function CustomerFields({ form, isNew = false }: { form: CustomerForm; isNew?: boolean }) {
  const priceGroups = usePriceGroups()
  const agents = useAgentChoices(form.values.salesPersonCode)
  return (
    <>
      <FormSection title={t('panel.customerEdit')}>
        <TextInput
          label={t('panel.customer.code')}
          description={t(isNew ? 'panel.customer.codeOnce' : 'panel.customer.codeFixed')}
          {...plain}
          dir="ltr"
          {...form.text('currAccCode')}
          {...(isNew ? {} : { readOnly: true, variant: 'filled', required: false })}
        />
        <TextInput
          label={t('panel.customer.name')}
          description={t('panel.customer.nameText')}
          {...plain}
          {...form.text('currAccDescription')}
        />
        <CurrencyField form={form} />
        <Autocomplete
          label={t('panel.customer.priceGroup')}
          description={t('panel.customer.priceGroupText')}
          data={priceGroups}
          // What stands there already leaves nothing else to choose: then all are shown.
          filter={({ options, search }) =>
            priceGroups.includes(search) ? options : options.filter((one) => startsWith(one, search))
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

/** Nothing that the browser knows of whoever sits before it is to be offered for a customer. */
const plain = { autoComplete: 'off' }

const startsWith = (option: object, search: string) =>
  'value' in option && String(option.value).toLowerCase().startsWith(search.trim().toLowerCase())

function Contact({ form }: { form: CustomerForm }) {
  return (
    <FormSection title={t('panel.customer.contact')}>
      <TextInput label={t('panel.person.email')} type="email" dir="ltr" {...plain} {...form.text('email')} />
      <TextInput label={t('panel.person.phone')} type="tel" dir="ltr" {...plain} {...form.text('phone')} />
      <TextInput label={t('panel.customer.taxNumber')} dir="ltr" {...plain} {...form.text('taxNumber')} />
      <TextInput label={t('panel.customer.taxOffice')} {...plain} {...form.text('taxOffice')} />
      <TextInput
        className={classes.wide}
        label={t('panel.customer.address')}
        {...plain}
        {...form.text('address')}
      />
      <TextInput label={t('panel.customer.city')} {...plain} {...form.text('city')} />
      <TextInput label={t('panel.customer.country')} {...plain} {...form.text('country')} />
    </FormSection>
  )
}
