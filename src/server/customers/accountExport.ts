import { listExport } from '#server/exports/listExport.ts'
import { type AccountRow, exportCustomers } from '#shared/customers.ts'
import { accountsQuery } from './accountList.ts'

export const downloadAccounts = listExport<AccountRow, typeof exportCustomers>(exportCustomers, {
  title: 'panel.customers',
  query: (_call, filters) => accountsQuery(filters),
  columns: {
    currAccCode: { name: 'panel.customer.code', kind: 'text', width: 16, value: (row) => row.currAccCode },
    currAccDescription: {
      name: 'panel.customer.name',
      kind: 'text',
      width: 40,
      value: (row) => row.currAccDescription,
    },
    city: { name: 'panel.customer.city', kind: 'text', value: (row) => row.city },
    country: { name: 'panel.customer.country', kind: 'text', value: (row) => row.country },
    salesPerson: {
      name: 'order.salesPerson',
      kind: 'text',
      value: (row) => row.salesPerson || row.salesPersonCode,
    },
    priceGroup: {
      name: 'panel.customer.priceGroup',
      kind: 'text',
      width: 14,
      value: (row) => row.priceGroup,
    },
    currency: { name: 'order.currency', kind: 'text', width: 12, value: (row) => row.currencyCode },
    branches: { name: 'panel.customer.branches', kind: 'whole', value: (row) => row.subCurrAccs },
    excludedBrands: {
      name: 'panel.customer.hiddenBrands',
      kind: 'whole',
      value: (row) => row.excludedBrands,
    },
    state: {
      name: 'order.state',
      kind: 'text',
      width: 14,
      value: (row, { say }) => say(`panel.customer.state.${stateOf(row)}`),
    },
  },
})

const stateOf = ({ isDeleted, isBlocked }: AccountRow) =>
  isDeleted ? 'deleted' : isBlocked ? 'blocked' : 'open'
