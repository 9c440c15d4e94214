import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import type { ChoiceField } from '../form/fields.ts'
import { FoundSelect } from '../list/FoundSelect.tsx'
import type { Finder } from '../list/found.ts'

type Props = ChoiceField<string> & { label?: string; description?: string }

const accountFinder: Finder = {
  name: 'accountChoices',
  find: async (search, signal) => {
    const { data } = await api.get('/api/Account/GetAccountsForSelect', { search }, { signal })
    return data.map(({ currAccCode, currAccDescription }) => ({
      value: currAccCode,
      label: `${currAccDescription} · ${currAccCode}`,
    }))
  },
}

export function AccountSelect({ label = t('cart.customer'), ...field }: Props) {
  return (
    <FoundSelect
      finder={accountFinder}
      label={label}
      placeholder={t('cart.customerPlaceholder')}
      {...field}
      required
    />
  )
}
