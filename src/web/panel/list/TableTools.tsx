import { ActionIcon, Checkbox, Group } from '@mantine/core'
import { IconKeyboard } from '@tabler/icons-react'
import { t } from '#web/i18n.ts'
import type { BulkAction, Exporting } from './bulk.ts'
import { ColumnsButton } from './ColumnsButton.tsx'
import { type Column, chosen, keyOf } from './columns.ts'
import { ExportMenu } from './ExportMenu.tsx'
import { ExportProgress } from './ExportProgress.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { SortSelect } from './SortSelect.tsx'
import classes from './TableTools.module.css'
import type { KeptColumns } from './useColumns.ts'
import { useExport } from './useExport.ts'
import type { Sorting } from './useList.ts'
import type { Ticks } from './useTicks.ts'

type Props<Row, Sort extends string> = {
  columns: Column<Row, Sort>[]
  sorting: Sorting<Sort> | undefined
  /** Absent where the columns stay as they are. */
  kept: KeptColumns | undefined
  /** Cards show what they show, whatever columns are chosen. */
  hasCards: boolean
  exporting: Exporting | undefined
  ticks: Ticks<Row> | undefined
  bulkActions: BulkAction<Row>[]
  total: number
  onHelp: (() => void) | undefined
}

/** What stands above a table: its order on a phone, its columns, its export; while rows are ticked, what to do with them. */
export function TableTools<Row, Sort extends string>(props: Props<Row, Sort>) {
  const { columns, sorting, kept, hasCards, exporting, ticks, bulkActions, total, onHelp } = props
  const { running, start } = useExport(exporting)
  const isSelecting = ticks !== undefined && ticks.count > 0
  const keys = () => (kept ? chosen(columns, kept.choice) : columns).map(keyOf)
  if (!sorting && !kept && !exporting && !ticks) return null
  const mayTakeAll = ticks !== undefined && total > ticks.rows.length
  return (
    <div className={classes.tools} data-selecting={isSelecting}>
      <Group className={classes.ordinary} gap="xs" align="flex-end" justify="flex-end">
        {ticks && (
          <Checkbox
            className={classes.page}
            hiddenFrom="sm"
            size="md"
            aria-label={t('panel.list.selectPage')}
            checked={ticks.isPage}
            indeterminate={ticks.isPartOfPage}
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
        {kept && !hasCards && <ColumnsButton columns={columns} kept={kept} />}
        {exporting && !running && <ExportMenu onExport={(format) => start({ columns: keys(), format })} />}
      </Group>
      {isSelecting && (
        <SelectionBar
          ticks={ticks}
          total={total}
          actions={bulkActions}
          mayTakeAll={mayTakeAll && (exporting !== undefined || bulkActions.some(({ runAll }) => runAll))}
        >
          {exporting && !running && (
            <ExportMenu
              onExport={(format) =>
                start({ columns: keys(), format, ...(ticks.isAll ? {} : { ids: ticks.keys }) })
              }
            />
          )}
        </SelectionBar>
      )}
    </div>
  )
}
