import { Popover, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { language, t } from '#web/i18n.ts'
import { formatDay } from '#web/ui/days/days.ts'
import { type Period, periods } from '../periods.ts'
import classes from './Chip.module.css'
import { Chip, ChipButton } from './Chip.tsx'
import { DayRangeField } from './DayRangeField.tsx'
import type { Days } from './listSearch.ts'

type Props = {
  search: Days
  set: (change: Required<Days>) => void
}

/** The days of a list: a period by its name, or from a day to a day. */
export function DaysChip({ search: { period, from, to }, set }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const label = t('panel.dashboard.period')
  const shown = daysText({ period, from, to })
  const take = (chosen: Period | undefined) => {
    set({ period: chosen, from: undefined, to: undefined })
    setIsOpen(false)
  }
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-start" trapFocus returnFocus>
      <Chip label={label} value={shown} onClear={() => take(undefined)}>
        <Popover.Target>
          <ChipButton label={label} value={shown} onClick={() => setIsOpen(!isOpen)} />
        </Popover.Target>
      </Chip>
      <Popover.Dropdown className={classes.days} aria-label={label}>
        <div className={classes.periods}>
          {periods.map((one) => (
            <UnstyledButton
              key={one}
              className={classes.period}
              aria-pressed={one === period}
              onClick={() => take(one === period ? undefined : one)}
            >
              {t(`panel.dashboard.period.${one}`)}
            </UnstyledButton>
          ))}
        </div>
        <DayRangeField from={from} to={to} onChange={(range) => set({ period: undefined, ...range })} />
      </Popover.Dropdown>
    </Popover>
  )
}

/** Days as a chip says them: 'This week', '01/05/2026 – 31/05/2026', '01/05/2026 –'. */
function daysText({ period, from, to }: Days): string | undefined {
  if (period) return t(`panel.dashboard.period.${period}`)
  if (!from && !to) return undefined
  const [first, last] = [from, to].map((day) => (day ? formatDay(day, language) : ''))
  return first === last ? first : `${first} – ${last}`.trim()
}
