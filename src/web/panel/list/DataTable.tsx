import { Table, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode, MouseEvent as RowClick } from 'react'
import { t } from '#web/i18n.ts'
import classes from './DataTable.module.css'
import { SortSelect } from './SortSelect.tsx'
import type { Sorting } from './useList.ts'

/** `name` is what stands above the column, and in a phone's card beside the value; no two are alike. */
export type Column<Row, Sort extends string = never> = {
  name: string
  sort?: Sort
  isNumber?: boolean
  isHidden?: boolean
  cell: (row: Row) => ReactNode
}

type Props<Row, Sort extends string> = {
  /** What the rows are, for those who do not see it. */
  label: string
  columns: Column<Row, Sort>[]
  rows: Row[]
  rowKey: (row: Row) => string
  /** The rows' own page: the first column becomes a link, and a click anywhere in the row follows it. */
  rowLink?: (row: Row) => LinkProps | undefined
  /** Buttons and links of a row, in a last column of their own. */
  rowActions?: (row: Row) => ReactNode
  /** Absent where the rows come in one order only. */
  sorting?: Sorting<Sort>
}

/** Rows as a table; on a phone each becomes a card with the columns' names inside. */
export function DataTable<Row, Sort extends string = never>(props: Props<Row, Sort>) {
  const { label, columns, rows, rowKey, rowLink, rowActions, sorting } = props
  const shown = columns.filter((column) => !column.isHidden)
  return (
    <>
      {sorting && <SortSelect columns={shown} sorting={sorting} />}
      <div className={classes.frame} tabIndex={0} role="region" aria-label={label}>
        <Table
          className={classes.table}
          role="table"
          highlightOnHover
          highlightOnHoverColor="var(--mantine-color-gray-0)"
          verticalSpacing="sm"
          horizontalSpacing={8}
        >
          <Table.Thead role="rowgroup">
            <Table.Tr role="row">
              {shown.map((column) => (
                <Heading key={column.name} column={column} sorting={sorting} />
              ))}
              {rowActions && (
                <Table.Th role="columnheader">
                  <VisuallyHidden>{t('panel.list.actions')}</VisuallyHidden>
                </Table.Th>
              )}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody role="rowgroup">
            {rows.map((row) => (
              <BodyRow
                key={rowKey(row)}
                row={row}
                columns={shown}
                rowLink={rowLink}
                rowActions={rowActions}
              />
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </>
  )
}

type BodyRowProps<Row, Sort extends string> = {
  row: Row
  columns: Column<Row, Sort>[]
  rowLink: Props<Row, Sort>['rowLink']
  rowActions: Props<Row, Sort>['rowActions']
}

// The roles are said: a row that a phone shows as a card would be none to those who do not see it.
function BodyRow<Row, Sort extends string>({ row, columns, rowLink, rowActions }: BodyRowProps<Row, Sort>) {
  const link = rowLink?.(row)
  return (
    <Table.Tr role="row" {...(link ? { className: classes.linked, onClick: followRow } : {})}>
      {columns.map((column, index) => (
        <Table.Td key={column.name} role="cell" data-label={column.name} data-number={column.isNumber}>
          {link && index === 0 ? (
            <Link {...link} className={classes.link} data-row-link>
              {column.cell(row)}
            </Link>
          ) : (
            column.cell(row)
          )}
        </Table.Td>
      ))}
      {rowActions && (
        <Table.Td role="cell" className={classes.actions}>
          <div>{rowActions(row)}</div>
        </Table.Td>
      )}
    </Table.Tr>
  )
}

/** A click beside everything in the row that can be clicked counts as one on its link. Marking text is no click. */
function followRow(event: RowClick<HTMLTableRowElement>) {
  const { currentTarget: row, target, ctrlKey, metaKey, shiftKey } = event
  if (!(target instanceof Element) || !row.contains(target) || target.closest('a, button, input, label'))
    return
  if (getSelection()?.toString()) return
  const click = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey })
  row.querySelector('a[data-row-link]')?.dispatchEvent(click)
}

type HeadingProps<Row, Sort extends string> = {
  column: Column<Row, Sort>
  sorting: Sorting<Sort> | undefined
}

function Heading<Row, Sort extends string>({ column, sorting }: HeadingProps<Row, Sort>) {
  const { sort } = column
  if (!sorting || !sort) {
    return (
      <Table.Th role="columnheader" data-number={column.isNumber}>
        {column.name}
      </Table.Th>
    )
  }
  const isSorted = sorting.sort === sort
  const Arrow = sorting.order === 'asc' ? IconArrowUp : IconArrowDown
  const direction = sorting.order === 'asc' ? 'ascending' : 'descending'
  return (
    <Table.Th role="columnheader" data-number={column.isNumber} aria-sort={isSorted ? direction : 'none'}>
      <UnstyledButton className={classes.sort} onClick={() => sorting.onSort(sort)}>
        {column.name}
        <Arrow size={14} aria-hidden visibility={isSorted ? 'visible' : 'hidden'} />
      </UnstyledButton>
    </Table.Th>
  )
}
