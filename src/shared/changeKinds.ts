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
  'catalogue',
  'price',
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
  'split',
  'transferRequested',
  'transferWithdrawn',
  'transferHeld',
  'transferred',
  'noteAdded',
  'noteDeleted',
  'noteRestored',
  'merged',
] as const
export type ChangeAction = (typeof changeActions)[number]
