import { Group, NativeSelect, Pagination, TextInput, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { type ListedTenant, tenantSorts } from '#shared/operator.ts'
import { api } from '#web/api.ts'
import { formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Hint } from '../Hint.tsx'
import { Loaded } from '../Loaded.tsx'
import { type Column, DataTable } from '../list/DataTable.tsx'
import { useCall } from '../useCall.ts'
import { formatBytes } from './formatBytes.ts'
import { asOperator } from './operatorApi.ts'

const limit = 50
const typingMs = 300

export function TenantTable() {
  const [sort, setSort] = useState<(typeof tenantSorts)[number]>('calls')
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), typingMs)
  const [page, setPage] = useState(1)
  const asked = { sort, search, page, limit }
  const tenants = useCall(
    ['operator', 'tenants', asked],
    ({ signal }) =>
      asOperator((options) => api.post('/api/Operator/GetTenants', asked, { ...options, signal })),
    { placeholderData: keepPreviousData },
  )
  return (
    <section>
      <Title order={2} size="h4" mb="xs">
        {t('operator.tenants')}
      </Title>
      <Group mb="sm" align="end">
        <TextInput
          label={t('operator.search')}
          value={typed}
          maxLength={100}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setPage(1)
          }}
        />
        <NativeSelect
          label={t('operator.sort')}
          value={sort}
          data={tenantSorts.map((value) => ({ value, label: t(`operator.sort.${value}`) }))}
          onChange={(event) => {
            const chosen = tenantSorts.find((one) => one === event.currentTarget.value)
            if (chosen) setSort(chosen)
            setPage(1)
          }}
        />
      </Group>
      <Loaded query={tenants} height={320} isPolled>
        {({ items, total }) =>
          items.length === 0 ? (
            <Empty title={t('operator.noTenant')} />
          ) : (
            <>
              <DataTable
                label={t('operator.tenants')}
                columns={columns()}
                rows={items}
                rowKey={({ key }) => key}
              />
              <Hint mt="sm">{t('operator.tenantsText')}</Hint>
              {total > limit && (
                <Pagination mt="md" value={page} onChange={setPage} total={Math.ceil(total / limit)} />
              )}
            </>
          )
        }
      </Loaded>
    </section>
  )
}

function columns(): Column<ListedTenant>[] {
  return [
    {
      name: t('operator.tenant'),
      cell: ({ key, hosts }) => (
        <div>
          <b>
            <bdi>{key}</bdi>
          </b>
          {hosts.map((host) => (
            <div key={host} className="soft">
              <bdi>{host}</bdi>
            </div>
          ))}
        </div>
      ),
    },
    { name: t('operator.calls'), isNumber: true, cell: ({ calls }) => calls },
    { name: t('operator.recentOrders'), isNumber: true, cell: ({ recentOrders }) => recentOrders },
    {
      name: t('operator.sort.lastOrder'),
      cell: ({ lastOrderAt }) => (lastOrderAt ? formatDateTime(lastOrderAt) : '–'),
    },
    {
      name: t('operator.sort.orders'),
      isNumber: true,
      cell: ({ countedAt, orders }) => (countedAt ? orders : '–'),
    },
    {
      name: t('operator.products'),
      isNumber: true,
      cell: ({ countedAt, products }) => (countedAt ? products : '–'),
    },
    {
      name: t('operator.variants'),
      isNumber: true,
      cell: ({ countedAt, variants }) => (countedAt ? variants : '–'),
    },
    {
      name: t('operator.photos'),
      isNumber: true,
      cell: ({ countedAt, photos }) => (countedAt ? photos : '–'),
    },
    { name: t('operator.users'), isNumber: true, cell: ({ countedAt, users }) => (countedAt ? users : '–') },
    {
      name: t('operator.size'),
      isNumber: true,
      cell: ({ countedAt, bytes }) => (countedAt ? formatBytes(bytes) : '–'),
    },
  ]
}
