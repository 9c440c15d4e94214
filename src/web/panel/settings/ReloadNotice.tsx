import { Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { t } from '#web/i18n.ts'
import { IconButton } from '../IconButton.tsx'
import classes from './Settings.module.css'

/** The page was loaded before the settings changed. */
export function ReloadNotice() {
  return (
    <div className={classes.reload} role="status">
      <Text size="sm">{t('panel.settings.reloadText')}</Text>
      <IconButton Icon={IconRefresh} variant="light" onClick={() => location.reload()}>
        {t('panel.settings.reload')}
      </IconButton>
    </div>
  )
}
