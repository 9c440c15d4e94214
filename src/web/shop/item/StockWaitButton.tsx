import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Product } from '#shared/catalogue/catalogue.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyFailure } from '#web/notify.ts'
import { useSession } from '#web/session.ts'
import { variantLabel } from '#web/sizes.ts'
import { useCart } from '../cart/stored/cartStore.ts'
import { bell } from '../news/bell.ts'
import { MarkButton } from './MarkButton.tsx'

/** Where sizes of the shown colour are sold out: asks to be told when one is there again. For signed-in users. */
export function StockWaitButton({ product: { itemCode, items } }: { product: Product }) {
  const userId = useSession((session) => session.user?.id)
  const isFromStock = useCart((cart) => cart.orderType === 'Rpt')
  const soldOut = items.filter(({ inventory }) => inventory <= 0)
  const queryClient = useQueryClient()
  const queryKey = ['stockWaits', userId, itemCode]
  const waits = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api.get('/api/Shop/GetStockWaits', { itemCode }, { signal })).data,
    enabled: userId !== undefined && isFromStock && soldOut.length > 0,
  })
  if (!waits.data || !isFromStock || soldOut.length === 0) return null
  const waiting = soldOut.filter(({ productId }) => waits.data.includes(productId))
  const change = async (isWaiting: boolean) => {
    const productIds = soldOut.map(({ productId }) => productId)
    const others = waits.data.filter((id) => !productIds.includes(id))
    // Shown at once; a failure takes it back.
    queryClient.setQueryData(queryKey, isWaiting ? [...others, ...productIds] : others)
    await api.post('/api/Shop/SetStockWaits', { productIds, isWaiting }).catch(notifyFailure)
    await waits.refetch()
  }
  const sizes = waiting.map(variantLabel).join(', ')
  return (
    <MarkButton
      isMarked={waiting.length > 0}
      icon={bell}
      text={waiting.length > 0 ? t('ordering.item.willTell', { sizes }) : t('ordering.item.tellMe')}
      onChange={(isWaiting) => void change(isWaiting)}
    />
  )
}
