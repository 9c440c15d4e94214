import { Switch, TextInput, type TextInputProps } from '@mantine/core'
import { t } from '#web/i18n.ts'
import { FormSection } from '../form/FormSection.tsx'
import type { FlagField, TextField } from '../form/fields.ts'

type AgentForm = {
  text: (path: 'firstLastName' | 'email' | 'phone') => TextField
  flag: (path: 'isActive') => FlagField
}

/** `code` is the code's field, or its fixed value. */
export function AgentFields({ form, code }: { form: AgentForm; code: TextInputProps }) {
  return (
    <FormSection title={t('panel.agentEdit')}>
      <TextInput
        label={t('panel.agent.code')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={30}
        {...code}
      />
      <TextInput
        label={t('panel.person.name')}
        description={t('panel.agent.nameHint')}
        autoComplete="off"
        maxLength={100}
        {...form.text('firstLastName')}
      />
      <TextInput
        label={t('panel.person.email')}
        type="email"
        autoComplete="off"
        maxLength={254}
        {...form.text('email')}
      />
      <TextInput
        label={t('panel.person.phone')}
        type="tel"
        autoComplete="off"
        maxLength={30}
        {...form.text('phone')}
      />
      <Switch
        label={t('panel.agent.isActive')}
        description={t('panel.agent.isActiveHint')}
        {...form.flag('isActive')}
      />
    </FormSection>
  )
}
