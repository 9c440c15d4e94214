/** Where the panel keeps its open tabs for a reload; they go with whoever signs out, or takes another role. */
export const tabStorageKey = 'panelTabs'
