import { Select, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { OrderDetail } from '#shared/orders.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { withChosen } from '../../customers/choices.ts'
import type { Said } from './orderDraft.ts'

type Props = { order: OrderDetail; said: Said; onChange: (said: Partial<Said>) => void }

/** Agent, branch and the order's own note. Those that it has may stay, though nobody could choose them any more. */
export function SaidFields({ order, said, onChange }: Props) {
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
  const own = { value: order.salesPersonCode, label: order.salesPerson }
  const ownBranch = order.subCurrAccId ? [{ value: order.subCurrAccId, label: order.subCurrAccName }] : []
  return (
    <>
      <Select
        label={t('order.salesPerson')}
        required
        allowDeselect={false}
        searchable
        nothingFoundMessage={t('list.nothingFound')}
        data={withOwn(agents.data, [own])}
        value={said.salesPersonCode}
        onChange={(value) => onChange({ salesPersonCode: value ?? '' })}
      />
      <Select
        label={t('cart.subAccount')}
        clearable
        placeholder={t('cart.subAccountPlaceholder')}
        data={withChosen(withOwn(branches.data, ownBranch), said.subCurrAccId)}
        value={said.subCurrAccId || null}
        onChange={(value) => onChange({ subCurrAccId: value ?? '' })}
      />
      <Textarea
        label={t('cart.description')}
        description={t('panel.order.descriptionText')}
        rows={2}
        maxLength={200}
        value={said.description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
    </>
  )
}

type Option = { value: string; label: string }

function withOwn(offered: Option[] = [], own: Option[]): Option[] {
  return [...offered, ...own.filter(({ value }) => !offered.some((one) => one.value === value))]
}
