import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFilter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { pages } from '#shared/pages.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { isCustomer, useSession } from '#web/session.ts'
import { settings } from '#web/settings.ts'
import { DayField } from '#web/ui/days/DayField.tsx'
import { useMayOpen } from '../access.ts'
import { useAgentChoices, withChosen } from '../customers/choices.ts'
import { FilterSelect } from '../list/FilterSelect.tsx'
import { SearchField } from '../list/SearchField.tsx'
import type { useList } from '../list/useList.ts'
import { CustomerSelect } from './CustomerSelect.tsx'
import classes from './OrderFilters.module.css'
import { orderList, transferStates } from './orderSearch.ts'
import { periodOf, periods, spanOf } from './periods.ts'

type OrderList = Pick<ReturnType<typeof useList<typeof orderList, unknown>>, 'search' | 'set'>

/** What the list of orders is narrowed by. A customer has no need to choose customers and agents. */
export function OrderFilters({ search, set }: OrderList) {
  const isDealer = useSession(({ user }) => isCustomer(user))
  const isStaff = useMayOpen(pages.orderEdit)
  const maySeeAgents = useMayOpen(pages.agents)
  const [isOpen, { toggle }] = useDisclosure(false)
  const fieldsId = useId()
  const count = Object.keys(orderList.filters).filter((name) => Object.hasOwn(search, name)).length
  return (
    <>
      <SearchField label={t('orders.search')} value={search.text} onChange={(text) => set({ text })} />
      <Button
        variant="default"
        hiddenFrom="sm"
        fullWidth
        leftSection={<IconFilter size={18} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={fieldsId}
        onClick={toggle}
      >
        {t('ordering.facets.title')}
        {count > 0 && ` (${count})`}
      </Button>
      <div id={fieldsId} className={classes.fields} data-open={isOpen || undefined}>
        {!isDealer && (
          <CustomerSelect
            label={t('order.customer')}
            width={220}
            placeholder={t('list.all')}
            value={search.customer}
            onChange={(customer) => set({ customer })}
          />
        )}
        {maySeeAgents && <AgentFilter value={search.agent} onChange={(agent) => set({ agent })} />}
        <BrandFilter value={search.brand} onChange={(brand) => set({ brand })} />
        <FilterSelect
          label={t('order.type')}
          width={130}
          value={search.orderType}
          onChange={(orderType) => set({ orderType })}
          options={(['Rpt', 'Season'] as const).map((value) => ({
            value,
            label: t(`orderType.short.${value}`),
          }))}
        />
        <FilterSelect
          label={t('order.state')}
          width={150}
          value={search.state}
          onChange={(state) => set({ state })}
          options={(['placed', 'cancelled'] as const).map((value) => ({
            value,
            label: t(`order.state.${value}`),
          }))}
        />
        {settings.transferEnabled && (
          <FilterSelect
            label={t('order.transfer')}
            width={170}
            value={search.transfer}
            onChange={(transfer) => set({ transfer })}
            options={transferStates
              .filter((value) => !isDealer || forDealers.includes(value))
              .map((value) => ({ value, label: transferNames[value] }))}
          />
        )}
        {isStaff && (
          <FilterSelect
            label={t('panel.order.mails')}
            width={160}
            value={search.mails}
            onChange={(mails) => set({ mails })}
            options={[{ value: 'undelivered', label: t('panel.order.mailsUndelivered') }]}
          />
        )}
        <Dates search={search} set={set} />
      </div>
    </>
  )
}

/** How the way to the ERP goes is the office's affair. */
const forDealers: readonly string[] = ['open', 'waiting', 'transferred']

const transferNames = {
  open: t('order.notTransferred'),
  waiting: t('panel.order.waiting'),
  sending: t('panel.erp.transfer.sending'),
  uncertain: t('panel.erp.view.uncertain'),
  dead: t('panel.erp.transfer.dead'),
  held: t('panel.erp.transfer.held'),
  transferred: t('order.transferred'),
}

/** Days, and the spans of them that are asked for every day. */
function Dates({ search, set }: OrderList) {
  const { from, to } = search
  const [today] = useState(() => new Date())
  return (
    <>
      <FilterSelect
        label={t('panel.order.period')}
        width={140}
        value={periodOf({ from, to }, today)}
        onChange={(period) => set(period ? spanOf(period, new Date()) : { from: undefined, to: undefined })}
        options={periods.map((value) => ({ value, label: t(`panel.order.period.${value}`) }))}
      />
      <DayField label={t('orders.from')} value={from} onChange={(day) => set({ from: day })} />
      <DayField label={t('orders.to')} value={to} onChange={(day) => set({ to: day })} />
    </>
  )
}

type ChoiceProps = { value: string | undefined; onChange: (value: string | undefined) => void }

function AgentFilter({ value, onChange }: ChoiceProps) {
  const agents = useAgentChoices(value)
  return (
    <FilterSelect
      label={t('order.salesPerson')}
      width={190}
      value={value}
      onChange={onChange}
      options={agents}
    />
  )
}

/** Brands of the shop; one chosen before that is not there any more has no name. */
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
    <FilterSelect
      label={t('document.brand')}
      value={value}
      onChange={onChange}
      options={home.data ? withChosen(brands, value) : brands}
    />
  )
}
