import { Badge, Group, Text } from '@mantine/core'
import { IconEyeOff, IconPlus } from '@tabler/icons-react'
import type { AccountRow } from '#shared/customers/customers.ts'
import { customerColumns } from '#shared/exports/exportColumns.ts'
import { pages } from '#shared/pages.ts'
import { api } from '#web/api.ts'
import { formatMoney } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'
import { useMayOpen } from '../access.ts'
import { FetchCustomers } from '../erp/FetchCustomers.tsx'
import { notInState } from '../list/bulk.ts'
import type { Column } from '../list/DataTable.tsx'
import { createListExporter } from '../list/exporters.ts'
import { optionsOf } from '../list/FilterBar.tsx'
import { ListPage } from '../list/ListPage.tsx'
import { toCall } from '../list/listSearch.ts'
import { bulkRemoval, RowAction, RowActions, useRemoval } from '../list/removal.tsx'
import { useList } from '../list/useList.ts'
import { PageButton } from '../PageButton.tsx'
import { PageLink } from '../PageLink.tsx'
import classes from '../users/people.module.css'
import { Amounts } from './Amounts.tsx'
import { BalanceUpload } from './BalanceUpload.tsx'
import { useAgentChoices, usePriceGroups, withChosen } from './choices.ts'
import { customerRemoval } from './customerDraft.ts'
import { type CustomerSort, customerList, customerStates, noAgent } from './customerSearch.ts'

const columns: Column<AccountRow, CustomerSort>[] = [
  {
    name: t('panel.customer.code'),
    sort: 'currAccCode',
    cell: (row) => <bdi className={classes.code}>{row.currAccCode}</bdi>,
  },
  {
    name: t('panel.customer.name'),
    sort: 'currAccDescription',
    isWide: true,
    cell: (row) => row.currAccDescription,
  },
  {
    name: t('panel.customer.city'),
    sort: 'city',
    cell: (row) => [row.city, row.country].filter(Boolean).join(', ') || '–',
  },
  { name: t('panel.agentEdit'), sort: 'salesPerson', cell: (row) => <Agent row={row} /> },
  { name: t('panel.customer.priceGroup'), sort: 'priceGroup', cell: (row) => <bdi>{row.priceGroup}</bdi> },
  { key: 'currency', name: t('order.currency'), cell: (row) => row.currencyCode },
  { key: 'branches', name: t('panel.customer.branches'), isNumber: true, cell: (row) => row.subCurrAccs },
  {
    key: 'excludedBrands',
    name: t('panel.customer.hiddenBrands'),
    isNumber: true,
    isOptional: true,
    cell: (row) => row.excludedBrands,
  },
  {
    key: 'taxTreatment',
    name: t('tax.treatment'),
    isHidden: !settings.tax,
    isOptional: true,
    cell: (row) => t(`tax.treatment.${row.taxTreatment}`),
  },
  { key: 'state', name: t('order.state'), cell: (row) => <State customer={row} /> },
  {
    key: 'creditLimit',
    name: t('panel.customer.creditLimit'),
    isNumber: true,
    isOptional: true,
    cell: ({ creditLimit, currencyCode }) =>
      creditLimit === null ? '–' : <bdi>{formatMoney(creditLimit, currencyCode)}</bdi>,
  },
  {
    key: 'balance',
    name: t('credit.balance'),
    isNumber: true,
    isOptional: true,
    cell: ({ balances }) => <Amounts amounts={balances} />,
  },
  {
    key: 'overdue',
    name: t('credit.overdue'),
    isNumber: true,
    isOptional: true,
    cell: ({ overdue }) => (
      <Text span inherit c="red.9">
        <Amounts amounts={overdue} />
      </Text>
    ),
  },
]

const accountLink = ({ id }: AccountRow) => ({ to: '/customer/account/$id' as const, params: { id } })
const editLink = ({ id }: AccountRow) => ({ to: '/customer/edit/$id' as const, params: { id } })

export function CustomerListPage() {
  const list = useList({
    savedAs: 'customers',
    definition: customerList,
    queryKey: ['customers'],
    load: (request, options) => api.post('/api/Account/GetCustomerList', toCall(request), options),
  })
  const { agent } = list.search
  const agents = useAgentChoices(agent === noAgent ? undefined : agent)
  const priceGroups = optionsOf(usePriceGroups(), (group) => group)
  const mayEdit = useMayOpen(pages.customerEdit)
  const removal = bulkRemoval<AccountRow>(customerRemoval, {
    whyNot: (row) => (row.isDeleted ? notInState(t('panel.customer.state.deleted')) : undefined),
    describe: (row) => ({ id: row.id, name: row.currAccDescription, link: accountLink(row) }),
  })
  return (
    <ListPage
      title={t('panel.customers')}
      list={list}
      total={(count) => t('panel.customer.total', { count })}
      empty={{ title: t('panel.customer.emptyTitle'), text: t('panel.customer.emptyText') }}
      actions={
        <Group gap="xs">
          <FetchCustomers />
          <BalanceUpload />
          <PageButton page={pages.customerCreate} Icon={IconPlus} isMain />
        </Group>
      }
      search={t('panel.customer.search')}
      filters={{
        agent: {
          label: t('order.salesPerson'),
          options: [{ value: noAgent, label: t('panel.customer.withoutAgent') }, ...agents],
        },
        priceGroup: {
          label: t('panel.customer.priceGroup'),
          options: withChosen(priceGroups, list.search.priceGroup),
        },
        state: {
          label: t('order.state'),
          options: optionsOf(customerStates, (state) => t(`panel.customer.state.${state}`)),
        },
      }}
      columns={columns}
      rowLink={accountLink}
      rowActions={rowActions}
      bulkActions={mayEdit ? [removal] : []}
      exporter={createListExporter('/api/Account/ExportCustomers', customerColumns, toCall(list.criteria), {
        branches: ['branches', 'excludedBrands'],
        city: ['city', 'country'],
      })}
    />
  )
}

function Agent({ row: { salesPerson, salesPersonCode } }: { row: AccountRow }) {
  if (!salesPersonCode) return '–'
  return (
    <PageLink page={pages.agents} link={{ search: { text: salesPersonCode } as never }}>
      {salesPerson || salesPersonCode}
    </PageLink>
  )
}

/** Orderable customers get no badge. */
function State({ customer: { isBlocked, isDeleted } }: { customer: AccountRow }) {
  if (!isDeleted && !isBlocked) return t('panel.customer.state.open')
  return (
    <Badge color={isDeleted ? 'gray' : 'red'}>
      {t(isDeleted ? 'panel.customer.state.deleted' : 'panel.customer.state.blocked')}
    </Badge>
  )
}

const rowActions = (row: AccountRow) => <Actions row={row} />

function Actions({ row }: { row: AccountRow }) {
  const { id, currAccDescription: name, isDeleted } = row
  const removal = useRemoval(customerRemoval, { id, name })
  const mayEdit = useMayOpen(pages.customerEdit)
  const mayExclude = useMayOpen(pages.excludeBrands)
  return (
    <RowActions name={name} isDeleted={isDeleted} {...(mayEdit ? { removal, edit: editLink(row) } : {})}>
      {mayExclude && (
        <RowAction
          Icon={IconEyeOff}
          label={t('panel.customer.brandsOf', { name })}
          link={{ to: '/customer/exclude-brands/{-$userId}', params: { userId: id } }}
        />
      )}
    </RowActions>
  )
}
