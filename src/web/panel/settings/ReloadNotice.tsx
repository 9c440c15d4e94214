import { Button, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { t } from '#web/i18n.ts'
import classes from './Settings.module.css'

/** The page was loaded before the settings changed. */
export function ReloadNotice() {
  return (
    <div className={classes.reload} role="status">
      <Text size="sm">{t('panel.settings.reloadText')}</Text>
      <Button
        variant="light"
        leftSection={<IconRefresh size={18} aria-hidden />}
        onClick={() => location.reload()}
      >
        {t('panel.settings.reload')}
      </Button>
    </div>
  )
}
