import { ActionIcon, Button } from '@mantine/core'
import { IconArrowBackUp, IconEyeOff, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { AccountRow } from '#shared/customers.ts'
import { pages } from '#shared/pages.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { useMayOpen } from '../access.ts'
import type { BulkAction, Exporter } from '../list/bulk.ts'
import { type Column, DataTable } from '../list/DataTable.tsx'
import { focusAfter } from '../list/focusAfter.ts'
import type { List, Sorting } from '../list/useList.ts'
import type { Selection } from '../list/useSelection.ts'
import { CustomerState } from './CustomerState.tsx'
import classes from './CustomerTable.module.css'
import type { CustomerSort } from './customerSearch.ts'
import { useBulkCustomerRemoval, useCustomerRemoval } from './removal.ts'

const columns: Column<AccountRow, CustomerSort>[] = [
  {
    name: t('panel.customer.code'),
    sort: 'currAccCode',
    cell: (row) => <bdi className={classes.code}>{row.currAccCode}</bdi>,
  },
  { name: t('panel.customer.name'), sort: 'currAccDescription', cell: (row) => row.currAccDescription },
  {
    name: t('panel.customer.city'),
    sort: 'city',
    cell: (row) => [row.city, row.country].filter(Boolean).join(', ') || '–',
  },
  {
    name: t('panel.agentEdit'),
    sort: 'salesPerson',
    cell: (row) => <Agent row={row} />,
  },
  {
    name: t('panel.customer.priceGroup'),
    sort: 'priceGroup',
    cell: (row) => <bdi>{row.priceGroup}</bdi>,
  },
  { key: 'currency', name: t('order.currency'), cell: (row) => row.currencyCode },
  {
    key: 'branches',
    name: t('panel.customer.branches'),
    isNumber: true,
    cell: (row) => <bdi className="number">{formatCount(row.subCurrAccs)}</bdi>,
  },
  {
    key: 'excludedBrands',
    name: t('panel.customer.hiddenBrands'),
    isNumber: true,
    cell: (row) => <bdi className="number">{formatCount(row.excludedBrands)}</bdi>,
  },
  { key: 'state', name: t('order.state'), cell: (row) => <CustomerState customer={row} /> },
]

type Props = {
  exporter: Exporter
  list: List<AccountRow> & { sorting: Sorting<CustomerSort> }
  rows: AccountRow[]
  selection: Selection<AccountRow>
}

export function CustomerTable({ list, rows, selection, exporter }: Props) {
  const mayEdit = useMayOpen(pages.customerEdit)
  const removeAll = useBulkCustomerRemoval()
  const removal: BulkAction<AccountRow> = {
    label: t('panel.list.delete'),
    icon: <IconTrash size={18} aria-hidden />,
    isDangerous: true,
    appliesTo: (row) => !row.isDeleted,
    run: removeAll,
  }
  return (
    <DataTable
      label={t('panel.customers')}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      rowLink={(row) => (mayEdit ? { to: '/customer/edit/$id', params: { id: row.id } } : undefined)}
      rowActions={rowActions}
      sorting={list.sorting}
      list={list}
      columnsName="customers"
      exporter={exporter}
      selection={selection}
      bulkActions={mayEdit ? [removal] : []}
    />
  )
}

function Agent({ row: { salesPerson, salesPersonCode } }: { row: AccountRow }) {
  const maySee = useMayOpen(pages.agents)
  if (!salesPersonCode) return '–'
  const name = salesPerson || salesPersonCode
  if (!maySee) return name
  return (
    <Link to="/user/sp-list" search={{ text: salesPersonCode }}>
      {name}
    </Link>
  )
}

const rowActions = (row: AccountRow) => <Actions row={row} />

function Actions({ row }: { row: AccountRow }) {
  const { remove, restore, isBusy } = useCustomerRemoval()
  const mayEdit = useMayOpen(pages.customerEdit)
  const mayExclude = useMayOpen(pages.excludeBrands)
  const name = row.currAccDescription
  if (row.isDeleted) {
    return (
      mayEdit && (
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={18} aria-hidden />}
          aria-label={t('panel.person.restoreName', { name })}
          aria-busy={isBusy}
          onClick={({ currentTarget }) => {
            const next = focusAfter(currentTarget)
            restore(row, () => next?.focus())
          }}
        >
          {t('panel.person.restore')}
        </Button>
      )
    )
  }
  return (
    <>
      {mayEdit && (
        <ActionIcon
          {...iconButtonProps(t('panel.person.editName', { name }))}
          renderRoot={(props) => <Link to="/customer/edit/$id" params={{ id: row.id }} {...props} />}
        >
          <IconPencil size={18} aria-hidden />
        </ActionIcon>
      )}
      {mayExclude && (
        <ActionIcon
          {...iconButtonProps(t('panel.customer.brandsOf', { name }))}
          renderRoot={(props) => (
            <Link to="/customer/exclude-brands/{-$userId}" params={{ userId: row.id }} {...props} />
          )}
        >
          <IconEyeOff size={18} aria-hidden />
        </ActionIcon>
      )}
      {mayEdit && (
        <ActionIcon
          {...iconButtonProps(t('panel.person.deleteName', { name }))}
          color="red"
          aria-busy={isBusy}
          onClick={({ currentTarget }) => {
            const next = focusAfter(currentTarget)
            remove(row, () => next?.focus())
          }}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      )}
    </>
  )
}

const iconButtonProps = (name: string) => ({
  variant: 'subtle',
  size: 36,
  className: classes.action,
  'aria-label': name,
  title: name,
})
