/** More than any fair's order; larger ones would lock stock too long. */
export const maxOrderLines = 5000

/** Per file made while the reader waits. */
export const maxPrintedOrders = 50
/** Per file made in the background. */
export const maxOrdersPerFile = 1000
export const orderFileKinds = ['pdf', 'xlsx'] as const
export type OrderFileKind = (typeof orderFileKinds)[number]

/** `review`: held for the office. `returned`: held for the customer, who changes it, or accepts what the office offers. */
export const orderStates = ['placed', 'review', 'returned', 'cancelled'] as const
/** `link`: no ERP connected; `resume`: paused; `answer`: the last attempt failed. */
export const waitReasons = ['link', 'resume', 'answer'] as const
export type WaitReason = (typeof waitReasons)[number]

export type OrderState = (typeof orderStates)[number]
type Standing = { state: OrderState; transfer: boolean }

/** Also applies to cancelling. */
export function mayAmend({ state, transfer }: Standing): boolean {
  return state !== 'cancelled' && !transfer
}

/** Also applies to splitting. */
export function mayTransfer({ state, transfer }: Standing): boolean {
  return state === 'placed' && !transfer
}

export function isHeld({ state }: Pick<Standing, 'state'>): boolean {
  return state === 'review' || state === 'returned'
}
