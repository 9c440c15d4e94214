import { PasswordInput } from '@mantine/core'
import { passwordChange } from '#shared/users/profile.ts'
import { api } from '#web/api.ts'
import { formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { FormPage, FormSection } from '../form/FormPage.tsx'
import { useRecordForm } from '../form/useRecordForm.ts'
import { refetch } from '../refetch.ts'
import { errorAtField, profileQueryKey, useProfile } from './useProfile.ts'

const empty = { oldPassword: '', newPassword: '', newPasswordConfirm: '' }

const fields = [
  { path: 'oldPassword', label: t('panel.password.old'), autoComplete: 'current-password' },
  {
    path: 'newPassword',
    label: t('login.reset.newPassword'),
    description: t('login.reset.rules'),
    autoComplete: 'new-password',
  },
  { path: 'newPasswordConfirm', label: t('login.reset.again'), autoComplete: 'new-password' },
] as const

/** The server checks the new password's strength. */
export function PasswordPage() {
  const profile = useProfile()
  const form = useRecordForm({
    schema: passwordChange.input,
    initial: empty,
    save: (values) =>
      api
        .post('/api/Account/PasswordChange', values)
        .catch(errorAtField('account.wrongPassword', 'oldPassword')),
    savedText: t('panel.password.changed'),
    onSaved: () => {
      form.restart(empty)
      void refetch(profileQueryKey)
    },
  })
  const changedAt = profile.data?.passwordChangedAt
  return (
    <FormPage title={t('panel.password')} form={form} saveText={t('panel.password')}>
      <FormSection
        title={t('panel.password.section')}
        columns={1}
        description={
          <>
            {t('panel.password.text')}
            {changedAt && <br />}
            {changedAt && t('panel.password.lastChanged', { date: formatDateTime(changedAt) })}
          </>
        }
      >
        {/* Tells password managers which account this is. */}
        <input type="text" autoComplete="username" value={profile.data?.username ?? ''} readOnly hidden />
        {fields.map(({ path, ...field }) => (
          <PasswordInput key={path} {...form.text(path)} {...field} visibilityToggleFocusable maw={400} />
        ))}
      </FormSection>
    </FormPage>
  )
}
