import { Badge, Table, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { OrderRow } from '#shared/orders.ts'
import { formatCount, formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'
import { Totals } from '#web/ui/Totals.tsx'
import classes from './OrderTable.module.css'
import type { OrderSort } from './orderSearch.ts'

export type Sorting = { sort: OrderSort; order: 'asc' | 'desc'; onSort: (sort: OrderSort) => void }
type Column = { name: string; sort?: OrderSort; isNumber?: boolean; cell: (row: OrderRow) => ReactNode }

const columns: Column[] = [
  {
    name: t('order.number'),
    sort: 'orderNumber',
    cell: (row) => (
      <Link to="/siparisler/$orderId" params={{ orderId: row.id }} className={classes.number}>
        <bdi className="number">{row.orderNumber}</bdi>
      </Link>
    ),
  },
  { name: t('order.customer'), sort: 'customer', cell: (row) => row.customer },
  {
    name: t('order.date'),
    sort: 'orderDate',
    cell: (row) => <time dateTime={row.orderDate}>{formatDateTime(row.orderDate)}</time>,
  },
  { name: t('order.type'), cell: (row) => t(`orderType.short.${row.orderType}`) },
  {
    name: t('order.qty'),
    sort: 'qty',
    isNumber: true,
    cell: (row) => <bdi className="number">{formatCount(row.qty)}</bdi>,
  },
  {
    name: t('order.amount'),
    sort: 'amount',
    isNumber: true,
    cell: (row) => (
      <div>
        <Totals totals={row.totals} />
      </div>
    ),
  },
  { name: t('order.currency'), cell: (row) => row.totals.map((total) => total.currency).join(' ') },
  { name: t('order.salesPerson'), sort: 'salesPerson', cell: (row) => row.salesPerson },
  { name: t('order.state'), cell: (row) => <State state={row.state} /> },
  ...(settings.transferEnabled
    ? [
        {
          name: t('order.transfer'),
          cell: (row: OrderRow) => (
            <Badge
              variant="light"
              color={row.transfer ? 'green' : 'gray'}
              c={row.transfer ? 'green.9' : 'var(--ink)'}
            >
              {row.transfer ? t('order.transferred') : t('order.notTransferred')}
            </Badge>
          ),
        },
        {
          name: t('order.transferedDate'),
          cell: (row: OrderRow) => (row.transferedDate ? formatDateTime(row.transferedDate) : '–'),
        },
      ]
    : []),
]

/** Orders as a table; on a phone each row becomes a card with the columns' names inside. */
export function OrderTable({ rows, sorting }: { rows: OrderRow[]; sorting?: Sorting }) {
  return (
    <div className={classes.frame} tabIndex={0} role="region" aria-label={t('panel.orders')}>
      <Table className={classes.table} highlightOnHover verticalSpacing="sm" horizontalSpacing={8}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Heading key={column.name} column={column} sorting={sorting} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.id}>
              {columns.map((column) => (
                <Table.Td key={column.name} data-label={column.name} data-number={column.isNumber}>
                  {column.cell(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

function Heading({ column, sorting }: { column: Column; sorting: Sorting | undefined }) {
  const { sort } = column
  if (!sorting || !sort) return <Table.Th data-number={column.isNumber}>{column.name}</Table.Th>
  const isSorted = sorting.sort === sort
  const Arrow = sorting.order === 'asc' ? IconArrowUp : IconArrowDown
  const direction = sorting.order === 'asc' ? 'ascending' : 'descending'
  return (
    <Table.Th data-number={column.isNumber} aria-sort={isSorted ? direction : 'none'}>
      <UnstyledButton className={classes.sort} onClick={() => sorting.onSort(sort)}>
        {column.name}
        <Arrow size={14} aria-hidden visibility={isSorted ? 'visible' : 'hidden'} />
      </UnstyledButton>
    </Table.Th>
  )
}

export function State({ state }: { state: OrderRow['state'] }) {
  return (
    <Badge
      variant="light"
      color={state === 'placed' ? 'blue' : 'red'}
      c={state === 'placed' ? 'blue.9' : 'red.9'}
    >
      {t(`order.state.${state}`)}
    </Badge>
  )
}
