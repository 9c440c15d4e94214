import { listExport } from '#server/exports/listExport.ts'
import { exportOrders, type OrderRow } from '#shared/orders.ts'
import { ordersQuery } from './orderList.ts'

export const downloadOrders = listExport<OrderRow, typeof exportOrders>(exportOrders, {
  title: 'panel.orders',
  query: ({ user }, filters) => ordersQuery(user, filters),
  columns: {
    orderNumber: { name: 'order.number', kind: 'whole', value: (row) => Number(row.orderNumber) },
    orderDate: { name: 'order.date', kind: 'instant', value: (row) => row.orderDate },
    customer: { name: 'order.customer', kind: 'text', width: 40, value: (row) => row.customer },
    orderType: {
      name: 'order.type',
      kind: 'text',
      width: 14,
      value: (row, { say }) => say(`orderType.short.${row.orderType}`),
    },
    qty: { name: 'order.qty', kind: 'whole', value: (row) => row.qty },
    // Per currency, so that columns can be summed.
    amount: {
      values: `
        select distinct t.currency_code as value from found
        join order_totals t on t.tenant_id = $1 and t.order_id = found.id order by value`,
      column: (of) => ({
        name: 'order.amount',
        of,
        kind: 'money',
        value: ({ totals }) => totals.find(({ currency }) => currency === of)?.amount,
      }),
    },
    currency: {
      name: 'order.currency',
      kind: 'text',
      width: 14,
      value: ({ totals }) => totals.map(({ currency }) => currency).join(' '),
    },
    salesPerson: { name: 'order.salesPerson', kind: 'text', value: (row) => row.salesPerson },
    state: {
      name: 'order.state',
      kind: 'text',
      width: 14,
      value: (row, { say }) => say(`order.state.${row.state}`),
    },
    transfer: {
      name: 'order.transfer',
      kind: 'text',
      width: 16,
      value: (row, { say }) => say(transferOf(row)),
    },
    transferedDate: { name: 'order.transferedDate', kind: 'instant', value: (row) => row.transferedDate },
  },
})

/** The message key for the order's transfer state. */
function transferOf({ transfer, isWaiting, transferState, waitsFor, mayExist }: OrderRow) {
  if (transfer) return 'order.transferred'
  if (mayExist) return 'panel.erp.view.uncertain'
  if (transferState && transferState !== 'pending') return `panel.erp.transfer.${transferState}` as const
  if (isWaiting && waitsFor) return `panel.order.waitsFor.${waitsFor}` as const
  return isWaiting ? 'panel.order.waiting' : 'order.notTransferred'
}
