import { Button, Group, Loader, Text } from '@mantine/core'
import { IconCsv, IconDownload, IconFileTypeXls } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { ExportFormat } from '#shared/exports/exports.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { DropMenu, DropMenuItem } from '#web/ui/DropMenu.tsx'
import type { DownloadProgress, Exporter, ExportRequest } from './exporters.ts'
import classes from './TableTools.module.css'

export function ExportMenu({ onExport }: { onExport: (format: ExportFormat) => void }) {
  return (
    <DropMenu
      label={t('panel.list.export')}
      className={`pressable ${classes.tool}`}
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

export function ExportProgress({ running: { progress, cancel } }: { running: RunningExport }) {
  const { bytes, rows } = progress
  const megabytes = formatCount(Math.ceil(bytes / 100_000) / 10)
  return (
    <Group gap="xs" wrap="nowrap" role="status" aria-label={t('panel.list.exporting')}>
      <Loader size={16} />
      <Text size="sm" className="number">
        {rows === undefined
          ? t('panel.list.received', { megabytes })
          : t('panel.list.receivedRows', { count: rows, megabytes })}
      </Text>
      <Button variant="default" size="xs" onClick={cancel}>
        {t('action.cancel')}
      </Button>
    </Group>
  )
}

/** For lists other than tables, with fixed export columns. */
export function ListExport({ exporter }: { exporter: Exporter }) {
  const { running, start } = useExport(exporter)
  if (running) return <ExportProgress running={running} />
  return <ExportMenu onExport={(format) => start({ columns: [], format })} />
}

/** `running`: the export that is under way. */
export type Exporting = { running: RunningExport | undefined; start: (request: ExportRequest) => void }

type RunningExport = { progress: DownloadProgress; cancel: () => void }

/** One export at a time, with progress and cancel. */
export function useExport(exporter: Exporter | undefined): Exporting {
  const [progress, setProgress] = useState<DownloadProgress>()
  const abort = useRef<AbortController>(undefined)
  const start = async (request: ExportRequest) => {
    if (!exporter || abort.current) return
    const controller = new AbortController()
    abort.current = controller
    setProgress({ bytes: 0 })
    try {
      await exporter(request, { signal: controller.signal, onProgress: setProgress })
      notifyDone(t('panel.list.exportDone'))
    } catch (error) {
      if (!controller.signal.aborted) notifyFailure(error)
    }
    abort.current = undefined
    setProgress(undefined)
  }
  const running: RunningExport | undefined = progress && { progress, cancel: () => abort.current?.abort() }
  return { running, start: (request: ExportRequest) => void start(request) }
}
