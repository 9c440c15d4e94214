import { TextInput } from '@mantine/core'
import { t } from '#web/i18n.ts'
import { FormSection } from '../form/FormSection.tsx'
import { KindField } from './KindField.tsx'
import { SecretField } from './SecretField.tsx'
import { SetupFrame } from './SetupFrame.tsx'
import { hasSecretFor, httpSchema, type SetupProps } from './setupForm.ts'
import { useLinkForm } from './useLinkForm.ts'

/** For any ERP that implements our HTTP interface. */
export function HttpSetup(props: SetupProps) {
  const { stored, common, onKind } = props
  const link = useLinkForm('http', httpSchema(stored), common, props)
  const { form } = link
  return (
    <SetupFrame {...props} link={link}>
      <FormSection title={t('panel.erp.connection')} description={t('panel.erp.connectionText.http')}>
        <KindField kind="http" onChange={(kind) => onKind(kind, form.values)} />
        <TextInput
          label={t('panel.erp.url')}
          description={t('panel.erp.urlText.http')}
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          placeholder="https://erp.example.com/toptan"
          {...form.text('url')}
        />
        <SecretField
          label={t('panel.erp.secret.http')}
          hint={t('panel.erp.secretText.http')}
          isStored={hasSecretFor(stored, 'http', form.values)}
          hasAnySecret={stored?.hasSecret === true}
          field={form.text('secret')}
          onForget={() => form.set('secret', '')}
        />
      </FormSection>
    </SetupFrame>
  )
}
