import { VisuallyHidden } from '@mantine/core'
import { t } from '#web/i18n.ts'
import { useCart } from './cart/cartStore.ts'

/** Of which kind the open cart is: Rpt, with stock control, or Season, without. */
export function OrderKind({ className }: { className: string | undefined }) {
  const orderType = useCart((cart) => cart.orderType)
  return (
    <span className={className}>
      <VisuallyHidden>{t('orderType.label')}: </VisuallyHidden>
      {t(`orderType.${orderType}`)}
    </span>
  )
}
