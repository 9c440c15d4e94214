import { TagsInput, TextInput } from '@mantine/core'
import { t } from '#web/i18n.ts'
import { FormSection } from '../form/FormSection.tsx'
import { BookedOrders } from './BookedOrders.tsx'
import { KindField } from './KindField.tsx'
import { PriceLists } from './PriceLists.tsx'
import { SecretField } from './SecretField.tsx'
import { SetupFrame } from './SetupFrame.tsx'
import { trytonDraft } from './setupDrafts.ts'
import { hasSecretFor, type SetupProps, trytonSchema } from './setupForm.ts'
import { useLinkForm } from './useLinkForm.ts'

const program = 'Tryton'
const plainInputProps = { autoComplete: 'off', spellCheck: false } as const

export function TrytonSetup(props: SetupProps) {
  const { stored, common, onKind } = props
  const link = useLinkForm('tryton', trytonSchema(stored), { ...common, ...trytonDraft(stored) }, props)
  const { form } = link
  return (
    <SetupFrame {...props} link={link}>
      <FormSection title={t('panel.erp.connection')}>
        <KindField kind="tryton" onChange={(kind) => onKind(kind, form.values)} />
        <TextInput
          label={t('panel.erp.url')}
          description={t('panel.erp.urlText.tryton')}
          type="url"
          inputMode="url"
          dir="ltr"
          placeholder="https://tryton.example.com"
          {...plainInputProps}
          {...form.text('url')}
        />
        <TextInput
          label={t('panel.erp.database')}
          description={t('panel.erp.databaseText')}
          dir="ltr"
          {...plainInputProps}
          {...form.text('database')}
        />
        <TextInput
          label={t('panel.erp.username')}
          description={t('panel.erp.usernameText')}
          dir="ltr"
          {...plainInputProps}
          {...form.text('username')}
        />
        <SecretField
          label={t('panel.erp.secret.tryton')}
          hint={t('panel.erp.secretText.tryton')}
          isStored={hasSecretFor(stored, 'tryton', form.values)}
          hasAnySecret={stored?.hasSecret === true}
          field={form.text('secret')}
          onForget={() => form.set('secret', '')}
        />
      </FormSection>
      <FormSection title={t('panel.erp.booking')} description={t('panel.erp.bookingText', { program })}>
        <TagsInput
          label={t('panel.erp.shops')}
          description={t('panel.erp.shopsText')}
          {...form.choices('shops')}
        />
        <TextInput
          label={t('panel.erp.warehouse')}
          description={t('panel.erp.warehouseText')}
          {...plainInputProps}
          {...form.text('warehouse')}
        />
        <BookedOrders form={form} program={program} text={t('panel.erp.orderStateText')} />
      </FormSection>
      <PriceLists form={form} program={program} />
    </SetupFrame>
  )
}
