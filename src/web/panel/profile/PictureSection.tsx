import { FileButton, Group, Loader, Text } from '@mantine/core'
import { IconPhotoUp, IconTrash, IconUser } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type DragEvent, useRef, useState } from 'react'
import { maxPictureBytes } from '#shared/profile.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { reloadUser, useSession } from '#web/session.ts'
import { FormSection } from '../form/FormSection.tsx'
import { IconButton } from '../IconButton.tsx'
import classes from './Profile.module.css'

const allowedTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']
const maxMegabytes = maxPictureBytes / 1024 / 1024

/** Uploads at once. */
export function PictureSection() {
  const address = useSession((session) => session.user?.avatar ?? '')
  const [isDragOver, setIsDragOver] = useState(false)
  const reset = useRef<() => void>(null)
  const [preview, setPreview] = useState<string>()
  const change = useMutation({ mutationFn: send })
  const removal = useMutation({ mutationFn: remove })
  const isBusy = change.isPending || removal.isPending
  const choose = (file: File | null | undefined) => {
    if (!file || isBusy) return
    removal.reset()
    const previewUrl = URL.createObjectURL(file)
    setPreview(previewUrl)
    const onSettled = () => {
      setPreview(undefined)
      URL.revokeObjectURL(previewUrl)
      // Lets the same file be chosen again.
      reset.current?.()
    }
    change.mutate(file, { onSettled })
  }
  const drag = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setIsDragOver(true)
    },
    onDragLeave: () => setIsDragOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setIsDragOver(false)
      choose(event.dataTransfer.files[0])
    },
  }
  const error = change.error ?? removal.error
  return (
    <FormSection title={t('panel.profile.picture')} columns={1}>
      <div className={classes.place} data-over={isDragOver} {...drag}>
        <div className={classes.face}>
          <Face address={preview ?? address} />
          {change.isPending && <Loader className={classes.busy ?? ''} size={32} />}
        </div>
        <div>
          <Group gap="xs">
            <FileButton resetRef={reset} onChange={choose} accept={allowedTypes.join(',')}>
              {(props) => (
                <IconButton Icon={IconPhotoUp} {...props} h={40} aria-disabled={isBusy}>
                  {t('panel.profile.choosePicture')}
                </IconButton>
              )}
            </FileButton>
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
          <Text size="sm" c="var(--ink-soft)" mt={6}>
            {t('panel.profile.pictureText', { megabytes: maxMegabytes })}
          </Text>
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
  if (!allowedTypes.includes(file.type)) throw new Error(t('panel.profile.pictureKind'))
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
