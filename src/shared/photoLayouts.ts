/** How many products can be on a page of a photo catalogue; the last is a list, with a line for each. */
export const catalogueLayouts = [1, 2, 4, 6, 9, 12, 16] as const
export type CatalogueLayout = (typeof catalogueLayouts)[number]
/** What begins a new page of a catalogue, and stands above it. */
export const catalogueSections = ['none', 'category', 'brand'] as const
export type CatalogueSections = (typeof catalogueSections)[number]
/** Products of one catalogue at most. */
export const mostCatalogueProducts = 2000
