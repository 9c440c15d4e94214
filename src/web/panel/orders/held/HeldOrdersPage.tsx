import { IconArrowBackUp, IconCheck } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { HeldOrder } from '#shared/orders/heldOrders.ts'
import { api } from '#web/api.ts'
import { formatDateTime } from '#web/format.ts'
import { holdText } from '#web/holdWords.ts'
import { t } from '#web/i18n.ts'
import { Totals } from '#web/ui/Totals.tsx'
import { notInState } from '../../list/bulk.ts'
import type { Column } from '../../list/DataTable.tsx'
import { optionsOf } from '../../list/FilterBar.tsx'
import { ListPage } from '../../list/ListPage.tsx'
import { toCall } from '../../list/listSearch.ts'
import { RowAction } from '../../list/removal.tsx'
import type { BulkAction, LeftOut } from '../../list/SelectionBar.tsx'
import { useList } from '../../list/useList.ts'
import classes from '../OrderCard.module.css'
import { HeldTexts } from './HeldTexts.tsx'
import { type HeldOrderSort, heldOrderList } from './heldOrderSearch.ts'
import { acceptAll, ReturnDialog, useDecisions } from './useDecisions.tsx'

const columns: Column<HeldOrder, HeldOrderSort>[] = [
  {
    name: t('order.number'),
    sort: 'orderNumber',
    cell: (row) => <bdi className="number">{row.orderNumber}</bdi>,
  },
  { key: 'customer', name: t('order.customer'), isWide: true, cell: (row) => <bdi>{row.customer}</bdi> },
  { key: 'reasons', name: t('panel.held.reason'), isWide: true, cell: Reasons },
  {
    key: 'amount',
    name: t('order.netAmount'),
    cell: ({ totals }) => (
      <span className={classes.sums}>
        <Totals totals={totals} />
      </span>
    ),
  },
  { key: 'salesPerson', name: t('order.salesPerson'), cell: (row) => <bdi>{row.salesPerson}</bdi> },
  { key: 'heldAt', name: t('panel.held.since'), isNamed: true, cell: (row) => <When at={row.heldAt} /> },
  {
    key: 'keepsUntil',
    name: t('panel.held.until'),
    isNamed: true,
    cell: (row) => <When at={row.keepsUntil} />,
  },
]

const When = ({ at }: { at: string }) => <time dateTime={at}>{formatDateTime(at)}</time>

/** With what was said for a discount, for other quantities, and when it was returned. */
function Reasons({ reasons, discountReason, overrideReason, note }: HeldOrder) {
  return (
    <div>
      {reasons.map((reason) => (
        <div key={reason.kind}>{holdText(reason)}</div>
      ))}
      <HeldTexts discountReason={discountReason} overrideReason={overrideReason} note={note} />
    </div>
  )
}

/** Orders that wait for a decision, the oldest first. */
export function HeldOrdersPage() {
  const list = useList({
    definition: heldOrderList,
    queryKey: ['heldOrders'],
    load: (request, options) => api.post('/api/Shop/GetHeldOrders', toCall(request), options),
  })
  const { actions, dialog } = useBulkActions()
  return (
    <>
      <ListPage
        title={t('panel.heldOrders')}
        list={list}
        total={(count) => t('orders.total', { count })}
        empty={{ title: t('panel.held.emptyTitle'), text: t('panel.held.emptyText') }}
        search={t('orders.search')}
        filters={{
          state: {
            label: t('order.state'),
            options: optionsOf(['returned'], (state) => t(`order.state.${state}`)),
          },
        }}
        columns={columns}
        frozenColumns={2}
        rowLink={(row) => ({ to: '/siparisler/$orderId', params: { orderId: row.id } })}
        rowActions={decisions}
        bulkActions={actions}
      />
      {dialog}
    </>
  )
}

/** An open dialog; its action waits for `end`, false if it was closed. */
type Returning = { orders: HeldOrder[]; leftOut: LeftOut<HeldOrder>[]; end: (isDone: boolean) => void }

function useBulkActions(): { actions: BulkAction<HeldOrder>[]; dialog: ReactNode } {
  const [returning, setReturning] = useState<Returning>()
  const whyNot = ({ state }: HeldOrder) =>
    state === 'review' ? undefined : notInState(t(`order.state.${state}`))
  return {
    actions: [
      {
        label: t('panel.held.accept'),
        icon: <IconCheck size={18} aria-hidden />,
        whyNot,
        run: acceptAll,
      },
      {
        label: t('panel.held.return'),
        icon: <IconArrowBackUp size={18} aria-hidden />,
        whyNot,
        run: (orders, leftOut) => new Promise<boolean>((end) => setReturning({ orders, leftOut, end })),
        asksNothing: true,
      },
    ],
    dialog: returning && (
      <ReturnDialog
        {...returning}
        onClose={(isDone) => {
          setReturning(undefined)
          returning.end(isDone)
        }}
      />
    ),
  }
}

const decisions = (row: HeldOrder) => <Decisions row={row} />

function Decisions({ row }: { row: HeldOrder }) {
  const { accept, isBusy, startReturn, dialog } = useDecisions(row)
  const number = row.orderNumber
  if (row.state !== 'review') return null
  return (
    <>
      <RowAction
        Icon={IconCheck}
        color="green"
        label={t('panel.held.acceptNumber', { number })}
        aria-busy={isBusy}
        onClick={accept}
      />
      <RowAction
        Icon={IconArrowBackUp}
        label={t('panel.held.returnNumber', { number })}
        onClick={startReturn}
      />
      {dialog}
    </>
  )
}
