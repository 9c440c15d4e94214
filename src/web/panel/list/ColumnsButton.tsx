import { IconColumns3 } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { t } from '#web/i18n.ts'
import { DropMenu } from '#web/ui/DropMenu.tsx'
import type { ChoosableColumn } from './ColumnChooser.tsx'
import classes from './TableTools.module.css'
import type { ColumnSettings } from './useColumns.ts'

const ColumnChooser = lazy(async () => ({ default: (await import('./ColumnChooser.tsx')).ColumnChooser }))

export function ColumnsButton({
  columns,
  settings,
}: {
  columns: ChoosableColumn[]
  settings: ColumnSettings
}) {
  const [wasOpened, setWasOpened] = useState(false)
  return (
    <DropMenu
      label={t('panel.list.columns')}
      className={classes.tool}
      button={
        <>
          <IconColumns3 size={18} aria-hidden />
          <span className={classes.name}>{t('panel.list.columns')}</span>
        </>
      }
      onOpen={() => setWasOpened(true)}
    >
      {wasOpened && (
        <Suspense fallback={<div className={classes.waiting} />}>
          <ColumnChooser columns={columns} settings={settings} />
        </Suspense>
      )}
    </DropMenu>
  )
}
