import { MultiSelect } from '@mantine/core'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { t } from '#web/i18n.ts'

type Props = {
  label: string
  data: { value: string; label: string }[]
  value: string[]
  onChange: (value: string[]) => void
}

/** No choice means all. */
export function ManySelect({ value, ...props }: Props) {
  return (
    <MultiSelect
      searchable
      clearable
      placeholder={value.length === 0 ? t('list.all') : ''}
      nothingFoundMessage={t('list.nothingFound')}
      value={value}
      {...props}
    />
  )
}
