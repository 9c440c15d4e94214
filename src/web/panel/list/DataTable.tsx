import { Checkbox, Table, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { LinkProps } from '@tanstack/react-router'
import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { t } from '#web/i18n.ts'
import type { BulkAction, Exporting } from './bulk.ts'
import { type Column, chosen, keyOf } from './columns.ts'
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

export type { Column } from './columns.ts'

const Shortcuts = lazy(async () => ({ default: (await import('./Shortcuts.tsx')).Shortcuts }))

/**
 * A row on a phone: a few lines in place of all columns. `linked` makes what names the row the link to its page.
 */
export type Card<Row> = (row: Row, linked: (name: ReactNode) => ReactNode) => ReactNode

/** What opens below a row: `label` is that of the button, absent where a row has nothing to open. */
export type Details<Row> = { label: (row: Row) => string | undefined; content: (row: Row) => ReactNode }

type Props<Row, Sort extends string> = {
  /** What the rows are, for those who do not see it. */
  label: string
  columns: Column<Row, Sort>[]
  rows: Row[]
  rowKey: (row: Row) => string
  /** The rows' own page: the first column becomes a link, and a click anywhere in the row follows it. */
  rowLink?: ((row: Row) => LinkProps | undefined) | undefined
  /** Absent where a phone shows the columns one below the other. */
  card?: Card<Row>
  /** Buttons and links of a row, in a last column of their own. */
  rowActions?: ((row: Row) => ReactNode) | undefined
  details?: Details<Row>
  /** Absent where the rows come in one order only. */
  sorting?: Sorting<Sort> | undefined
  /** From useList: keys lead from page to page, and all that match can be taken. */
  list?: List<Row>
  /** What the choice of columns is kept under, such as 'orders'; without it there is none. */
  remember?: string
  /** From useSelection: rows can be ticked. */
  selection?: Selection<Row>
  bulkActions?: BulkAction<Row>[]
  /** How the list, or what of it is ticked, becomes a file. */
  exporting?: Exporting
}

/** Rows as a table; on a phone each is a card. */
export function DataTable<Row, Sort extends string = never>(props: Props<Row, Sort>) {
  const { label, columns, rows, rowKey, rowActions, details, sorting, list } = props
  const { remember, selection, bulkActions = [], exporting } = props
  const isPhone = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false })
  const card = isPhone ? props.card : undefined
  const columnsKept = useColumns(remember)
  const kept = remember ? columnsKept : undefined
  const shown = kept ? chosen(columns, kept.choice) : columns.filter((column) => !column.isHidden)
  const total = list?.total ?? rows.length
  const ticks = useTicks({ selection, rows, rowKey, total })
  const table = useRef<HTMLDivElement>(null)
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  const openHelp = () => setIsHelpOpen(true)
  usePageKeys(table, openHelp)
  const turn = useTurning(list, rows, table)
  return (
    <>
      <TableTools
        columns={columns}
        sorting={sorting}
        kept={kept}
        hasCards={card !== undefined}
        exporting={exporting}
        ticks={ticks}
        bulkActions={bulkActions}
        total={total}
        onHelp={list && openHelp}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys lead from row to row */}
      <div
        ref={table}
        className={classes.frame}
        tabIndex={0}
        role="region"
        aria-label={label}
        onKeyDown={(event) => {
          onRowKey(event, {
            turn,
            ...(ticks
              ? {
                  tick: (index, isRange) => {
                    const row = rows[index]
                    if (row) ticks.set(index, isRange || !ticks.isTicked(rowKey(row)), isRange)
                  },
                  tickAll: () => ticks.setPage(true),
                  untick: ticks.clear,
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
                    checked={ticks.isPage}
                    indeterminate={ticks.isPartOfPage}
                    onChange={({ currentTarget }) => ticks.setPage(currentTarget.checked)}
                  />
                </Table.Th>
              )}
              {shown.map((column) => (
                <Heading key={keyOf(column)} column={column} sorting={sorting} />
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
                columns={shown}
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

/** Turns the list's pages for whoever is on its rows: the focus goes on to the first of the new ones. */
function useTurning<Row>(
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
    list.toPage(page)
    return true
  }
}
