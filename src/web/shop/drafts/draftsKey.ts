export const draftsKey = ['drafts'] as const
