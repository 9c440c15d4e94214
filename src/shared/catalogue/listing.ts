/** Free fields, such as season or fabric. */
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

export const productSorts = ['itemCode', 'newest', 'name', 'priceAsc', 'priceDesc'] as const
export type ProductSort = (typeof productSorts)[number]

/** Why an entered code cannot be ordered. */
export const whyNots = ['unknown', 'brandExcluded', 'inactive', 'noPrice', 'noStock'] as const
export type WhyNot = (typeof whyNots)[number]
