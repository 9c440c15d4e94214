import type { BrokenLimit } from '#shared/pricing/quantities.ts'
import { formatMoney } from './format.ts'
import { t } from './i18n.ts'
import { variantLabel } from './sizes.ts'

/** A line that a rule can be about. */
type Line = Parameters<typeof variantLabel>[0] &
  Pick<BrokenLimit, 'productId' | 'itemCode' | 'brandId'> & {
    itemDescription: string
    colorDescription: string
    brandName: string
  }

/** What the rule is about: a variant, an item, a brand, or the order. */
export function brokenLimitName(
  { target, productId, itemCode, brandId }: BrokenLimit,
  lines: readonly Line[],
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
export function quantityText(
  count: number,
  { measure, currencyCode = '' }: Pick<BrokenLimit, 'measure' | 'currencyCode'>,
): string {
  if (measure === 'amount') return formatMoney(count, currencyCode)
  return measure === 'lots' ? t('quantity.lots', { count }) : t('product.pieces', { count })
}

/** Barkuzey: 6 more pieces for the minimum of 24; or that these cannot be added, and why. */
export function brokenLimitText(brokenLimit: BrokenLimit, lines: readonly Line[]): string {
  const { wall } = brokenLimit
  if (wall)
    return t(`ordering.unmet.wall.${wall.by}`, {
      name: brokenLimitName(brokenLimit, lines),
      goal: quantityText(brokenLimit.counted + brokenLimit.difference, brokenLimit),
      most: quantityText(wall.most, brokenLimit),
    })
  return t(`ordering.unmet.${brokenLimit.kind}`, {
    name: brokenLimitName(brokenLimit, lines),
    more: quantityText(brokenLimit.difference, brokenLimit),
    limit: quantityText(brokenLimit.limit, brokenLimit),
  })
}
