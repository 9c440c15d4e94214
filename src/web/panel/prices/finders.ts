import { api } from '#web/api.ts'
import { variantLabel } from '#web/sizes.ts'
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

/** Sizes and lots that the shop shows; a chosen one is found by its id. */
export const variantFinder: OptionFinder = {
  name: 'variantsToChoose',
  find: async (search, signal) => {
    const products = isId(search)
      ? (await api.post('/api/Shop/GetProductsByIds', { ids: [search], orderType: 'Season' }, { signal }))
          .data
      : (
          await api.post(
            '/api/Shop/GetProductsBySearch',
            { searchText: search, orderType: 'Season', limit: 12 },
            { signal },
          )
        ).data.products
    return products.flatMap(({ itemCode, colorDescription, items }) =>
      items.map((item) => ({
        value: item.productId,
        label: [itemCode, colorDescription, variantLabel(item)].join(' · '),
      })),
    )
  },
}

const isId = (text: string) => /^[\da-f]{8}-[\da-f-]{27}$/.test(text)
