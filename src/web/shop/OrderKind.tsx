import { VisuallyHidden } from '@mantine/core'
import { t } from '#web/i18n.ts'
import { useCart } from './cart/stored/cartStore.ts'

/** Rpt has stock control, Season has not. */
export function OrderKind({ className }: { className: string | undefined }) {
  const orderType = useCart((cart) => cart.orderType)
  return (
    <span className={className}>
      <VisuallyHidden>{t('orderType.label')}: </VisuallyHidden>
      {t(`orderType.${orderType}`)}
    </span>
  )
}
