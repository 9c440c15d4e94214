import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { withChosen } from '../customers/choices.ts'
import type { ChoiceField } from '../form/fields.ts'

type Props = ChoiceField<string> & { label?: string; description?: string }

/** A customer, found by the server: there may be thousands of them. Unless labelled, the one that a user stands for. */
export function AccountSelect({ value, label = t('cart.customer'), ...field }: Props) {
  const [typed, setTyped] = useState('')
  const chosen = useAccounts(value ?? '', value !== null).data?.find(({ value: code }) => code === value)
  // Once something is chosen its name stands in the field, which is no search.
  const search = chosen && typed === chosen.label ? '' : typed.trim()
  const [asked] = useDebouncedValue(search, 250)
  const found = useAccounts(asked, true)
  const options = found.data ?? []
  const withIt = chosen && !options.some((one) => one.value === chosen.value) ? [...options, chosen] : options
  return (
    <Select
      label={label}
      placeholder={t('cart.customerPlaceholder')}
      searchable
      clearable
      nothingFoundMessage={found.isFetching || asked !== search ? t('page.loading') : t('list.nothingFound')}
      // What is offered is what was found: by parts of the name that the label need not show.
      filter={({ options: offered }) => offered}
      onSearchChange={setTyped}
      data={withChosen(withIt, value)}
      value={value}
      {...field}
      required
    />
  )
}

/** Up to 50 customers that match, or those first by code. */
function useAccounts(search: string, isEnabled: boolean) {
  return useQuery({
    queryKey: ['accountChoices', search],
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (
        await api.get('/api/Account/GetAccountsForSelect', { search: search.slice(0, 100) }, { signal })
      ).data.map(({ currAccCode, currAccDescription }) => ({
        value: currAccCode,
        label: `${currAccDescription} · ${currAccCode}`,
      })),
  })
}
