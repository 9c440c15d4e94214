import { Text } from '@mantine/core'
import { t } from '#web/i18n.ts'
import { FormSection } from '../form/FormSection.tsx'
import { AgentSeen } from './AgentSeen.tsx'
import { AgentToken } from './AgentToken.tsx'
import { KindField } from './KindField.tsx'
import { SetupFrame } from './SetupFrame.tsx'
import type { SetupProps } from './SetupPart.tsx'
import { agentSchema, isKeptFor } from './setupForm.ts'
import { useLinkForm } from './useLinkForm.ts'

/** A link to an ERP that nothing reaches from outside, by an agent that runs beside it. */
export function AgentSetup(props: SetupProps) {
  const { stored, common, isShown, onKind } = props
  const { url, ...shared } = common
  const link = useLinkForm('agent', agentSchema(stored), shared, props)
  const { form } = link
  const isKept = isKeptFor(stored, 'agent', form.values)
  return (
    <SetupFrame {...props} link={link}>
      <FormSection title={t('panel.erp.connection')} description={t('panel.erp.connectionText.agent')}>
        <KindField kind="agent" onChange={(kind) => onKind(kind, { ...form.values, url })} />
        {isKept && isShown && (
          <Text size="sm" mt={24} role="status">
            <AgentSeen />
          </Text>
        )}
        <AgentToken
          isKept={isKept}
          field={form.text('secret')}
          onMake={(token) => form.set('secret', token)}
        />
      </FormSection>
    </SetupFrame>
  )
}
