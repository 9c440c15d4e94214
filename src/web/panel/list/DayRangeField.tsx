import { Group } from '@mantine/core'
import { t } from '#web/i18n.ts'
import { CalendarButton } from '#web/ui/days/CalendarButton.tsx'
import { DayInput } from '#web/ui/days/DayField.tsx'
import type { DayRange } from '#web/ui/days/days.ts'

type Props = DayRange & { onChange: (range: DayRange) => void }

export function DayRangeField({ from, to, onChange }: Props) {
  return (
    <Group gap={4} wrap="nowrap" align="flex-start">
      <DayInput label={t('orders.from')} value={from} onChange={(day) => onChange({ from: day, to })} />
      <DayInput
        label={t('orders.to')}
        value={to}
        onChange={(day) => onChange({ from, to: day })}
        calendar={<CalendarButton range={{ from, to }} onChange={onChange} />}
      />
    </Group>
  )
}
