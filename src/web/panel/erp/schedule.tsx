import { Select } from '@mantine/core'
import type { SyncKind } from '#shared/erp/erp.ts'
import { t } from '#web/i18n.ts'
import { FormSection } from '../form/FormPage.tsx'
import type { Link } from './setupForm.ts'

const commonMinutes = [0, 5, 15, 30, 60, 240, 720, 1440]

/** Interval choices in minutes, including the current one. */
function minuteChoices(chosen: number): number[] {
  return [...new Set([...commonMinutes, chosen])].toSorted((a, b) => a - b)
}

export function everyText(minutes: number): string {
  if (minutes === 0) return t('panel.erp.every.never')
  if (minutes === 1440) return t('panel.erp.every.day')
  if (minutes % 60 === 0) return t('panel.erp.every.hours', { count: minutes / 60 })
  return t('panel.erp.every.minutes', { count: minutes })
}

type Props = Pick<Link, 'form'> & { kinds: readonly SyncKind[] }

export function ScheduleSection({ form, kinds }: Props) {
  return (
    <FormSection title={t('panel.erp.schedule')} description={t('panel.erp.scheduleText')}>
      {kinds.map((what) => {
        const { value, onChange, ...field } = form.number(`schedule.${what}`)
        const minutes = Number(value)
        return (
          <Select<number>
            key={what}
            label={t(`panel.erp.what.${what}`)}
            allowDeselect={false}
            data={minuteChoices(minutes).map((choice) => ({ value: choice, label: everyText(choice) }))}
            value={minutes}
            onChange={(next) => onChange(next ?? 0)}
            {...field}
            required={false}
          />
        )
      })}
    </FormSection>
  )
}
