import { Button, Group, Loader, Text } from '@mantine/core'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import type { RunningExport } from './useExport.ts'

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
