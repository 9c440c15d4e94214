import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#web/i18n.ts'
import { withChosen } from '../customers/choices.ts'

type Found = { value: string; label: string }[]

/** How a server finds what can be chosen: `name` tells its answers from those of others. */
export type Finder = { name: string; find: (search: string, signal: AbortSignal) => Promise<Found> }

type Props = SelectProps & { finder: Finder; value: string | null }

/** A choice of thousands, found by the server: by more than what the labels show. */
export function FoundSelect({ finder, value, ...props }: Props) {
  const [typed, setTyped] = useState('')
  const chosen = useFound(finder, value ?? '', value !== null).data?.find((one) => one.value === value)
  // Once something is chosen its name stands in the field, which is no search.
  const search = chosen && typed === chosen.label ? '' : typed.trim()
  const [asked] = useDebouncedValue(search, 250)
  const found = useFound(finder, asked, true)
  const options = found.data ?? []
  const values = new Set(options.map((one) => one.value))
  const withIt = chosen && !values.has(chosen.value) ? [...options, chosen] : options
  return (
    <Select
      searchable
      clearable
      nothingFoundMessage={found.isFetching || asked !== search ? t('page.loading') : t('list.nothingFound')}
      // What was found is offered; the chosen one is among the data for its name alone.
      filter={({ options: offered }) =>
        search === '' ? offered : offered.filter((one) => 'value' in one && values.has(one.value))
      }
      onSearchChange={setTyped}
      data={withChosen(withIt, value)}
      value={value}
      {...props}
    />
  )
}

function useFound({ name, find }: Finder, search: string, isEnabled: boolean) {
  return useQuery({
    queryKey: [name, search],
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => find(search.slice(0, 100), signal),
  })
}
