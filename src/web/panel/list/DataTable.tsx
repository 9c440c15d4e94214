import { Checkbox, Table, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { LinkProps } from '@tanstack/react-router'
import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { t } from '#web/i18n.ts'
import type { BulkAction, Exporter } from './bulk.ts'
import { type CardRenderer, type Column, columnKey, type Details, visibleColumns } from './columns.ts'
import classes from './DataTable.module.css'
import { Heading } from './Heading.tsx'
import { focusRow, onRowKey, rowsOf } from './rowKeys.ts'
import { TableRow } from './TableRow.tsx'
import { TableTools } from './TableTools.tsx'
import { useColumns } from './useColumns.ts'
import type { List, Sorting } from './useList.ts'
import { usePageKeys } from './usePageKeys.ts'
import type { Selection } from './useSelection.ts'
import { useTicks } from './useTicks.ts'

export type { Column, Details } from './columns.ts'

const Shortcuts = lazy(async () => ({ default: (await import('./Shortcuts.tsx')).Shortcuts }))

type Props<Row, Sort extends string> = {
  /** Accessible name. */
  label: string
  columns: Column<Row, Sort>[]
  rows: Row[]
  rowKey: (row: Row) => string
  /** The first column becomes a link, and a click in the row follows it. */
  rowLink?: ((row: Row) => LinkProps | undefined) | undefined
  /** Without it, phones stack the columns. */
  card?: CardRenderer<Row>
  rowActions?: ((row: Row) => ReactNode) | undefined
  details?: Details<Row>
  sorting?: Sorting<Sort> | undefined
  /** Enables paging by keyboard and selecting all matches. */
  list?: List<Row>
  /** Storage name of the column choice, such as 'orders'; without it columns are fixed. */
  columnsName?: string
  selection?: Selection<Row>
  bulkActions?: BulkAction<Row>[]
  exporter?: Exporter
}

/** Rows become cards on phones. */
export function DataTable<Row, Sort extends string = never>(props: Props<Row, Sort>) {
  const { label, columns, rows, rowKey, rowActions, details, sorting, list } = props
  const { columnsName, selection, bulkActions = [], exporter } = props
  const isPhone = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false })
  const card = isPhone ? props.card : undefined
  const columnSettings = useColumns(columnsName)
  const settings = columnsName ? columnSettings : undefined
  const visible = settings
    ? visibleColumns(columns, settings.choice)
    : columns.filter((column) => !column.isHidden)
  const total = list?.total ?? rows.length
  const ticks = useTicks({ selection, rows, rowKey, total })
  const table = useRef<HTMLDivElement>(null)
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  const openHelp = () => setIsHelpOpen(true)
  usePageKeys(table, openHelp)
  const turnPage = usePageTurning(list, rows, table)
  return (
    <>
      <TableTools
        columns={columns}
        sorting={sorting}
        settings={settings}
        hasCards={card !== undefined}
        exporter={exporter}
        ticks={ticks}
        bulkActions={bulkActions}
        total={total}
        onHelp={list && openHelp}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles arrow keys of the rows */}
      <div
        ref={table}
        className={classes.frame}
        tabIndex={0}
        role="region"
        aria-label={label}
        onKeyDown={(event) => {
          onRowKey(event, {
            turnPage,
            ...(ticks
              ? {
                  tick: (index, isRange) => {
                    const row = rows[index]
                    if (row) ticks.set(index, isRange || !ticks.isTicked(rowKey(row)), isRange)
                  },
                  tickAll: () => ticks.setPage(true),
                  clearTicks: ticks.clear,
                }
              : {}),
          })
        }}
      >
        <Table
          className={classes.table}
          role="table"
          highlightOnHover
          highlightOnHoverColor="light-dark(var(--mantine-color-gray-0), #2a2e34)"
          verticalSpacing="sm"
          horizontalSpacing={8}
        >
          <Table.Thead role="rowgroup">
            <Table.Tr role="row">
              {ticks && (
                <Table.Th role="columnheader" className={classes.tick}>
                  <Checkbox
                    size="md"
                    aria-label={t('panel.list.selectPage')}
                    checked={ticks.isPageTicked}
                    indeterminate={ticks.isPagePartlyTicked}
                    onChange={({ currentTarget }) => ticks.setPage(currentTarget.checked)}
                  />
                </Table.Th>
              )}
              {visible.map((column) => (
                <Heading key={columnKey(column)} column={column} sorting={sorting} />
              ))}
              {details && <HiddenHeading>{t('panel.list.details')}</HiddenHeading>}
              {rowActions && <HiddenHeading>{t('panel.list.actions')}</HiddenHeading>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody role="rowgroup">
            {rows.map((row, index) => (
              <TableRow
                key={rowKey(row)}
                row={row}
                columns={visible}
                card={card}
                rowLink={props.rowLink}
                rowActions={rowActions}
                details={details}
                tick={
                  ticks && {
                    isOn: ticks.isTicked(rowKey(row)),
                    set: (isOn, isRange) => ticks.set(index, isOn, isRange),
                  }
                }
              />
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {isHelpOpen && (
        <Suspense>
          <Shortcuts canSelect={ticks !== undefined} onClose={() => setIsHelpOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function HiddenHeading({ children }: { children: ReactNode }) {
  return (
    <Table.Th role="columnheader">
      <VisuallyHidden>{children}</VisuallyHidden>
    </Table.Th>
  )
}

/** Focuses the new page's first row. */
function usePageTurning<Row>(
  list: List<Row> | undefined,
  rows: Row[],
  table: RefObject<HTMLElement | null>,
): (by: 1 | -1) => boolean {
  const turnedFrom = useRef<Row[]>(undefined)
  useEffect(() => {
    if (!turnedFrom.current || turnedFrom.current === rows || !table.current) return
    turnedFrom.current = undefined
    focusRow(rowsOf(table.current)[0])
  })
  return (by) => {
    if (!list) return false
    const page = list.page + by
    if (page < 1 || page > Math.ceil(list.total / list.limit)) return false
    turnedFrom.current = rows
    list.goToPage(page)
    return true
  }
}
