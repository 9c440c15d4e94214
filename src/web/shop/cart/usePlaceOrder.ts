import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, CallFailed } from '#web/api.ts'
import type { Cart } from './cart.ts'
import { settlePlaced } from './cartStore.ts'

/**
 * Sends an order made from the cart. A connection lost on the way is tried again under the same guidKey: however
 * often it arrives, it is one order. Once placed, what was sent leaves the cart, and what was added meanwhile stays.
 * After a refusal the cart is held against today's prices and stock once more.
 */
export function usePlaceOrder(onPlaced: (guidKey: string) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (order: ReturnType<typeof orderOf>) => api.post('/api/Shop/PostShopCart', order),
    retry: (failures, error) => failures < 3 && error instanceof CallFailed && error.status === 0,
    retryDelay: (failures) => 1000 * 2 ** failures,
    onSuccess: ({ guidKey }, order) => {
      settlePlaced(order)
      void queryClient.invalidateQueries({ queryKey: ['products'] })
      onPlaced(guidKey)
    },
    onError: () => void queryClient.invalidateQueries({ queryKey: ['cart'] }),
  })
}

/** What the call wants of a cart. `ownAccount` is that of a customer, who orders for nobody else. */
export function orderOf(cart: Cart, ownAccount: string | undefined) {
  return {
    guidKey: cart.guidKey,
    orderType: cart.orderType,
    currAccCode: ownAccount ?? cart.currAccCode,
    ...(cart.subCurrAccId ? { subCurrAccId: cart.subCurrAccId } : {}),
    salesPersonCode: cart.salesPersonCode,
    description: cart.description,
    lines: cart.lines.map(({ productId, qty, unitPrice, priceCurrencyCode }) => ({
      productId,
      qty,
      unitPrice,
      priceCurrencyCode,
    })),
  }
}
