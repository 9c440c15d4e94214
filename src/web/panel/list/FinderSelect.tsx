import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#web/i18n.ts'
import { withChosen } from '../customers/choices.ts'

type Options = { value: string; label: string }[]

/** Searches options on the server; `name` is its query key. */
export type OptionFinder = { name: string; find: (search: string, signal: AbortSignal) => Promise<Options> }

export function useOptionSearch({ name, find }: OptionFinder, search: string, isEnabled: boolean) {
  return useQuery({
    queryKey: [name, search],
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => find(search.slice(0, 100), signal),
  })
}

type Props = SelectProps & { finder: OptionFinder; value: string | null }

/** For thousands of options. The server also matches text that labels do not show. */
export function FinderSelect({ finder, value, ...props }: Props) {
  const [typed, setTyped] = useState('')
  const chosen = useOptionSearch(finder, value ?? '', value !== null).data?.find(
    (option) => option.value === value,
  )
  // Do not search for the chosen option's label.
  const search = chosen && typed === chosen.label ? '' : typed.trim()
  const [debouncedText] = useDebouncedValue(search, 250)
  const results = useOptionSearch(finder, debouncedText, true)
  const options = results.data ?? []
  const values = new Set(options.map((option) => option.value))
  const withChosenOption = chosen && !values.has(chosen.value) ? [...options, chosen] : options
  return (
    <Select
      searchable
      clearable
      nothingFoundMessage={
        results.isFetching || debouncedText !== search ? t('page.loading') : t('list.nothingFound')
      }
      // The data includes the chosen option only for its label.
      filter={({ options: available }) =>
        search === ''
          ? available
          : available.filter((option) => 'value' in option && values.has(option.value))
      }
      onSearchChange={setTyped}
      data={withChosen(withChosenOption, value)}
      value={value}
      {...props}
    />
  )
}
