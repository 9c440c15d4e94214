import { SegmentedControl } from '@mantine/core'
import { t } from '#web/i18n.ts'
import { changeCart, useCart } from './cart/cartStore.ts'

/** Rpt, with stock control, or Season, without: the whole cart is of one kind. */
export function OrderTypeChoice({ fullWidth = false }: { fullWidth?: boolean }) {
  const orderType = useCart((cart) => cart.orderType)
  return (
    <SegmentedControl
      fullWidth={fullWidth}
      aria-label={t('orderType.label')}
      value={orderType}
      onChange={(value) => changeCart({ orderType: value })}
      data={[
        { value: 'Rpt', label: t('orderType.Rpt') },
        { value: 'Season', label: t('orderType.Season') },
      ]}
    />
  )
}
