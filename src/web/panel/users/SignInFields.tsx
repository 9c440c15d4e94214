import { PasswordInput, type PasswordInputProps, Switch, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { t } from '#web/i18n.ts'
import { FormSection } from '../form/FormSection.tsx'
import type { EditMode, UserForm } from './userForm.ts'

type Props = EditMode & { form: UserForm }

export function SignInFields({ form, isNew, isSelf, isReadOnly = false }: Props) {
  return (
    <FormSection title={t('panel.user.signIn')}>
      {isSelf && <OwnPassword />}
      {!isSelf && !isReadOnly && <Passwords form={form} isNew={isNew} />}
      <Switch
        label={t('panel.user.isActive')}
        description={t('panel.user.isActiveHint')}
        disabled={isSelf}
        {...form.flag('isActive')}
      />
      <Switch
        label={t('panel.user.verification')}
        description={t('panel.user.verificationHint')}
        {...form.flag('emailVerification')}
      />
    </FormSection>
  )
}

function Passwords({ form, isNew }: { form: UserForm; isNew: boolean }) {
  const [isVisible, { toggle }] = useDisclosure(false)
  const common = {
    autoComplete: 'new-password',
    maxLength: 1000,
    visible: isVisible,
    onVisibilityChange: toggle,
    visibilityToggleFocusable: true,
    // Rules below, so that both inputs align.
    inputWrapperOrder: ['label', 'input', 'error', 'description'],
  } satisfies PasswordInputProps
  return (
    <>
      <PasswordInput
        label={t(isNew ? 'login.password' : 'panel.user.newPassword')}
        description={`${isNew ? '' : `${t('panel.user.newPasswordHint')} `}${t('panel.user.passwordHint')}`}
        {...common}
        {...form.text('password')}
      />
      <PasswordInput
        label={t('panel.user.passwordRepeat')}
        {...common}
        {...form.text('passwordConfirm')}
        required={isNew}
      />
    </>
  )
}

/** Users change their own password with the old one. */
function OwnPassword() {
  return (
    <Text size="sm" style={{ gridColumn: '1 / -1' }}>
      {t('panel.user.ownPassword')} <Link to="/user/sifre-degistir">{t('panel.password')}</Link>
    </Text>
  )
}
