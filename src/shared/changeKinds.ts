/** What a change can be of. */
export const changeSubjects = [
  'user',
  'agent',
  'customer',
  'settings',
  'order',
  'catalogue',
  'price',
] as const
export type ChangeSubject = (typeof changeSubjects)[number]

export const changeActions = [
  'added',
  'changed',
  'deleted',
  'restored',
  'placed',
  'imported',
  'passwordChanged',
  'passwordReset',
  'twoFactorOn',
  'twoFactorOff',
  'sessionsEnded',
  'brandsExcluded',
  'handedOver',
] as const
export type ChangeAction = (typeof changeActions)[number]
