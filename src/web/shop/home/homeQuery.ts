import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/api.ts'
import { settings } from '#web/settings.ts'

export const homeQuery = (userId: string | undefined, account: string | undefined) =>
  queryOptions({
    queryKey: ['home', userId, account],
    queryFn: async ({ signal }) =>
      (
        await api.get(
          '/api/Shop/GetShopHome',
          { currAccCode: account, byItem: settings.oneCardPerItem },
          { signal },
        )
      ).data,
  })
