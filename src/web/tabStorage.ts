/** Removed at sign-out and role change. */
export const tabStorageKey = 'panelTabs'
