import { Group, Loader, PasswordInput, Text, Textarea, TextInput } from '@mantine/core'
import { IconPhotoUp, IconTrash, IconUser } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { maxPictureBytes, type Profile, updateProfile } from '#shared/users/profile.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { reloadUser, useSession } from '#web/session.ts'
import { FileChooser, pictureTypes, useFileDrop } from '../files.tsx'
import { FormPage, FormSection } from '../form/FormPage.tsx'
import { useRecordForm } from '../form/useRecordForm.ts'
import { Hint } from '../Hint.tsx'
import { IconButton } from '../IconButton.tsx'
import { RecordPage } from '../Loaded.tsx'
import { refetch } from '../refetch.ts'
import classes from './Profile.module.css'
import { errorAtField, profileQueryKey, useProfile } from './useProfile.ts'

export function ProfilePage() {
  return (
    <RecordPage title={t('panel.profile')} query={useProfile()} height={480}>
      {(profile) => <ProfileForm profile={profile} />}
    </RecordPage>
  )
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
          className="wide"
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

const maxMegabytes = maxPictureBytes / 1024 / 1024

/** Uploads at once. */
function PictureSection() {
  const address = useSession((session) => session.user?.avatar ?? '')
  const [preview, setPreview] = useState<string>()
  const change = useMutation({ mutationFn: send })
  const removal = useMutation({ mutationFn: remove })
  const isBusy = change.isPending || removal.isPending
  const choose = (file: File | undefined) => {
    if (!file || isBusy) return
    removal.reset()
    const previewUrl = URL.createObjectURL(file)
    setPreview(previewUrl)
    const onSettled = () => {
      setPreview(undefined)
      URL.revokeObjectURL(previewUrl)
    }
    change.mutate(file, { onSettled })
  }
  const { isDragOver, ...drop } = useFileDrop(([file]) => choose(file))
  const error = change.error ?? removal.error
  return (
    <FormSection title={t('panel.profile.picture')} columns={1}>
      <div className={classes.place} data-over={isDragOver} {...drop}>
        <div className={classes.face}>
          <Face address={preview ?? address} />
          {change.isPending && <Loader className={classes.busy ?? ''} size={32} />}
        </div>
        <div>
          <Group gap="xs">
            <FileChooser
              Icon={IconPhotoUp}
              h={40}
              accept={pictureTypes}
              aria-disabled={isBusy}
              onFile={choose}
            >
              {t('panel.profile.choosePicture')}
            </FileChooser>
            {address && (
              <IconButton
                Icon={IconTrash}
                variant="subtle"
                color="red"
                c="red.9"
                h={40}
                aria-disabled={isBusy}
                onClick={() => isBusy || removal.mutate(address)}
              >
                {t('panel.profile.removePicture')}
              </IconButton>
            )}
          </Group>
          <Hint mt={6}>{t('panel.profile.pictureText', { megabytes: maxMegabytes })}</Hint>
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {error?.message}
          </Text>
        </div>
      </div>
    </FormSection>
  )
}

function Face({ address }: { address: string }) {
  if (!address) return <IconUser size={48} stroke={1.2} aria-hidden />
  return <img src={address} alt="" width={96} height={96} />
}

async function send(file: File): Promise<void> {
  if (file.size > maxPictureBytes)
    throw new Error(t('panel.profile.pictureTooLarge', { megabytes: maxMegabytes }))
  if (!pictureTypes.split(',').includes(file.type)) throw new Error(t('panel.profile.pictureKind'))
  await api.upload('/api/Account/PostAvatar', file)
  await reloadUser()
  notifyDone(t('panel.profile.pictureSaved'))
}

/** Keeps the picture for undo. */
async function remove(address: string): Promise<void> {
  const picture = await (await fetch(address)).blob()
  await api.post('/api/Account/DeleteAvatar', {})
  await reloadUser()
  const undo = async () => {
    await api.upload('/api/Account/PostAvatar', new File([picture], 'avatar', { type: picture.type }))
    await reloadUser()
  }
  notifyDone(t('panel.profile.pictureRemoved'), { undo })
}
