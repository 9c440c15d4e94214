import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { type Finder, FoundSelect } from '../list/FoundSelect.tsx'

type Props = {
  label: string
  width?: number
  placeholder?: string
  value: string | undefined
  onChange: (value: string | undefined) => void
}

const customers: Finder = {
  name: 'orderCustomers',
  find: async (search, signal) => {
    const { data } = await api.get('/api/Shop/GetCustomers', { search, limit: 50 }, { signal })
    return data.map(({ currAccCode, currAccDescription }) => ({
      value: currAccCode,
      label: `${currAccDescription} · ${currAccCode}`,
    }))
  },
}

/** A customer whose orders the user sees. */
export function CustomerSelect({ label, width, placeholder, value, onChange }: Props) {
  return (
    <FoundSelect
      finder={customers}
      label={label}
      {...(width ? { w: width } : {})}
      placeholder={placeholder ?? t('cart.customerPlaceholder')}
      value={value ?? null}
      onChange={(next) => onChange(next ?? undefined)}
    />
  )
}
