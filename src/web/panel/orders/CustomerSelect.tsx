import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { FinderSelect, type OptionFinder } from '../list/FinderSelect.tsx'

type Props = {
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** Customers whose orders the user may see. */
export const orderCustomerFinder: OptionFinder = {
  name: 'orderCustomers',
  find: async (search, signal) => {
    const { data } = await api.get('/api/Shop/GetCustomers', { search, limit: 50 }, { signal })
    return data.map(({ currAccCode, currAccDescription }) => ({
      value: currAccCode,
      label: `${currAccDescription} · ${currAccCode}`,
    }))
  },
}

export function CustomerSelect({ label, value, onChange }: Props) {
  return (
    <FinderSelect
      finder={orderCustomerFinder}
      label={label}
      placeholder={t('cart.customerPlaceholder')}
      value={value ?? null}
      onChange={(next) => onChange(next ?? undefined)}
    />
  )
}
