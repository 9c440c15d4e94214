/** The fields a wholesaler fills as they like: season, fabric and the like. */
export const attributeNames = [
  'attribute01',
  'attribute02',
  'attribute03',
  'attribute04',
  'attribute05',
  'attribute06',
  'attribute07',
  'attribute08',
  'attribute09',
  'attribute10',
] as const
export type AttributeName = (typeof attributeNames)[number]

/** How a list of products is ordered: by code, newest first, by name the Turkish way, by the lowest price. */
export const productSorts = ['itemCode', 'newest', 'name', 'priceAsc', 'priceDesc'] as const
export type ProductSort = (typeof productSorts)[number]

/** Why something asked for by code cannot be ordered. */
export const whyNots = ['unknown', 'brandExcluded', 'inactive', 'noPrice', 'noStock'] as const
export type WhyNot = (typeof whyNots)[number]
