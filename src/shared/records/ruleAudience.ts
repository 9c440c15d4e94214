import { z } from 'zod'
import { id, line, optionalAccountCode } from '#shared/endpoint.ts'
import { ruleAudiences } from '#shared/pricing/ruleKinds.ts'
import { type RecordFields, wordsOf } from './recordField.ts'

/** For whom a rule is. */
export const ruleAudienceFields = {
  audience: {
    schema: z.enum(ruleAudiences),
    label: 'panel.price.audience',
    words: wordsOf(ruleAudiences, (audience) => `panel.price.audience.${audience}`),
    column: null,
  },
  priceGroup: { schema: line(20).optional(), label: 'panel.customer.priceGroup' },
  currAccCode: { schema: optionalAccountCode, label: 'panel.customer.code', column: null },
} satisfies RecordFields

/** Brand and item, where a rule is for one. */
export const ruleThingFields = {
  brandId: { schema: id.optional(), label: 'product.brand', namedBy: 'brandName' },
  itemCode: { schema: z.string().max(30).optional(), label: 'product.itemCode' },
} satisfies RecordFields

const name = z.string().optional()
/** Names of what the codes and ids of a rule stand for; absent if it no longer exists. */
export const ruleNameFields = {
  accountName: { schema: name, label: 'order.customer' },
  brandName: { schema: name, label: 'product.brand' },
  itemDescription: { schema: name, label: 'panel.import.column.itemDescription' },
} satisfies RecordFields
