import { Select, TextInput } from '@mantine/core'
import { t } from '#web/i18n.ts'
import { FormSection } from '../form/FormSection.tsx'
import { BookedOrders } from './BookedOrders.tsx'
import { KindField } from './KindField.tsx'
import { MappingSection } from './MappingSection.tsx'
import { PriceLists } from './PriceLists.tsx'
import { SecretField } from './SecretField.tsx'
import { SetupFrame } from './SetupFrame.tsx'
import { odooDraft } from './setupDrafts.ts'
import { hasSecretFor, odooSchema, type SetupProps } from './setupForm.ts'
import { Unproven } from './Unproven.tsx'
import { useLinkForm } from './useLinkForm.ts'

const plainInputProps = { autoComplete: 'off', spellCheck: false } as const
const program = 'Odoo'

export function OdooSetup(props: SetupProps) {
  const { stored, common, isShown, onKind } = props
  const link = useLinkForm('odoo', odooSchema(stored), { ...common, ...odooDraft(stored) }, props)
  const { form } = link
  const { api, fields, productCode } = form.values
  return (
    <SetupFrame {...props} link={link}>
      <Unproven program={program} />
      <FormSection title={t('panel.erp.connection')}>
        <KindField kind="odoo" onChange={(kind) => onKind(kind, form.values)} />
        <TextInput
          label={t('panel.erp.url')}
          description={t('panel.erp.urlText.odoo')}
          type="url"
          inputMode="url"
          dir="ltr"
          placeholder="https://example.odoo.com"
          {...plainInputProps}
          {...form.text('url')}
        />
        <TextInput
          label={t('panel.erp.database')}
          description={t('panel.erp.databaseText.own', { program })}
          dir="ltr"
          {...plainInputProps}
          {...form.text('database')}
        />
        <Select
          label={t('panel.erp.odoo.api')}
          allowDeselect={false}
          data={(['json2', 'jsonrpc'] as const).map((value) => ({
            value,
            label: t(`panel.erp.odoo.api.${value}`),
          }))}
          {...form.choice('api')}
        />
        {api === 'jsonrpc' && (
          <TextInput
            label={t('panel.erp.username')}
            description={t('panel.erp.odoo.usernameText')}
            dir="ltr"
            {...plainInputProps}
            {...form.text('username')}
          />
        )}
        <SecretField
          label={t('panel.erp.secret.odoo')}
          hint={t('panel.erp.secretText.odoo')}
          isStored={hasSecretFor(stored, 'odoo', form.values)}
          hasAnySecret={stored?.hasSecret === true}
          field={form.text('secret')}
          onForget={() => form.set('secret', '')}
        />
      </FormSection>
      <FormSection title={t('panel.erp.booking')} description={t('panel.erp.bookingText', { program })}>
        <TextInput
          label={t('panel.erp.odoo.company')}
          description={t('panel.erp.odoo.companyText')}
          {...plainInputProps}
          {...form.text('company')}
        />
        <TextInput
          label={t('panel.erp.warehouse')}
          description={t('panel.erp.odoo.warehouseText')}
          {...plainInputProps}
          {...form.text('warehouse')}
        />
        <BookedOrders form={form} program={program} text={t('panel.erp.odoo.orderStateText')} />
      </FormSection>
      <PriceLists form={form} program={program} />
      <MappingSection
        kind="odoo"
        where="fields"
        title={t('panel.erp.map.fields')}
        description={t('panel.erp.map.fieldsText', { program })}
        form={form}
        rows={fields}
        settings={{ productCode }}
        isShown={isShown}
      />
    </SetupFrame>
  )
}
