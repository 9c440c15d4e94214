import { z } from 'zod'
import type { MessageKey } from '#shared/i18n/keys.ts'
import { quantityRuleRow } from './quantityRules.ts'
import { ruleFileEndpoint, ruleFileResult } from './ruleImports.ts'

/** The columns of a quantity rule file, in its order, by the field of the rule. */
export const quantityFileColumns = {
  priceGroup: 'panel.customer.priceGroup',
  currAccCode: 'panel.customer.code',
  accountName: 'order.customer',
  brandName: 'product.brand',
  itemCode: 'product.itemCode',
  itemDescription: 'panel.import.column.itemDescription',
  /** Or its barcode or external code. */
  variantName: 'panel.quantity.target.variant',
  measure: 'panel.quantity.measure',
  currencyCode: 'order.currency',
  minimum: 'panel.quantity.minimum',
  multiple: 'panel.quantity.multiple',
  maximum: 'panel.quantity.maximum',
  mayOverride: 'panel.quantity.mayOverride',
  isActive: 'panel.price.isActive',
  id: 'panel.price.ruleId',
} as const satisfies Record<string, MessageKey>
export type QuantityFileField = keyof typeof quantityFileColumns

const result = ruleFileResult(
  z.enum(Object.keys(quantityFileColumns) as [QuantityFileField, ...QuantityFileField[]]),
  quantityRuleRow.pick({
    audience: true,
    priceGroup: true,
    currAccCode: true,
    accountName: true,
    target: true,
    brandName: true,
    itemCode: true,
    itemDescription: true,
    variantName: true,
  }).shape,
)
export type QuantityImportResult = z.infer<typeof result>

export const importQuantityRules = ruleFileEndpoint(
  'POST /api/Price/ImportQuantityRules',
  'quantityRules',
  result,
)
