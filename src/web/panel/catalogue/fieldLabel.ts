import { type VariantField, variantField } from '#shared/catalogue/catalogueFields.ts'
import type { MessageKey } from '#shared/i18n/keys.ts'
import { t } from '#web/i18n.ts'

const labels: Partial<Record<VariantField, MessageKey>> = {
  barcode: 'document.barcode',
  inventory: 'panel.product.stock',
  isActive: 'panel.sheet.sizeOnSale',
}

/** The column heading of a variant field in forms and the sheet. */
export const fieldLabel = (name: VariantField): string =>
  t(labels[name] ?? (`panel.import.column.${name}` as MessageKey))

export const isNumberField = (name: VariantField): boolean =>
  ['count', 'stock'].includes(variantField(name).kind)
