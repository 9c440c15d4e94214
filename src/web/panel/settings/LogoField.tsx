import { Group, Input } from '@mantine/core'
import { IconTrash, IconUpload } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { maxPictureBytes } from '#shared/profile.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { confirm } from '#web/ui/confirm.ts'
import { FileChooser, pictureTypes } from '../files.tsx'
import { IconButton } from '../IconButton.tsx'
import classes from './Settings.module.css'

type Props = { logo: string; onChange: (logo: string) => void }

/** Saved at once, independent of the form. */
export function LogoField({ logo, onChange }: Props) {
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<string>()
  const uploadButton = useRef<HTMLButtonElement>(null)
  const run = async (work: () => Promise<string>, message: string) => {
    setIsBusy(true)
    setError(undefined)
    try {
      onChange(await work())
      notifyDone(message)
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure))
    }
    setIsBusy(false)
    // The pressed button may be gone.
    uploadButton.current?.focus()
  }
  const upload = (file: File) => {
    if (isBusy) return
    if (file.size > maxPictureBytes) {
      return setError(t('panel.settings.logoTooBig', { limit: maxPictureBytes / 1024 / 1024 }))
    }
    const send = async () => (await api.upload('/api/Account/PostTenantLogo', file)).data.logo
    void run(send, t('panel.settings.logoSaved'))
  }
  const remove = async () => {
    const isSure = await confirm({
      title: t('panel.settings.logoRemoveTitle'),
      text: t('panel.settings.logoRemoveText'),
      action: t('panel.settings.logoRemove'),
      isDangerous: true,
    })
    if (!isSure) return
    const send = async () => {
      await api.post('/api/Account/DeleteTenantLogo', {})
      return ''
    }
    await run(send, t('panel.settings.logoRemoved'))
  }
  return (
    <Input.Wrapper
      label={t('panel.settings.logo')}
      labelElement="div"
      description={t('panel.settings.logoText')}
      error={error}
      errorProps={{ role: 'alert' }}
      inputWrapperOrder={['label', 'description', 'input', 'error']}
    >
      <Group gap="sm" className={classes.logo}>
        {logo && <img src={logo} alt={t('panel.settings.logo')} />}
        <FileChooser
          Icon={IconUpload}
          ref={uploadButton}
          accept={pictureTypes}
          aria-disabled={isBusy}
          onFile={upload}
        >
          {t(logo ? 'panel.settings.logoReplace' : 'panel.settings.logoUpload')}
        </FileChooser>
        {logo && (
          <IconButton
            Icon={IconTrash}
            variant="subtle"
            color="red"
            aria-disabled={isBusy}
            onClick={() => isBusy || void remove()}
          >
            {t('panel.settings.logoRemove')}
          </IconButton>
        )}
      </Group>
    </Input.Wrapper>
  )
}
