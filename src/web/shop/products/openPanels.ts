import { create } from 'zustand'

export type Panel = 'sizes' | 'details'

/** The search overlays the page, so both lists can be open. */
export type ListName = 'page' | 'search'

/** At most one open panel per list. */
export const useOpenPanels = create<{ [List in ListName]?: { cell: string; panel: Panel } | undefined }>(
  () => ({}),
)

export const openPanel = (list: ListName, cell: string, panel: Panel) =>
  useOpenPanels.setState({ [list]: { cell, panel } })
export const closePanel = (list: ListName) => useOpenPanels.setState({ [list]: undefined })
