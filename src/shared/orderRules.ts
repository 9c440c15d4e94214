/** Lines of one order at most: more than any fair's order, less than what would hold stock locked for long. */
export const maxOrderLines = 5000

export const orderStates = ['placed', 'cancelled'] as const
type OrderState = (typeof orderStates)[number]
type Standing = { state: OrderState; transfer: boolean }

/** An order can be amended until it is cancelled or has gone to the ERP. Cancelling, splitting and transferring are alike. */
export function mayAmend({ state, transfer }: Standing): boolean {
  return state === 'placed' && !transfer
}
