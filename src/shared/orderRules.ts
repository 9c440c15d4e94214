/** Lines of one order at most: more than any fair's order, less than what would hold stock locked for long. */
export const maxOrderLines = 5000

/** Orders of one file that is made while its reader waits. */
export const mostPrinted = 50
/** Orders of one file that is made in the background. */
export const mostInOrderFile = 1000
export const orderFileKinds = ['pdf', 'xlsx'] as const
export type OrderFileKind = (typeof orderFileKinds)[number]

export const orderStates = ['placed', 'cancelled'] as const
/**
 * Why an order in the queue to the ERP cannot be sent for now: no ERP is connected (`link`), the transfer is paused
 * (`resume`), or the last try to reach the ERP has failed (`answer`).
 */
export const waitReasons = ['link', 'resume', 'answer'] as const
export type WaitReason = (typeof waitReasons)[number]

type OrderState = (typeof orderStates)[number]
type Standing = { state: OrderState; transfer: boolean }

/** An order can be amended until it is cancelled or has gone to the ERP. Cancelling, splitting and transferring are alike. */
export function mayAmend({ state, transfer }: Standing): boolean {
  return state === 'placed' && !transfer
}
