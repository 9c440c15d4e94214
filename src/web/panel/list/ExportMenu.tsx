import { IconCsv, IconDownload, IconFileTypeXls } from '@tabler/icons-react'
import type { ExportFormat } from '#shared/exports.ts'
import { t } from '#web/i18n.ts'
import { DropMenu, DropMenuItem } from '#web/ui/DropMenu.tsx'
import classes from './TableTools.module.css'

export function ExportMenu({ onExport }: { onExport: (format: ExportFormat) => void }) {
  return (
    <DropMenu
      label={t('panel.list.export')}
      className={classes.tool}
      button={
        <>
          <IconDownload size={18} aria-hidden />
          <span className={classes.name}>{t('panel.list.export')}</span>
        </>
      }
    >
      <DropMenuItem icon={<IconFileTypeXls size={20} aria-hidden />} onClick={() => onExport('xlsx')}>
        {t('panel.list.exportExcel')}
      </DropMenuItem>
      <DropMenuItem icon={<IconCsv size={20} aria-hidden />} onClick={() => onExport('csv')}>
        {t('panel.list.exportCsv')}
      </DropMenuItem>
    </DropMenu>
  )
}
