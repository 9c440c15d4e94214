import { Group, Select, Switch } from '@mantine/core'
import { t } from '#web/i18n.ts'
import { DayField } from '#web/ui/days/DayField.tsx'
import { periods, type Range } from '../periods.ts'
import { adjustRange, type DashboardSearch, defaultPeriod } from './dashboardSearch.ts'
import classes from './PeriodBar.module.css'

type Props = {
  search: DashboardSearch
  range: Range
  onChange: (change: Pick<DashboardSearch, 'period' | 'from' | 'to'>) => void
  asTables: boolean
  onTables: (asTables: boolean) => void
}

const customPeriod = 'own'

export function PeriodBar({ search, range, onChange, asTables, onTables }: Props) {
  const options = periods.map((period) => ({ value: period, label: t(`panel.dashboard.period.${period}`) }))
  return (
    <Group className={classes.bar} gap="xs" mb="md" align="flex-end" component="search">
      <Select
        className={classes.period}
        label={t('panel.dashboard.period')}
        allowDeselect={false}
        data={[
          ...options,
          ...(search.from ? [{ value: customPeriod, label: t('panel.dashboard.period.own') }] : []),
        ]}
        value={search.from ? customPeriod : (search.period ?? defaultPeriod)}
        onChange={(value) => {
          const period = periods.find((candidate) => candidate === value)
          if (period) onChange({ period })
        }}
      />
      <DayField
        label={t('orders.from')}
        value={range.from}
        onChange={(from) => from && onChange(adjustRange(range, { from }))}
      />
      <DayField
        label={t('orders.to')}
        value={range.to}
        onChange={(to) => to && onChange(adjustRange(range, { to }))}
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
