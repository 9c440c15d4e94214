import { Loader } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { language, t } from '#web/i18n.ts'
import { notifyFailure } from '#web/notify.ts'
import { DropMenu } from '#web/ui/DropMenu.tsx'
import classes from './CalendarButton.module.css'
import type { Day, DayRange } from './days.ts'

type Calendars = Pick<typeof import('./Calendar.tsx'), 'Calendar' | 'RangeCalendar'>

type Props =
  | { value: Day | undefined; onChange: (day: Day | undefined) => void; range?: never }
  | { range: DayRange; onChange: (range: DayRange) => void; value?: never }

/** Loads the calendar on first use: most days are typed. */
export function CalendarButton(props: Props) {
  const [calendars, setCalendars] = useState<Calendars>()
  const content = useRef<HTMLDivElement>(null)
  const fetchCalendars = async () => {
    const { Calendar, RangeCalendar, loadDayNames } = await import('./Calendar.tsx')
    await loadDayNames(language)
    setCalendars({ Calendar, RangeCalendar })
  }
  const close = () => content.current?.closest<HTMLElement>('[popover]')?.hidePopover()
  return (
    <DropMenu
      label={t(props.range ? 'day.range' : 'day.calendar')}
      className={classes.button}
      button={<IconCalendar size={18} aria-hidden />}
      onOpen={() => void fetchCalendars().catch(notifyFailure)}
    >
      <div ref={content} className={classes.place}>
        {calendars ? <Opened calendars={calendars} props={props} close={close} /> : <Loader size="sm" />}
      </div>
    </DropMenu>
  )
}

type OpenedProps = { calendars: Calendars; props: Props; close: () => void }

function Opened({ calendars: { Calendar, RangeCalendar }, props, close }: OpenedProps) {
  if (props.range) {
    const { range, onChange } = props
    return (
      <RangeCalendar
        range={range}
        onChange={(next) => {
          onChange(next)
          close()
        }}
      />
    )
  }
  const { value, onChange } = props
  return (
    <Calendar
      value={value}
      onChange={(day) => {
        onChange(day)
        close()
      }}
    />
  )
}
