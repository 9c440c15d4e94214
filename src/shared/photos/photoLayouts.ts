/** Products per page; the last is a list. */
export const catalogueLayouts = [1, 2, 4, 6, 9, 12, 16] as const
export type CatalogueLayout = (typeof catalogueLayouts)[number]
/** Starts a new page with a heading. */
export const catalogueSections = ['none', 'category', 'brand'] as const
export type CatalogueSections = (typeof catalogueSections)[number]
export const maxCatalogueProducts = 2000
