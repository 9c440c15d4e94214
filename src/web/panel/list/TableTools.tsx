import { ActionIcon, Checkbox, Group } from '@mantine/core'
import { IconKeyboard } from '@tabler/icons-react'
import { t } from '#web/i18n.ts'
import type { BulkAction, Exporter } from './bulk.ts'
import { ColumnsButton } from './ColumnsButton.tsx'
import { type Column, columnKey, visibleColumns } from './columns.ts'
import { ExportMenu } from './ExportMenu.tsx'
import { ExportProgress } from './ExportProgress.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { SortSelect } from './SortSelect.tsx'
import classes from './TableTools.module.css'
import type { ColumnSettings } from './useColumns.ts'
import { useExport } from './useExport.ts'
import type { Sorting } from './useList.ts'
import type { Ticks } from './useTicks.ts'

type Props<Row, Sort extends string> = {
  columns: Column<Row, Sort>[]
  sorting: Sorting<Sort> | undefined
  /** Absent if columns are fixed. */
  settings: ColumnSettings | undefined
  /** Cards ignore the column choice. */
  hasCards: boolean
  exporter: Exporter | undefined
  ticks: Ticks<Row> | undefined
  bulkActions: BulkAction<Row>[]
  total: number
  onHelp: (() => void) | undefined
}

/** Replaced by the SelectionBar while rows are ticked. */
export function TableTools<Row, Sort extends string>(props: Props<Row, Sort>) {
  const { columns, sorting, settings, hasCards, exporter, ticks, bulkActions, total, onHelp } = props
  const { running, start } = useExport(exporter)
  const hasTicks = ticks !== undefined && ticks.count > 0
  const columnKeys = () => (settings ? visibleColumns(columns, settings.choice) : columns).map(columnKey)
  if (!sorting && !settings && !exporter && !ticks) return null
  const canTickAllMatching = ticks !== undefined && total > ticks.rows.length
  return (
    <div className={classes.tools} data-selecting={hasTicks}>
      <Group className={classes.ordinary} gap="xs" align="flex-end" justify="flex-end">
        {ticks && (
          <Checkbox
            className={classes.page}
            hiddenFrom="sm"
            size="md"
            aria-label={t('panel.list.selectPage')}
            checked={ticks.isPageTicked}
            indeterminate={ticks.isPagePartlyTicked}
            onChange={({ currentTarget }) => ticks.setPage(currentTarget.checked)}
          />
        )}
        {sorting && <SortSelect columns={columns.filter((column) => !column.isHidden)} sorting={sorting} />}
        {running && <ExportProgress running={running} />}
        {onHelp && (
          <ActionIcon
            visibleFrom="sm"
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t('panel.list.shortcuts')}
            title={t('panel.list.shortcuts')}
            onClick={onHelp}
          >
            <IconKeyboard size={20} aria-hidden />
          </ActionIcon>
        )}
        {settings && !hasCards && <ColumnsButton columns={columns} settings={settings} />}
        {exporter && !running && (
          <ExportMenu onExport={(format) => start({ columns: columnKeys(), format })} />
        )}
      </Group>
      {hasTicks && (
        <SelectionBar
          ticks={ticks}
          total={total}
          actions={bulkActions}
          canTickAllMatching={
            canTickAllMatching && (exporter !== undefined || bulkActions.some(({ runAll }) => runAll))
          }
        >
          {exporter && !running && (
            <ExportMenu
              onExport={(format) =>
                start({ columns: columnKeys(), format, ...(ticks.isAll ? {} : { ids: ticks.tickedKeys }) })
              }
            />
          )}
        </SelectionBar>
      )}
    </div>
  )
}
