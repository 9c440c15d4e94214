import { Select, TextInput } from '@mantine/core'
import { t } from '#web/i18n.ts'
import { FormSection } from '../form/FormSection.tsx'
import { KindField } from './KindField.tsx'
import { MappingSection } from './MappingSection.tsx'
import { SecretField } from './SecretField.tsx'
import { SetupFrame } from './SetupFrame.tsx'
import { nebimDraft } from './setupDrafts.ts'
import { hasSecretFor, nebimSchema, type SetupProps } from './setupForm.ts'
import { Unproven } from './Unproven.tsx'
import { useLinkForm } from './useLinkForm.ts'

const plainInputProps = { autoComplete: 'off', spellCheck: false, dir: 'ltr' } as const
const program = 'Nebim V3'
const fetchedKinds = ['customers', 'products', 'prices', 'stock'] as const

/** Links to the Nebim V3 Integrator. */
export function NebimSetup(props: SetupProps) {
  const { stored, common, isShown, onKind } = props
  const link = useLinkForm('nebim', nebimSchema(stored), { ...common, ...nebimDraft(stored) }, props)
  const { form } = link
  const { fields, productCode } = form.values
  return (
    <SetupFrame {...props} link={link}>
      <Unproven program={program} />
      <FormSection title={t('panel.erp.connection')}>
        <KindField kind="nebim" onChange={(kind) => onKind(kind, form.values)} />
        <TextInput
          label={t('panel.erp.url')}
          description={t('panel.erp.urlText.nebim')}
          type="url"
          inputMode="url"
          placeholder="https://nebim.example.com:1515"
          {...plainInputProps}
          {...form.text('url')}
        />
        <TextInput
          label={t('panel.erp.database')}
          description={t('panel.erp.databaseText.own', { program })}
          {...plainInputProps}
          {...form.text('database')}
        />
        <TextInput label={t('panel.erp.nebim.userGroup')} {...plainInputProps} {...form.text('userGroup')} />
        <TextInput
          label={t('panel.erp.username')}
          description={t('panel.erp.usernameText')}
          {...plainInputProps}
          {...form.text('username')}
        />
        <SecretField
          label={t('panel.erp.secret.tryton')}
          hint={t('panel.erp.secretText.tryton')}
          isStored={hasSecretFor(stored, 'nebim', form.values)}
          hasAnySecret={stored?.hasSecret === true}
          field={form.text('secret')}
          onForget={() => form.set('secret', '')}
        />
      </FormSection>
      <FormSection title={t('panel.erp.booking')}>
        {(['office', 'store', 'warehouse'] as const).map((name) => (
          <TextInput
            key={name}
            label={t(`panel.erp.nebim.${name}`)}
            description={t(`panel.erp.nebim.${name}Text`)}
            {...plainInputProps}
            {...form.text(name)}
          />
        ))}
        <Select
          label={t('panel.erp.nebim.lots')}
          allowDeselect={false}
          data={(['sumLines', 'lines'] as const).map((value) => ({
            value,
            label: t(`panel.erp.nebim.lots.${value}`),
          }))}
          {...form.choice('lots')}
        />
      </FormSection>
      <FormSection title={t('panel.erp.nebim.procedures')} description={t('panel.erp.nebim.proceduresText')}>
        <TextInput
          label={t('panel.erp.nebim.procedure.orders')}
          {...plainInputProps}
          {...form.text('procedures.orders')}
          required
        />
        {fetchedKinds.map((what) => (
          <TextInput
            key={what}
            label={t(`panel.erp.what.${what}`)}
            {...plainInputProps}
            {...form.text(`procedures.${what}`)}
          />
        ))}
      </FormSection>
      <MappingSection
        kind="nebim"
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
