/** More than any fair's order; larger ones would lock stock too long. */
export const maxOrderLines = 5000
/** In one call: more are not looked at. */
export const maxSentLines = 4 * maxOrderLines

/** Per file made while the reader waits. */
export const maxPrintedOrders = 50
/** Per file made in the background. */
export const maxOrdersPerFile = 1000
export const orderFileKinds = ['pdf', 'xlsx'] as const
export type OrderFileKind = (typeof orderFileKinds)[number]

/** `link`: no ERP connected; `resume`: paused; `answer`: the last attempt failed. */
export const waitReasons = ['link', 'resume', 'answer'] as const
export type WaitReason = (typeof waitReasons)[number]
