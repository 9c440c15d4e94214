import { Select } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { QuietCustomer } from '#shared/analysis.ts'
import { api } from '#web/api.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { formatDay } from './days.ts'
import { ordersLink } from './orderLinks.ts'
import { RankedPart } from './RankedPart.tsx'
import classes from './Rows.module.css'
import type { SmallColumn } from './SmallTable.tsx'

const dayChoices = [7, 14, 30, 60, 90]

/** Customers who ordered regularly and stopped. */
export function QuietPart() {
  const [days, setDays] = useState(14)
  return (
    <RankedPart
      title={t('panel.dashboard.quiet')}
      note={t('panel.dashboard.quietNote')}
      actions={
        <Select
          w={170}
          aria-label={t('panel.dashboard.quietFor')}
          allowDeselect={false}
          data={dayChoices.map((count) => ({
            value: String(count),
            label: t('panel.dashboard.daysOrMore', { count }),
          }))}
          value={String(days)}
          onChange={(value) => setDays(Number(value))}
        />
      }
      height={160}
      queryKey={['quiet', days]}
      load={(limit, options) => api.get('/api/Shop/GetQuietCustomers', { days, limit }, options)}
      emptyText={t('panel.dashboard.nobodyQuiet')}
      columns={({ since }) => columnsOf(since)}
      rowKey={({ currAccCode }: QuietCustomer) => currAccCode}
    />
  )
}

const columnsOf = (since: string): SmallColumn<QuietCustomer>[] => [
  {
    name: t('order.customer'),
    cell: ({ currAccCode, currAccDescription, salesPerson }) => (
      <>
        <Link {...ordersLink({ customer: currAccCode, from: since })} className={classes.link}>
          {currAccDescription}
        </Link>
        <br />
        <span className={classes.soft}>
          <bdi>{currAccCode}</bdi>
          {salesPerson && ` · ${salesPerson}`}
        </span>
      </>
    ),
  },
  {
    name: t('panel.dashboard.lastOrder'),
    cell: ({ lastDay, days }) => (
      <>
        {formatDay(lastDay)}
        <br />
        <span className={classes.soft}>{t('panel.dashboard.daysAgo', { count: days })}</span>
      </>
    ),
  },
  {
    name: t('panel.dashboard.usual'),
    isNumber: true,
    cell: ({ usualDays }) => t('panel.dashboard.days', { count: usualDays }),
  },
  { name: t('panel.dashboard.measure.orders'), isNumber: true, cell: ({ orders }) => formatCount(orders) },
]
