import { Select, TextInput } from '@mantine/core'
import { t } from '#web/i18n.ts'
import { FormSection } from '../form/FormSection.tsx'
import { SwitchFields, TextFields } from '../form/TextFields.tsx'
import { CurrencyField, PriceGroupField } from './CurrencyField.tsx'
import { useAgentChoices } from './choices.ts'
import type { CustomerForm } from './customerDraft.ts'

/** The code cannot be changed later. */
export function CustomerFields({ form, isNew = false }: { form: CustomerForm; isNew?: boolean }) {
  const agents = useAgentChoices(form.values.salesPersonCode)
  return (
    <>
      <FormSection title={t('panel.customerEdit')}>
        <TextInput
          label={t('panel.customer.code')}
          description={t(isNew ? 'panel.customer.codeOnce' : 'panel.customer.codeFixed')}
          autoComplete="off"
          dir="ltr"
          {...form.text('currAccCode')}
          {...(isNew ? {} : { readOnly: true, variant: 'filled', required: false })}
        />
        <TextInput
          label={t('panel.customer.name')}
          description={t('panel.customer.nameText')}
          autoComplete="off"
          {...form.text('currAccDescription')}
        />
        <CurrencyField form={form} />
        <PriceGroupField
          form={form}
          label={t('panel.customer.priceGroup')}
          description={t('panel.customer.priceGroupText')}
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
      <FormSection title={t('panel.customer.contact')}>
        <TextFields
          form={form}
          fields={[
            { path: 'email', label: t('panel.person.email'), type: 'email', dir: 'ltr' },
            { path: 'phone', label: t('panel.person.phone'), type: 'tel', dir: 'ltr' },
            { path: 'taxNumber', label: t('panel.customer.taxNumber'), dir: 'ltr' },
            { path: 'taxOffice', label: t('panel.customer.taxOffice') },
            { path: 'address', label: t('panel.customer.address'), style: { gridColumn: '1 / -1' } },
            { path: 'city', label: t('panel.customer.city') },
            { path: 'country', label: t('panel.customer.country') },
          ]}
        />
      </FormSection>
      <FormSection title={t('panel.customer.ordering')} columns={1}>
        <SwitchFields
          form={form}
          fields={[
            {
              path: 'isBlocked',
              label: t('panel.customer.blocked'),
              description: t('panel.customer.blockedText'),
            },
          ]}
        />
      </FormSection>
    </>
  )
}
