import { Group, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '#web/i18n.ts'
import { notifyFailure } from '#web/notify.ts'
import { IconButton } from '../IconButton.tsx'

/** Loads what someone else saved and discards what was typed. */
export function LoadAgain({ load }: { load: () => Promise<void> }) {
  const [isLoading, setIsLoading] = useState(false)
  const press = (form: HTMLFormElement | null) => {
    setIsLoading(true)
    load().then(
      // The pressed button is gone.
      () => form?.querySelector<HTMLElement>('[data-path]:enabled')?.focus(),
      (error: unknown) => {
        notifyFailure(error)
        setIsLoading(false)
      },
    )
  }
  return (
    <Group mb="md" gap="sm">
      <IconButton Icon={IconRefresh} loading={isLoading} onClick={(event) => press(event.currentTarget.form)}>
        {t('panel.form.loadAgain')}
      </IconButton>
      <Text size="sm" c="var(--ink-soft)">
        {t('panel.form.loadAgainText')}
      </Text>
    </Group>
  )
}
