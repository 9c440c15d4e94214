import { useQuery } from '@tanstack/react-query'
import { pages } from '#shared/pages.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { isCustomer, useSession } from '#web/session.ts'
import { settings } from '#web/settings.ts'
import { useMayOpen } from '../access.ts'
import { useAgentChoices, withChosen } from '../customers/choices.ts'
import { ChoiceChip } from '../list/ChoiceChip.tsx'
import { DaysChip } from '../list/DaysChip.tsx'
import { FilterBar } from '../list/FilterBar.tsx'
import { FinderChip } from '../list/FinderChip.tsx'
import type { useList } from '../list/useList.ts'
import { orderCustomerFinder } from './CustomerSelect.tsx'
import { type orderList, transferStates } from './orderSearch.ts'

type OrderList = Pick<ReturnType<typeof useList<typeof orderList, unknown>>, 'search' | 'set' | 'saved'>

/** Customers cannot filter by customer or agent. */
export function OrderFilters({ search, set, saved }: OrderList) {
  const isDealer = useSession(({ user }) => isCustomer(user))
  const isStaff = useMayOpen(pages.orderEdit)
  const maySeeAgents = useMayOpen(pages.agents)
  return (
    <FilterBar label={t('orders.search')} search={search} set={set} saved={saved}>
      <DaysChip search={search} set={set} />
      {!isDealer && (
        <FinderChip
          label={t('order.customer')}
          finder={orderCustomerFinder}
          value={search.customer}
          onChange={(customer) => set({ customer })}
        />
      )}
      <ChoiceChip
        label={t('order.state')}
        value={search.state}
        onChange={(state) => set({ state })}
        options={(['placed', 'cancelled'] as const).map((value) => ({
          value,
          label: t(`order.state.${value}`),
        }))}
      />
      {settings.transferEnabled && (
        <ChoiceChip
          label={t('order.transfer')}
          value={search.transfer}
          onChange={(transfer) => set({ transfer })}
          options={transferStates
            .filter((value) => !isDealer || dealerTransferStates.includes(value))
            .map((value) => ({ value, label: transferNames[value] }))}
        />
      )}
      {maySeeAgents && <AgentFilter value={search.agent} onChange={(agent) => set({ agent })} />}
      <BrandFilter value={search.brand} onChange={(brand) => set({ brand })} />
      <ChoiceChip
        label={t('order.type')}
        value={search.orderType}
        onChange={(orderType) => set({ orderType })}
        options={(['Rpt', 'Season'] as const).map((value) => ({
          value,
          label: t(`orderType.short.${value}`),
        }))}
      />
      {isStaff && (
        <ChoiceChip
          label={t('panel.order.mails')}
          value={search.mails}
          onChange={(mails) => set({ mails })}
          options={[{ value: 'undelivered', label: t('panel.order.mailsUndelivered') }]}
        />
      )}
    </FilterBar>
  )
}

/** Other states concern only the office. */
const dealerTransferStates: readonly string[] = ['open', 'waiting', 'transferred']

const transferNames = {
  open: t('order.notTransferred'),
  waiting: t('panel.order.waiting'),
  sending: t('panel.erp.transfer.sending'),
  uncertain: t('panel.erp.view.uncertain'),
  dead: t('panel.erp.transfer.dead'),
  held: t('panel.erp.transfer.held'),
  transferred: t('order.transferred'),
}

type ChoiceProps = { value: string | undefined; onChange: (value: string | undefined) => void }

function AgentFilter({ value, onChange }: ChoiceProps) {
  const agents = useAgentChoices(value)
  return <ChoiceChip label={t('order.salesPerson')} value={value} onChange={onChange} options={agents} />
}

/** A chosen brand that no longer exists has no name. */
function BrandFilter({ value, onChange }: ChoiceProps) {
  const home = useQuery({
    queryKey: ['shopHome'],
    queryFn: async ({ signal }) => (await api.get('/api/Shop/GetShopHome', {}, { signal })).data,
  })
  const brands = (home.data?.brands ?? []).map(({ brandId, brandName }) => ({
    value: brandId,
    label: brandName,
  }))
  return (
    <ChoiceChip
      label={t('document.brand')}
      value={value}
      onChange={onChange}
      options={home.data ? withChosen(brands, value) : brands}
    />
  )
}
