import { Text } from '@mantine/core'
import { t } from '#web/i18n.ts'
import { FormSection } from '../form/FormSection.tsx'
import { ErpAgentSeen } from './ErpAgentSeen.tsx'
import { ErpAgentToken } from './ErpAgentToken.tsx'
import { KindField } from './KindField.tsx'
import { SetupFrame } from './SetupFrame.tsx'
import { erpAgentSchema, hasSecretFor, type SetupProps } from './setupForm.ts'
import { useLinkForm } from './useLinkForm.ts'

/** For ERPs that are not reachable from outside; an agent runs beside them. */
export function ErpAgentSetup(props: SetupProps) {
  const { stored, common, isShown, onKind } = props
  const { url, ...shared } = common
  const link = useLinkForm('agent', erpAgentSchema(stored), shared, props)
  const { form } = link
  const isStored = hasSecretFor(stored, 'agent', form.values)
  return (
    <SetupFrame {...props} link={link}>
      <FormSection title={t('panel.erp.connection')} description={t('panel.erp.connectionText.agent')}>
        <KindField kind="agent" onChange={(kind) => onKind(kind, { ...form.values, url })} />
        {isStored && isShown && (
          <Text size="sm" mt={24} role="status">
            <ErpAgentSeen />
          </Text>
        )}
        <ErpAgentToken
          isStored={isStored}
          field={form.text('secret')}
          onMake={(token) => form.set('secret', token)}
        />
      </FormSection>
    </SetupFrame>
  )
}
