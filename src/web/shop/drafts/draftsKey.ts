/** What lists of drafts are remembered under. */
export const draftsKey = ['drafts'] as const
