/** What a change can be of. */
export const changeSubjects = [
  'user',
  'agent',
  'customer',
  'settings',
  'order',
  'product',
  'brand',
  'category',
  'attribute',
  'text',
  'catalogue',
  'price',
  'priceRule',
  'quantityRule',
  'erp',
] as const
export type ChangeSubject = (typeof changeSubjects)[number]

export const changeActions = [
  'added',
  'changed',
  'deleted',
  'restored',
  'placed',
  'imported',
  'importUndone',
  'passwordChanged',
  'passwordReset',
  'twoFactorOn',
  'twoFactorOff',
  'sessionsEnded',
  'brandsExcluded',
  'handedOver',
  'cancelled',
  'accepted',
  'returned',
  'expired',
  'split',
  'transferRequested',
  'transferWithdrawn',
  'transferHeld',
  'transferGone',
  'transferred',
  'noteAdded',
  'noteDeleted',
  'noteRestored',
  'mailSentAgain',
  'mailDropped',
  'merged',
] as const
export type ChangeAction = (typeof changeActions)[number]

/** Who runs commands on the server itself, as the record names them. */
export const operatorName = 'operator'

/** Whether a change was made by a command on the server; others without a user are a guest's or the ERP's. */
export const isByOperator = ({ userId, userName }: { userId?: string | undefined; userName: string }) =>
  userId === undefined && userName === operatorName
