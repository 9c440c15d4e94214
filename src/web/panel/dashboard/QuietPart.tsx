import { Select } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { QuietCustomer } from '#shared/analysis.ts'
import { maxAnalysisRows } from '#shared/analysisRules.ts'
import { api } from '#web/api.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { formatDay } from './days.ts'
import { EmptyPart } from './EmptyPart.tsx'
import { ordersLink } from './orderLinks.ts'
import { Part } from './Part.tsx'
import classes from './Rows.module.css'
import { collapsedRows, ShowAllButton } from './ShowAllButton.tsx'
import { type SmallColumn, SmallTable } from './SmallTable.tsx'
import { useDashboardQuery } from './useDashboardQuery.ts'

const dayChoices = [7, 14, 30, 60, 90]

/** Customers who ordered regularly and stopped. */
export function QuietPart() {
  const [isExpanded, setIsExpanded] = useState(false)
  const [days, setDays] = useState(14)
  const input = { days, limit: isExpanded ? maxAnalysisRows : collapsedRows }
  const part = useDashboardQuery(['quiet', input], (options) =>
    api.get('/api/Shop/GetQuietCustomers', input, options),
  )
  const title = t('panel.dashboard.quiet')
  return (
    <Part
      title={title}
      note={t('panel.dashboard.quietNote')}
      part={part}
      height={160}
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
    >
      {({ items, total, since }) =>
        items.length === 0 ? (
          <EmptyPart text={t('panel.dashboard.nobodyQuiet')} />
        ) : (
          <>
            <SmallTable
              label={title}
              columns={columnsOf(since)}
              rows={items}
              rowKey={({ currAccCode }) => currAccCode}
            />
            <ShowAllButton total={total} isExpanded={isExpanded} onChange={setIsExpanded} />
          </>
        )
      }
    </Part>
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
