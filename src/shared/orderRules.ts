export const orderStates = ['placed', 'cancelled'] as const
type OrderState = (typeof orderStates)[number]

/** An order can be amended until it is cancelled or has gone to the ERP. */
export function mayAmend({ state, transfer }: { state: OrderState; transfer: boolean }): boolean {
  return state === 'placed' && !transfer
}
