import { Group, Select, Switch } from '@mantine/core'
import { t } from '#web/i18n.ts'
import { DayField } from '#web/ui/days/DayField.tsx'
import { periods, type Range } from '../periods.ts'
import { type DashboardSearch, firstPeriod, withEnd } from './dashboardSearch.ts'
import classes from './PeriodBar.module.css'

type Props = {
  search: DashboardSearch
  range: Range
  onChange: (change: Pick<DashboardSearch, 'period' | 'from' | 'to'>) => void
  asTables: boolean
  onTables: (asTables: boolean) => void
}

const own = 'own'

/** Which days the figures are of, and whether they are charts or tables. */
export function PeriodBar({ search, range, onChange, asTables, onTables }: Props) {
  const options = periods.map((period) => ({ value: period, label: t(`panel.dashboard.period.${period}`) }))
  return (
    <Group className={classes.bar} gap="xs" mb="md" align="flex-end" component="search">
      <Select
        className={classes.period}
        label={t('panel.dashboard.period')}
        allowDeselect={false}
        data={[...options, ...(search.from ? [{ value: own, label: t('panel.dashboard.period.own') }] : [])]}
        value={search.from ? own : (search.period ?? firstPeriod)}
        onChange={(value) => {
          const period = periods.find((one) => one === value)
          if (period) onChange({ period })
        }}
      />
      <DayField
        label={t('orders.from')}
        value={range.from}
        onChange={(from) => from && onChange(withEnd(range, { from }))}
      />
      <DayField
        label={t('orders.to')}
        value={range.to}
        onChange={(to) => to && onChange(withEnd(range, { to }))}
      />
      <Switch
        className={classes.tables}
        label={t('panel.dashboard.asTables')}
        checked={asTables}
        onChange={(event) => onTables(event.currentTarget.checked)}
      />
    </Group>
  )
}
