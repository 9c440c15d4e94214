import { Alert } from '@mantine/core'
import { t } from '#web/i18n.ts'
import classes from './Setup.module.css'

/** Says that nobody has run this kind against an ERP of their own yet. */
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
