import { Badge } from '@mantine/core'
import '@mantine/core/styles/Badge.layer.css'
import type { OrderRow } from '#shared/orders.ts'
import { t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'
import { orderStateColors } from '#web/ui/orderStateColors.ts'

type Props = { order: Pick<OrderRow, 'state' | 'transfer'> }

export function OrderState({ order }: Props) {
  const { state, transfer } = order
  return (
    <>
      <Badge variant="light" color={orderStateColors[state]}>
        {t(`order.state.${state}`)}
      </Badge>
      {settings.transferEnabled && transfer && (
        <Badge variant="light" color="green">
          {t('order.transferred')}
        </Badge>
      )}
    </>
  )
}
