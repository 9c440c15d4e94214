import { api } from '#web/api.ts'
import type { OptionFinder } from '../list/FinderSelect.tsx'

export const accountFinder: OptionFinder = {
  name: 'accountsToChoose',
  find: async (search, signal) => {
    const { data } = await api.get('/api/Account/GetAccountsForSelect', { search }, { signal })
    return data.map(({ currAccCode, currAccDescription }) => ({
      value: currAccCode,
      label: `${currAccDescription} · ${currAccCode}`,
    }))
  },
}

/** Items, each once whatever its colours. */
export const itemFinder: OptionFinder = {
  name: 'itemsToChoose',
  find: async (search, signal) => {
    const { data } = await api.post('/api/Shop/GetProducts', { search, limit: 50 }, { signal })
    const items = new Map(data.items.map(({ itemCode, itemDescription }) => [itemCode, itemDescription]))
    return Array.from(items, ([value, name]) => ({ value, label: `${name} · ${value}` }))
  },
}
