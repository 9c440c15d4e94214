import { Button, FileButton, Group, Input } from '@mantine/core'
import { IconTrash, IconUpload } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { maxPictureBytes } from '#shared/profile.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { confirm } from '#web/ui/confirm.ts'
import classes from './Settings.module.css'

type Props = { logo: string; onChange: (logo: string) => void }

/** The company's logo, changed at once, beside the form: a picture is no text that could be typed and saved later. */
export function LogoField({ logo, onChange }: Props) {
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<string>()
  const upload = useRef<HTMLButtonElement>(null)
  const forgetFile = useRef<() => void>(null)
  const run = async (work: () => Promise<string>, done: string) => {
    setIsBusy(true)
    setError(undefined)
    try {
      onChange(await work())
      notifyDone(done)
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure))
    }
    setIsBusy(false)
    // The button that was pressed may have gone with the logo.
    upload.current?.focus()
  }
  const put = (file: File | null) => {
    // The same file can be chosen again, say after it has been mended.
    forgetFile.current?.()
    if (!file || isBusy) return
    if (file.size > maxPictureBytes) {
      return setError(t('panel.settings.logoTooBig', { limit: maxPictureBytes / 1024 / 1024 }))
    }
    const send = async () => (await api.upload('/api/Account/PostTenantLogo', file)).data.logo
    void run(send, t('panel.settings.logoSaved'))
  }
  const drop = async () => {
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
        <FileButton resetRef={forgetFile} accept="image/jpeg,image/png,image/webp,image/avif" onChange={put}>
          {(props) => (
            <Button
              {...props}
              ref={upload}
              variant="default"
              aria-disabled={isBusy}
              leftSection={<IconUpload size={18} aria-hidden />}
            >
              {t(logo ? 'panel.settings.logoReplace' : 'panel.settings.logoUpload')}
            </Button>
          )}
        </FileButton>
        {logo && (
          <Button
            variant="subtle"
            color="red"
            aria-disabled={isBusy}
            leftSection={<IconTrash size={18} aria-hidden />}
            onClick={() => isBusy || void drop()}
          >
            {t('panel.settings.logoRemove')}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  )
}
