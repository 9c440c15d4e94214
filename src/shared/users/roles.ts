export const roles = ['admin', 'sp', 'customer'] as const
export type Role = (typeof roles)[number]
