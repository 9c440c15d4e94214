import { Table, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { Column } from './columns.ts'
import classes from './DataTable.module.css'
import type { Sorting } from './useList.ts'

type Props<Row, Sort extends string> = {
  column: Column<Row, Sort>
  sorting: Sorting<Sort> | undefined
}

export function Heading<Row, Sort extends string>({ column, sorting }: Props<Row, Sort>) {
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
