import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Customer } from '#shared/customers/customers.ts'
import { textMatcher } from '#shared/text/textMatch.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyFailure } from '#web/notify.ts'
import { useSession } from '#web/session.ts'
import { useCustomer } from './account.ts'
import { chooseCustomer } from './cart/form/chooseCustomer.ts'
import { changeCart, useCart } from './cart/stored/cartStore.ts'
import { nameOfCustomer, readRecentCustomers, rememberCustomer } from './recentCustomers.ts'

const labelOf = ({ currAccDescription, currAccCode }: Customer) => `${currAccDescription} · ${currAccCode}`
const choiceOf = (customer: Customer) => ({ value: customer.currAccCode, label: labelOf(customer) })

type Props = {
  isMissing?: boolean
  label?: string
  onChosen?: () => void
}

/** Chooses whom staff order for, searched by the server, and opens their cart. */
export function CustomerSelect({ isMissing = false, label, onChosen }: Props) {
  const code = useCart((cart) => cart.currAccCode)
  const isAmending = useCart((cart) => cart.editing !== null)
  const chosen = useCustomer(code)
  const [typed, setTyped] = useState('')
  // The chosen name in the field is no search.
  const search = chosen.data && typed === labelOf(chosen.data) ? '' : typed.trim()
  const [debounced] = useDebouncedValue(search, 200)
  const found = useFound(debounced)
  const [recent] = useState(readRecentCustomers)
  const isNotAllowed = chosen.data === null && !isAmending
  useEffect(() => {
    if (!isNotAllowed) return
    // No longer allowed: the lines go to the next chosen customer.
    const customer = nameOfCustomer(useCart.getState().currAccCode)
    changeCart({ currAccCode: '', subCurrAccId: '', salesPersonCode: '' })
    notifyFailure(t('ordering.bar.customerGone', { customer }))
  }, [isNotAllowed])
  // Until the answer is here, offer only what matches the text.
  const isAnswered = debounced === search && !found.isPlaceholderData
  const isFound = textMatcher(search)
  const matching = (found.data ?? []).filter((one) => isAnswered || isFound(labelOf(one)))
  const offered = listsOf(search, recent, matching, chosen.data ?? undefined)
  const isMatching = (option: object) =>
    matching.some(({ currAccCode }) => 'value' in option && option.value === currAccCode)
  const choose = (value: string | null) => {
    const customer = offered.all.find((one) => one.currAccCode === value)
    if (customer) rememberCustomer(customer)
    chooseCustomer(value ?? '', customer?.salesPersonCode)
    if (customer) onChosen?.()
  }
  const error = chosen.error ?? found.error
  return (
    <Select
      {...(label ? { label } : { 'aria-label': t('cart.customer') })}
      placeholder={t('cart.customerPlaceholder')}
      searchable
      clearable
      // Inside its landmark.
      comboboxProps={{ withinPortal: false }}
      nothingFoundMessage={
        found.isFetching || debounced !== search ? t('page.loading') : t('list.nothingFound')
      }
      // The server may match parts the label does not show.
      filter={({ options }) => (search === '' ? options : options.filter(isMatching))}
      onSearchChange={setTyped}
      onDropdownOpen={() => {
        if (found.error) void found.refetch()
      }}
      error={error?.message ?? (isMissing ? t('cart.customerRequired') : undefined)}
      value={code || null}
      onChange={choose}
      data={offered.groups}
    />
  )
}

/** Up to 30 matches; '' lists the first by name. */
function useFound(search: string) {
  const userId = useSession((session) => session.user?.id)
  return useQuery({
    queryKey: ['customers', userId, search],
    queryFn: async ({ signal }) =>
      (await api.get('/api/Shop/GetCustomers', { search: search.slice(0, 100), limit: 30 }, { signal })).data,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
}

/** Recent customers first. Always includes the chosen one, whose name the field shows. */
function listsOf(search: string, recent: Customer[], found: Customer[], chosen: Customer | undefined) {
  const first = search === '' ? recent : []
  const isFirst = new Set(first.map((one) => one.currAccCode))
  const others = found.filter((one) => !isFirst.has(one.currAccCode))
  const isOffered = chosen && [...first, ...others].some((one) => one.currAccCode === chosen.currAccCode)
  const rest = chosen && !isOffered ? [...others, chosen] : others
  const groups =
    first.length > 0
      ? [
          { group: t('ordering.customer.recent'), items: first.map(choiceOf) },
          { group: t('ordering.customer.all'), items: rest.map(choiceOf) },
        ]
      : rest.map(choiceOf)
  return { groups, all: [...first, ...rest] }
}
