export const longestRange = 1100

export const mostRows = 200

/** How far back orders are considered. */
export const stockDays = 30
export const habitDays = 365
