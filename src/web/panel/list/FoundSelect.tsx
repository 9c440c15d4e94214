import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { t } from '#web/i18n.ts'
import { withChosen } from '../customers/choices.ts'
import { type Finder, useFound } from './found.ts'

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
