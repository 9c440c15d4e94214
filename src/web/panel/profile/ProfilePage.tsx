import { PasswordInput, Skeleton, Textarea, TextInput } from '@mantine/core'
import { type Profile, updateProfile } from '#shared/profile.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { reloadUser } from '#web/session.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { FormPage } from '../form/FormPage.tsx'
import { FormSection } from '../form/FormSection.tsx'
import { useRecordForm } from '../form/useRecordForm.ts'
import { refetch } from '../refetch.ts'
import { errorAtField } from './errorAtField.ts'
import { PictureSection } from './PictureSection.tsx'
import classes from './Profile.module.css'
import { profileQueryKey, useProfile } from './useProfile.ts'

export function ProfilePage() {
  const profile = useProfile()
  if (profile.error) return <Failure error={profile.error} onRetry={() => void profile.refetch()} />
  if (!profile.data) return <Skeleton height={480} radius="md" maw={960} />
  return <ProfileForm profile={profile.data} />
}

/** Keeps side-by-side inputs aligned. */
const inputOrder: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

/** A new e-mail address requires the password. */
const profileSchema = (email: string) =>
  updateProfile.input.refine((values) => values.email === email || values.password, {
    path: ['password'],
    params: { key: 'field.required' },
  })

function ProfileForm({ profile }: { profile: Profile }) {
  const { firstName, lastName, email, phone, introduction } = profile
  const form = useRecordForm({
    schema: profileSchema(email),
    initial: { firstName, lastName, email, phone, introduction, password: '' },
    save: async ({ password, ...values }) => {
      const proof = values.email.trim() !== email && password ? { password } : {}
      await api
        .post('/api/Account/UpdateProfile', { ...values, ...proof })
        .catch(errorAtField('account.wrongPassword', 'password'))
    },
    onSaved: (_, values) => {
      form.restart({ ...updateProfile.input.parse(values), password: '' })
      void refetch(profileQueryKey)
      // The save succeeded even if the header cannot refresh now.
      reloadUser().catch(() => {})
    },
  })
  const hasNewEmail = (form.values.email ?? '').trim() !== email
  return (
    <FormPage title={t('panel.profile')} form={form}>
      <PictureSection />
      <FormSection
        title={t('panel.profile.about')}
        description={
          <>
            {t('login.username')}: <bdi>{profile.username}</bdi>
          </>
        }
      >
        <TextInput
          {...form.text('firstName')}
          label={t('panel.profile.firstName')}
          autoComplete="given-name"
          maxLength={50}
        />
        <TextInput
          {...form.text('lastName')}
          label={t('panel.profile.lastName')}
          autoComplete="family-name"
          maxLength={50}
        />
        <Textarea
          {...form.text('introduction')}
          label={t('panel.profile.introduction')}
          maxLength={200}
          autosize
          minRows={2}
          className={classes.wide ?? ''}
        />
      </FormSection>
      <FormSection title={t('panel.profile.contact')}>
        <TextInput
          {...form.text('email')}
          label={t('panel.profile.email')}
          description={t('panel.profile.emailText')}
          inputWrapperOrder={inputOrder}
          type="email"
          autoComplete="email"
          maxLength={254}
        />
        {hasNewEmail && (
          <PasswordInput
            {...form.text('password')}
            required
            label={t('login.password')}
            description={t('panel.profile.emailPassword')}
            inputWrapperOrder={inputOrder}
            autoComplete="current-password"
            visibilityToggleFocusable
          />
        )}
        <TextInput
          {...form.text('phone')}
          label={t('panel.profile.phone')}
          type="tel"
          autoComplete="tel"
          maxLength={30}
        />
      </FormSection>
    </FormPage>
  )
}
