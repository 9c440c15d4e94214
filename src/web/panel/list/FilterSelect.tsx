import { type Primitive, Select } from '@mantine/core'
import { t } from '#web/i18n.ts'

type Props<Value extends Primitive> = {
  label: string
  value: Value | undefined
  onChange: (value: Value | undefined) => void
  options: { value: Value; label: string }[]
  width?: number
}

/** A filter with a few choices, and none for all. Many choices can be searched. */
export function FilterSelect<Value extends Primitive>({
  label,
  value,
  onChange,
  options,
  width = 160,
}: Props<Value>) {
  return (
    <Select<Value>
      label={label}
      w={width}
      clearable
      searchable={options.length > 10}
      nothingFoundMessage={t('list.nothingFound')}
      placeholder={t('list.all')}
      value={value ?? null}
      onChange={(next) => onChange(next ?? undefined)}
      data={options}
    />
  )
}
