import { TextInput } from '@mantine/core'
import { t } from '#web/i18n.ts'
import { FormSection } from '../form/FormSection.tsx'
import type { EditMode, UserForm } from './userForm.ts'

export function PersonFields({ form, isSelf }: EditMode & { form: UserForm }) {
  return (
    <FormSection title={t('panel.user.person')}>
      <TextInput
        label={t('login.username')}
        description={t('panel.user.usernameHint')}
        // Describes another person: nothing for the browser to fill in.
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={50}
        {...form.text('username')}
      />
      <TextInput
        label={t('panel.person.email')}
        description={t(isSelf ? 'panel.user.ownEmail' : 'panel.user.emailHint')}
        disabled={isSelf}
        type="email"
        autoComplete="off"
        maxLength={254}
        {...form.text('email')}
      />
      <TextInput
        label={t('panel.user.firstName')}
        autoComplete="off"
        maxLength={50}
        {...form.text('firstName')}
      />
      <TextInput
        label={t('panel.user.lastName')}
        autoComplete="off"
        maxLength={50}
        {...form.text('lastName')}
      />
      <TextInput
        label={t('panel.person.phone')}
        type="tel"
        autoComplete="off"
        maxLength={30}
        {...form.text('phone')}
      />
    </FormSection>
  )
}
