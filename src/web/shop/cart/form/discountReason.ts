import { settings } from '#web/settings.ts'
import type { Cart } from '../stored/cart.ts'

/** Scroll and focus target. */
export const discountReasonId = 'discount-reason'

export const lacksReason = ({ discountReason }: Pick<Cart, 'discountReason'>) =>
  settings.discountReasonRequired && discountReason.trim() === ''
