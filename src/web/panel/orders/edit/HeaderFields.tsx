import { Select, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { OrderDetail } from '#shared/orders.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { withChosen } from '../../customers/choices.ts'
import type { OrderHeader } from './orderDraft.ts'

type Props = { order: OrderDetail; header: OrderHeader; onChange: (header: Partial<OrderHeader>) => void }

/** The current agent and branch stay available even if they can no longer be chosen. */
export function HeaderFields({ order, header, onChange }: Props) {
  const { currAccCode } = order
  const agents = useQuery({
    queryKey: ['orderAgents', currAccCode],
    queryFn: async ({ signal }) =>
      (await api.get('/api/Shop/GetShopSalesPerson', { currAccCode }, { signal })).data.map(
        ({ salesPersonCode, firstLastName }) => ({ value: salesPersonCode, label: firstLastName }),
      ),
  })
  const branches = useQuery({
    queryKey: ['orderBranches', currAccCode],
    queryFn: async ({ signal }) =>
      (await api.get('/api/Shop/GetSubCurrAccs', { currAccCode }, { signal })).data.map(
        ({ subCurrAccId, companyName }) => ({ value: subCurrAccId, label: companyName }),
      ),
  })
  const currentAgent = { value: order.salesPersonCode, label: order.salesPerson }
  const currentBranch = order.subCurrAccId ? [{ value: order.subCurrAccId, label: order.subCurrAccName }] : []
  return (
    <>
      <Select
        label={t('order.salesPerson')}
        required
        allowDeselect={false}
        searchable
        nothingFoundMessage={t('list.nothingFound')}
        data={withCurrent(agents.data, [currentAgent])}
        value={header.salesPersonCode}
        onChange={(value) => onChange({ salesPersonCode: value ?? '' })}
      />
      <Select
        label={t('cart.subAccount')}
        clearable
        placeholder={t('cart.subAccountPlaceholder')}
        data={withChosen(withCurrent(branches.data, currentBranch), header.subCurrAccId)}
        value={header.subCurrAccId || null}
        onChange={(value) => onChange({ subCurrAccId: value ?? '' })}
      />
      <Textarea
        label={t('cart.description')}
        description={t('panel.order.descriptionText')}
        rows={2}
        maxLength={200}
        value={header.description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
    </>
  )
}

type Option = { value: string; label: string }

function withCurrent(offered: Option[] = [], current: Option[]): Option[] {
  return [...offered, ...current.filter(({ value }) => !offered.some((option) => option.value === value))]
}
