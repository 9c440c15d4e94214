import { Alert } from '@mantine/core'
import { t } from '#web/i18n.ts'
import classes from './Setup.module.css'

/** This kind has not been tested against a real ERP yet. */
export function Unproven({ program }: { program: string }) {
  return (
    <Alert
      color="yellow"
      variant="light"
      mb="md"
      classNames={{ title: classes.warned }}
      title={t('panel.erp.unproven', { program })}
    >
      {t('panel.erp.unprovenText', { program })}
    </Alert>
  )
}
