import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import type { ChoiceField } from '../form/fields.ts'
import { FinderSelect, type OptionFinder } from '../list/FinderSelect.tsx'

type Props = ChoiceField<string> & { label?: string; description?: string }

const accountFinder: OptionFinder = {
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
    <FinderSelect
      finder={accountFinder}
      label={label}
      placeholder={t('cart.customerPlaceholder')}
      {...field}
      required
    />
  )
}
