import { Skeleton, Text, Title } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { AccountRow } from '#shared/customers.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Failure } from '#web/ui/Failure.tsx'
import { SearchField } from '../list/FilterBar.tsx'
import classes from './CustomerChooser.module.css'

/** Picks the customer whose brands are edited. */
export function CustomerChooser() {
  const [search, setSearch] = useState<string>()
  const customers = useQuery({
    queryKey: ['customers', 'choice', search],
    queryFn: async ({ signal }) =>
      (await api.post('/api/Account/GetCustomerList', { search, limit: 50 }, { signal })).data,
    placeholderData: keepPreviousData,
  })
  return (
    <div className={classes.page}>
      <Title order={1} size="h3">
        {t('panel.excludeBrands')}
      </Title>
      <Text c="var(--ink-soft)" mb="md">
        {t('panel.brands.chooseCustomer')}
      </Text>
      <SearchField label={t('panel.customer.search')} value={search} onChange={setSearch} />
      {customers.error && <Failure error={customers.error} onRetry={() => void customers.refetch()} />}
      {customers.isPending && <Skeleton height={420} radius="md" mt="md" />}
      {customers.data && <CustomerResults {...customers.data} isSearched={search !== undefined} />}
    </div>
  )
}

function CustomerResults({
  items,
  total,
  isSearched,
}: {
  items: AccountRow[]
  total: number
  isSearched: boolean
}) {
  if (items.length === 0) {
    return (
      <Empty title={t('panel.customer.emptyTitle')}>
        {isSearched ? t('panel.list.nothingMatches') : t('panel.customer.emptyText')}
      </Empty>
    )
  }
  return (
    <>
      <ul className={classes.list}>
        {items.map((customer) => (
          <li key={customer.id}>
            <Link
              to="/customer/exclude-brands/{-$userId}"
              params={{ userId: customer.id }}
              className={classes.customer}
            >
              <span className={classes.name}>
                {customer.currAccDescription} <bdi className={classes.soft}>{customer.currAccCode}</bdi>
              </span>
              <span className={classes.soft}>
                {t('panel.customer.excludedBrands', { count: customer.excludedBrands })}
              </span>
              <IconChevronRight size={18} aria-hidden className={classes.arrow} />
            </Link>
          </li>
        ))}
      </ul>
      {total > items.length && (
        <Text size="sm" c="var(--ink-soft)" mt="sm">
          {t('panel.brands.moreCustomers', { shown: items.length, total })}
        </Text>
      )}
    </>
  )
}
