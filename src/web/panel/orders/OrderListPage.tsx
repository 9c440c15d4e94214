import { Group, Pagination, Select, Skeleton, Text, TextInput, Title } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Failure } from '#web/ui/Failure.tsx'
import { OrderTable } from './OrderTable.tsx'
import { callOf, type OrderSearch, type OrderSort, readOrderSearch } from './orderSearch.ts'

const route = getRouteApi('/siparisler/index')

export function OrderListPage() {
  // Read anew: what stands in the address beside the known keys comes through as it is.
  const search = readOrderSearch(route.useSearch())
  const navigate = route.useNavigate()
  const orders = useQuery({
    queryKey: ['orders', search],
    queryFn: async ({ signal }) => (await api.post('/api/Shop/GetOrders', callOf(search), { signal })).data,
    placeholderData: keepPreviousData,
  })
  /** A change of what is listed starts at its first page. */
  const change = (next: OrderSearch) =>
    void navigate({
      search: (before) => ({ ...before, page: undefined, ...next }) as OrderSearch,
      replace: true,
    })
  const { page = 1, limit = 20, sort = 'orderDate', order = 'desc' } = search
  const sortBy = (next: OrderSort) =>
    change({ sort: next, order: next === sort && order === 'desc' ? 'asc' : 'desc' })
  const total = orders.data?.total ?? 0
  const pageCount = Math.max(1, Math.ceil(total / limit))
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Title order={1} size="h3">
          {t('panel.orders')}
        </Title>
        {orders.data && (
          <Text size="sm" c="var(--ink-soft)" aria-live="polite">
            {t('orders.total', { count: total })}
          </Text>
        )}
      </Group>
      <Filters search={search} onChange={change} />
      {orders.error && <Failure error={orders.error} onRetry={() => void orders.refetch()} />}
      {orders.isPending && <Skeleton height={420} radius="md" />}
      {orders.data && total === 0 && <Empty title={t('orders.emptyTitle')}>{t('orders.emptyText')}</Empty>}
      {orders.data && total > 0 && orders.data.items.length === 0 && !orders.isPlaceholderData && (
        <Navigate to="/siparisler/index" search={{ ...search, page: pageCount }} replace />
      )}
      {orders.data && total > 0 && (
        <OrderTable rows={orders.data.items} sorting={{ sort, order, onSort: sortBy }} />
      )}
      {total > 20 && (
        <Group justify="space-between" mt="md">
          <Pagination
            total={pageCount}
            value={Math.min(page, pageCount)}
            onChange={(next) => void navigate({ search: (before) => ({ ...before, page: next }) })}
            getControlProps={(control) => ({
              'aria-label': t(control === 'next' ? 'list.next' : 'list.previous'),
            })}
            getItemProps={(number) => ({ 'aria-label': t('list.page', { number }) })}
          />
          <Select
            aria-label={t('list.rowsPerPage')}
            w={90}
            allowDeselect={false}
            value={String(limit)}
            data={['20', '50', '100', '200']}
            onChange={(value) => change({ limit: Number(value) })}
          />
        </Group>
      )}
    </>
  )
}

function Filters({ search, onChange }: { search: OrderSearch; onChange: (search: OrderSearch) => void }) {
  // What is being typed, until the field is left: the address follows, and a Back changes the field.
  const [text, setText] = useState<string>()
  const applyText = useDebouncedCallback(
    (value: string) => onChange({ text: value || undefined } as OrderSearch),
    300,
  )
  const set = (change: { [Key in keyof OrderSearch]: OrderSearch[Key] | undefined }) =>
    onChange(change as OrderSearch)
  return (
    <Group mb="md" gap="xs" align="flex-end">
      <TextInput
        flex="1 1 220px"
        label={t('orders.search')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={text ?? search.text ?? ''}
        onBlur={() => {
          if (text !== undefined) set({ text: text || undefined })
          setText(undefined)
        }}
        onChange={(event) => {
          setText(event.currentTarget.value)
          applyText(event.currentTarget.value)
        }}
      />
      <Select
        label={t('order.type')}
        w={150}
        clearable
        clearButtonProps={{ 'aria-label': t('action.clear') }}
        placeholder={t('list.all')}
        value={search.orderType ?? null}
        onChange={(value) => set({ orderType: value ?? undefined })}
        data={[
          { value: 'Rpt', label: t('orderType.short.Rpt') },
          { value: 'Season', label: t('orderType.short.Season') },
        ]}
      />
      {settings.transferEnabled && (
        <Select
          label={t('order.transfer')}
          w={170}
          clearable
          clearButtonProps={{ 'aria-label': t('action.clear') }}
          placeholder={t('list.all')}
          value={search.transfer === undefined ? null : String(search.transfer)}
          onChange={(value) => set({ transfer: value === null ? undefined : value === 'true' })}
          data={[
            { value: 'true', label: t('order.transferred') },
            { value: 'false', label: t('order.notTransferred') },
          ]}
        />
      )}
      <Select
        label={t('orders.sortBy')}
        hiddenFrom="sm"
        w={170}
        allowDeselect={false}
        value={search.sort ?? 'orderDate'}
        onChange={(sort) => set({ sort: sort ?? undefined })}
        data={sortNames}
      />
      <DateField label={t('orders.from')} value={search.from} onChange={(from) => set({ from })} />
      <DateField label={t('orders.to')} value={search.to} onChange={(to) => set({ to })} />
    </Group>
  )
}

const sortNames: { value: OrderSort; label: string }[] = [
  { value: 'orderDate', label: t('order.date') },
  { value: 'orderNumber', label: t('order.number') },
  { value: 'customer', label: t('order.customer') },
  { value: 'salesPerson', label: t('order.salesPerson') },
  { value: 'qty', label: t('order.qty') },
  { value: 'amount', label: t('order.amount') },
]

type DateFieldProps = {
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** A day. While its year is being typed it is a day of long ago, which is kept here and not yet asked for. */
function DateField({ label, value, onChange }: DateFieldProps) {
  const [typed, setTyped] = useState<string>()
  return (
    <TextInput
      type="date"
      label={label}
      min="2000-01-01"
      max="2099-12-31"
      value={typed ?? value ?? ''}
      onChange={(event) => {
        const next = event.currentTarget.value
        setTyped(next)
        if (next === '' || next >= '2000') onChange(next || undefined)
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}
