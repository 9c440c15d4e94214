import { create } from 'zustand'

/** What is open of a product: its sizes and lots, or its details. */
export type Panel = 'sizes' | 'details'

/** Lists that may be shown at once: the search lies over the page. */
export type ListName = 'page' | 'search'

/** In each list at most one cell has its panel open. */
export const useOpenPanels = create<{ [List in ListName]?: { cell: string; panel: Panel } | undefined }>(
  () => ({}),
)

export const openPanel = (list: ListName, cell: string, panel: Panel) =>
  useOpenPanels.setState({ [list]: { cell, panel } })
export const closePanel = (list: ListName) => useOpenPanels.setState({ [list]: undefined })
