import { Group, Popover, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { language, t } from '#web/i18n.ts'
import { CalendarButton } from '#web/ui/days/CalendarButton.tsx'
import { DayInput } from '#web/ui/days/DayField.tsx'
import { type DayRange, formatDay } from '#web/ui/days/days.ts'
import { type Period, periods } from '../periods.ts'
import classes from './Chip.module.css'
import { Chip, ChipButton } from './Chip.tsx'
import type { DayFilter } from './listSearch.ts'

type Props = {
  search: DayFilter
  set: (change: Required<DayFilter>) => void
}

export function DaysChip({ search: { period, from, to }, set }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const label = t('panel.dashboard.period')
  const valueText = daysText({ period, from, to })
  const setDays = (range: DayRange) => set({ period: undefined, ...range })
  const choose = (newPeriod: Period | undefined) => {
    set({ period: newPeriod, from: undefined, to: undefined })
    setIsOpen(false)
  }
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-start" trapFocus returnFocus>
      <Chip label={label} value={valueText} onClear={() => choose(undefined)}>
        <Popover.Target>
          <ChipButton label={label} value={valueText} onClick={() => setIsOpen(!isOpen)} />
        </Popover.Target>
      </Chip>
      <Popover.Dropdown className={classes.days} aria-label={label}>
        <div className={classes.periods}>
          {periods.map((option) => (
            <UnstyledButton
              key={option}
              className={classes.period}
              aria-pressed={option === period}
              onClick={() => choose(option === period ? undefined : option)}
            >
              {t(`panel.dashboard.period.${option}`)}
            </UnstyledButton>
          ))}
        </div>
        <Group gap={4} wrap="nowrap" align="flex-start">
          <DayInput label={t('orders.from')} value={from} onChange={(day) => setDays({ from: day, to })} />
          <DayInput
            label={t('orders.to')}
            value={to}
            onChange={(day) => setDays({ from, to: day })}
            calendar={<CalendarButton range={{ from, to }} onChange={setDays} />}
          />
        </Group>
      </Popover.Dropdown>
    </Popover>
  )
}

/** 'This week', '01/05/2026 – 31/05/2026', '01/05/2026 –'. */
function daysText({ period, from, to }: DayFilter): string | undefined {
  if (period) return t(`panel.dashboard.period.${period}`)
  if (!from && !to) return undefined
  const [first, last] = [from, to].map((day) => (day ? formatDay(day, language) : ''))
  return first === last ? first : `${first} – ${last}`.trim()
}
