import '@mantine/dates/styles.layer.css'
import { type CalendarAriaLabels, DatePicker, type DayOfWeek } from '@mantine/dates'
import { useState } from 'react'
import type { Language } from '#shared/tenancy.ts'
import { language, t } from '#web/i18n.ts'
import classes from './Calendar.module.css'
import { type Day, type DayRange, dayAt } from './days.ts'

const dayjsLocales: Record<Language, () => Promise<unknown>> = {
  tr: () => import('dayjs/locale/tr'),
  en: () => import('dayjs/locale/en'),
  ru: () => import('dayjs/locale/ru'),
  it: () => import('dayjs/locale/it'),
  fr: () => import('dayjs/locale/fr'),
  ro: () => import('dayjs/locale/ro'),
  ar: () => import('dayjs/locale/ar'),
}

export const loadDayNames = (locale: Language): Promise<unknown> => dayjsLocales[locale]()

/** Arabic: Saturday first, weekend Friday and Saturday. Our other languages: Monday first. */
const week: { firstDayOfWeek: DayOfWeek; weekendDays: DayOfWeek[] } =
  language === 'ar' ? { firstDayOfWeek: 6, weekendDays: [5, 6] } : { firstDayOfWeek: 1, weekendDays: [0, 6] }

const commonProps = () => ({
  className: classes.calendar,
  hideOutsideDates: true,
  ...week,
  locale: language,
  minDate: '2000-01-01',
  maxDate: '2099-12-31',
  highlightToday: true,
  ariaLabels: {
    nextMonth: t('day.nextMonth'),
    previousMonth: t('day.previousMonth'),
    nextYear: t('day.nextYear'),
    previousYear: t('day.previousYear'),
    nextDecade: t('day.nextYears'),
    previousDecade: t('day.previousYears'),
  } satisfies CalendarAriaLabels,
})

type CalendarProps = { value: Day | undefined; onChange: (day: Day | undefined) => void }

export function Calendar({ value, onChange }: CalendarProps) {
  const [today] = useState(() => dayAt(new Date()))
  return (
    <DatePicker
      {...commonProps()}
      allowDeselect
      value={value ?? null}
      defaultDate={value ?? today}
      onChange={(day) => onChange(day ?? undefined)}
    />
  )
}

type RangeProps = { range: DayRange; onChange: (range: DayRange) => void }

export function RangeCalendar({ range: { from, to }, onChange }: RangeProps) {
  const [pickedStart, setPickedStart] = useState<Day | null>(null)
  const [today] = useState(() => new Date())
  return (
    <DatePicker
      type="range"
      {...commonProps()}
      allowSingleDateInRange
      value={pickedStart ? [pickedStart, null] : [from ?? null, to ?? null]}
      defaultDate={to ?? from ?? dayAt(today)}
      onChange={([first, last]) => {
        setPickedStart(last ? null : first)
        if (first && last) onChange({ from: first, to: last })
      }}
    />
  )
}
