import { TextInput } from '@mantine/core'
import { discountOf } from '#shared/pricing/discounts.ts'
import { locale, t } from '#web/i18n.ts'
import { numberText } from '#web/numberText.ts'
import { useSession } from '#web/session.ts'
import { settings } from '#web/settings.ts'
import { PercentField } from '#web/ui/PercentField.tsx'
import { discountReasonId, lacksReason } from '../cart/form/discountReason.ts'
import { hasDiscount } from '../cart/stored/cart.ts'
import { changeLines, useCart } from '../cart/stored/cartStore.ts'

/** The discount that whoever sells gives on the whole order, and why there is any. */
export function SellerFields({ isChecked }: { isChecked: boolean }) {
  const discount = useCart((cart) => cart.discount)
  const reason = useCart((cart) => cart.discountReason)
  const isGiven = useCart(hasDiscount)
  return (
    <>
      <PercentField
        label={t('cart.discount')}
        description={useLimitText()}
        percent={discount}
        onPercent={(percent) => changeLines(() => ({ discount: percent }))}
      />
      {isGiven && (
        <TextInput
          id={discountReasonId}
          label={t('cart.discountReason')}
          required={settings.discountReasonRequired}
          maxLength={200}
          autoComplete="off"
          error={isChecked && lacksReason({ discountReason: reason }) && t('field.required')}
          value={reason}
          onChange={(event) => {
            const discountReason = event.currentTarget.value
            changeLines(() => ({ discountReason }))
          }}
        />
      )}
    </>
  )
}

/** Says when the office has to approve the order; nothing for the office itself. */
function useLimitText(): string | undefined {
  const max = useSession(({ user }) => user?.maxDiscount)
  const largest = useCart(({ lines, discount: order }) =>
    lines.reduce((most, { discount: line }) => Math.max(most, discountOf({ line, order })), order),
  )
  if (max === undefined) return undefined
  const limit = numberText(max, locale)
  return largest > max
    ? t('ordering.cart.discountHeld', { limit })
    : t('ordering.cart.discountLimit', { limit })
}
