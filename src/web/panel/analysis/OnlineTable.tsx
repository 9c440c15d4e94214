import type { OnlineCustomer } from '#shared/analysis.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { Totals } from '#web/ui/Totals.tsx'
import { type Column, DataTable, type Details } from '../list/DataTable.tsx'
import { Instant } from './Instant.tsx'
import { OnlineCart } from './OnlineCart.tsx'
import classes from './OnlinePage.module.css'

const columns: Column<OnlineCustomer>[] = [
  {
    name: t('order.customer'),
    cell: ({ currAccCode, currAccDescription }) => (
      <div>
        <b>{currAccDescription}</b>
        <br />
        <bdi className={classes.soft}>{currAccCode}</bdi>
      </div>
    ),
  },
  {
    name: t('panel.online.person'),
    cell: ({ name, devices }) => (
      <div>
        {name}
        {devices > 1 && (
          <>
            <br />
            <span className={classes.soft}>{t('panel.online.devices', { count: devices })}</span>
          </>
        )}
      </div>
    ),
  },
  { name: t('order.salesPerson'), cell: ({ salesPerson }) => salesPerson || '–' },
  { name: t('panel.online.since'), cell: ({ onlineSince }) => <Instant at={onlineSince} /> },
  { name: t('panel.online.changedAt'), cell: ({ changedAt }) => <Instant at={changedAt} /> },
  { name: t('order.type'), cell: ({ orderType }) => t(`orderType.short.${orderType}`) },
  { name: t('order.qty'), isNumber: true, cell: ({ totalQty }) => formatCount(totalQty) },
  {
    name: t('order.amount'),
    isNumber: true,
    cell: ({ totals }) =>
      totals.length === 0 ? (
        t('panel.online.emptyCart')
      ) : (
        <div>
          <Totals totals={totals} />
        </div>
      ),
  },
]

const details: Details<OnlineCustomer> = {
  label: ({ lines }) => (lines === 0 ? undefined : t('panel.online.lines', { count: lines })),
  content: ({ userId, changedAt, currAccDescription }) => (
    <OnlineCart userId={userId} changedAt={changedAt} label={currAccDescription} />
  ),
}

export function OnlineTable({ customers }: { customers: OnlineCustomer[] }) {
  return (
    <DataTable
      label={t('panel.onlineCustomers')}
      columns={columns}
      rows={customers}
      rowKey={({ userId }) => userId}
      details={details}
    />
  )
}
