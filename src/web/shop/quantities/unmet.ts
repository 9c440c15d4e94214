import type { Unmet } from '#shared/quantities.ts'
import { formatMoney } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { variantLabel } from '#web/sizes.ts'
import type { CartLine } from '../cart/cart.ts'

export function unmetName(
  { target, productId, itemCode, brandId }: Unmet,
  lines: readonly CartLine[],
): string {
  const line = lines.find(
    (one) =>
      (target === 'variant' && one.productId === productId) ||
      (target === 'item' && one.itemCode === itemCode) ||
      (target === 'brand' && one.brandId === brandId),
  )
  if (!line) return t('ordering.unmet.order')
  const { itemDescription, colorDescription, brandName } = line
  if (target === 'variant') return `${itemDescription} ${colorDescription} ${variantLabel(line)}`
  return target === 'item' ? itemDescription : brandName
}

/** 6 pieces, 2 lots, ₺120,00. */
export function countText(count: number, { measure, currencyCode = '' }: Unmet): string {
  if (measure === 'amount') return formatMoney(count, currencyCode)
  return measure === 'lots' ? t('quantity.lots', { count }) : t('product.pieces', { count })
}

/** Barkuzey: 6 more pieces for the minimum of 24 */
export function unmetText(unmet: Unmet, lines: readonly CartLine[]): string {
  return t(`ordering.unmet.${unmet.kind}`, {
    name: unmetName(unmet, lines),
    more: countText(unmet.difference, unmet),
    limit: countText(unmet.limit, unmet),
  })
}
