import { z } from 'zod'
import { answer, endpoint, id } from '#shared/endpoint.ts'
import { catalogueLayouts, catalogueSections, maxCatalogueProducts } from './photoLayouts.ts'

/** Hidden products are never included. */
const catalogueFilter = {
  brandIds: z.array(id).max(500).default([]),
  /** With all below them. */
  categoryIds: z.array(id).max(500).default([]),
  search: z.string().trim().max(100).optional(),
  /** Item and colour; only these. */
  products: z
    .array(z.object({ itemCode: z.string().max(30), colorCode: z.string().max(10) }))
    .max(maxCatalogueProducts)
    .optional(),
  onlyInStock: z.boolean().default(false),
  onlyWithPhoto: z.boolean().default(true),
}

export const countCatalogueProducts = endpoint({
  call: 'POST /api/Shop/CountCatalogueProducts',
  summary: 'How many products a photo catalogue would have',
  access: { pages: ['imagesPdf'] },
  transaction: 'read',
  input: z.object(catalogueFilter),
  reply: answer(z.object({ products: z.int(), withoutPhoto: z.int() })),
})

export const startPhotoCatalogue = endpoint({
  call: 'POST /api/Shop/StartPhotoCatalogue',
  summary: 'Starts drawing a PDF of products with photos, codes, names, sizes and prices, several per page',
  access: { pages: ['imagesPdf'] },
  transaction: 'own',
  input: z.object({
    ...catalogueFilter,
    title: z.string().trim().max(100).default(''),
    perPage: z.union(catalogueLayouts.map((count) => z.literal(count))).default(6),
    sections: z.enum(catalogueSections).default('none'),
    withCover: z.boolean().default(true),
    /** Absent: no prices. */
    priceGroup: z.string().min(1).max(20).optional(),
  }),
  reply: answer(z.object({ id })),
  errors: ['catalogue.empty', 'catalogue.tooLarge', 'catalogue.busy'],
})

const photoCatalogue = z.object({
  id,
  state: z.enum(['drawing', 'ready', 'failed']),
  fileName: z.string(),
  products: z.int(),
  done: z.int(),
  createdAt: z.string(),
})
export type PhotoCatalogue = z.infer<typeof photoCatalogue>

export const getPhotoCatalogues = endpoint({
  call: 'GET /api/Shop/GetPhotoCatalogues',
  summary: "One's own photo catalogues of the last day with their progress, newest first",
  access: { pages: ['imagesPdf'] },
  reply: answer(z.array(photoCatalogue)),
})

export const getPhotoCatalogue = endpoint({
  call: 'GET /api/Shop/GetPhotoCatalogue',
  summary: 'One’s own finished photo catalogue',
  access: { pages: ['imagesPdf'] },
  transaction: 'own',
  input: z.object({ id }),
  download: 'application/pdf',
  errors: ['notFound'],
})

export const deletePhotoCatalogue = endpoint({
  call: 'POST /api/Shop/DeletePhotoCatalogue',
  summary: 'Deletes one’s own photo catalogue; stops one that is being drawn',
  access: { pages: ['imagesPdf'] },
  input: z.object({ id }),
  errors: ['notFound'],
})
