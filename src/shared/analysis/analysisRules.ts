export const maxRangeDays = 1100

export const maxAnalysisRows = 200

/** How far back orders are considered. */
export const stockDays = 30
export const habitDays = 365
