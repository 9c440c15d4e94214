import type { z } from 'zod'
import type {
  getCategoryProducts,
  getProductFacets,
  getProductsBySearch,
} from '#shared/catalogue/catalogue.ts'

/** What narrows a list of products. */
export type ListFilters = z.output<typeof getProductFacets.input>

export type ListInput =
  | z.output<typeof getCategoryProducts.input>
  | z.output<typeof getProductsBySearch.input>

export type ListSort = ListInput['sort']
