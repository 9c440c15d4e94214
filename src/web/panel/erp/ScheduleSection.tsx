import { Select } from '@mantine/core'
import { t } from '#web/i18n.ts'
import { FormSection } from '../form/FormSection.tsx'
import { everyText, minuteChoices } from './schedule.ts'
import type { CommonForm } from './setupForm.ts'

const kinds = ['customers', 'products', 'prices', 'stock'] as const

export function ScheduleSection({ form }: { form: Pick<CommonForm, 'number'> }) {
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
