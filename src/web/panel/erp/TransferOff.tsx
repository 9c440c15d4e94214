import { Alert } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'

/** The company's settings turn transfers off. */
export function TransferOff() {
  if (settings.transferEnabled) return null
  return (
    <Alert color="yellow" variant="light" mb="md">
      {t('panel.erp.transferOff')} <Link to="/panel/settings">{t('panel.settings')}</Link>
    </Alert>
  )
}
