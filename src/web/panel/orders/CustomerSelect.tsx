import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { withChosen } from '../customers/choices.ts'

type Props = {
  label: string
  width?: number
  placeholder?: string
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** A customer, found by the server: there may be thousands of them. */
export function CustomerSelect({ label, width, placeholder, value, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const own = useCustomers(value ?? '', value !== undefined).find((one) => one.value === value)
  const search = own && typed === own.label ? '' : typed.trim()
  const [asked] = useDebouncedValue(search, 250)
  const found = useCustomers(asked, true)
  const offered = own && !found.some((one) => one.value === own.value) ? [own, ...found] : found
  return (
    <Select
      label={label}
      {...(width ? { w: width } : {})}
      searchable
      clearable
      placeholder={placeholder ?? t('cart.customerPlaceholder')}
      nothingFoundMessage={t('list.nothingFound')}
      // What is offered is what was found, by more than what the label shows.
      filter={({ options }) => options}
      onSearchChange={setTyped}
      data={withChosen(offered, value)}
      value={value ?? null}
      onChange={(next) => onChange(next ?? undefined)}
    />
  )
}

function useCustomers(search: string, isEnabled: boolean): { value: string; label: string }[] {
  const found = useQuery({
    queryKey: ['orderCustomers', search],
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await api.get('/api/Shop/GetCustomers', { search, limit: 50 }, { signal })).data,
  })
  return (found.data ?? []).map(({ currAccCode, currAccDescription }) => ({
    value: currAccCode,
    label: `${currAccDescription} · ${currAccCode}`,
  }))
}
