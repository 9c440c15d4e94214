import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, CallFailed } from '#web/api.ts'
import { isCustomer, useSession } from '#web/session.ts'
import type { Cart } from './cart.ts'
import { useCart } from './cartStore.ts'

/**
 * Sends the cart. A connection lost on the way is tried again under the same guidKey: however often it arrives,
 * it is one order. After a refusal the cart is held against today's prices and stock once more.
 */
export function usePlaceOrder(onPlaced: (guidKey: string) => void) {
  const queryClient = useQueryClient()
  const user = useSession((session) => session.user)
  return useMutation({
    mutationFn: () => {
      const cart = useCart.getState()
      return api.post(
        '/api/Shop/PostShopCart',
        orderOf(cart, isCustomer(user) ? user?.currAccCode : undefined),
      )
    },
    retry: (failures, error) => failures < 3 && error instanceof CallFailed && error.status === 0,
    retryDelay: (failures) => 1000 * 2 ** failures,
    onSuccess: ({ guidKey }) => {
      void queryClient.invalidateQueries({ queryKey: ['products'] })
      onPlaced(guidKey)
    },
    onError: () => void queryClient.invalidateQueries({ queryKey: ['cart'] }),
  })
}

function orderOf(cart: Cart, ownAccount: string | undefined) {
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
