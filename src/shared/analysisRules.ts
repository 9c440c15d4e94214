/** Days from the first to the last of a range at most. */
export const longestRange = 1100

/** Rows of one answer at most. */
export const mostRows = 200

/** How far back, in days, it is looked what of the stock has been ordered, and who has ordered regularly. */
export const stockDays = 30
export const habitDays = 365
