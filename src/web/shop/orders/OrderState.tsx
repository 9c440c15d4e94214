import { Badge } from '@mantine/core'
import '@mantine/core/styles/Badge.layer.css'
import { orderStates } from '#shared/orders/orderStates.ts'
import type { OrderRow } from '#shared/orders/orders.ts'
import { t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'

type Props = { order: Pick<OrderRow, 'state' | 'transfer'> }

export function OrderState({ order }: Props) {
  const { state, transfer } = order
  return (
    <>
      <Badge variant="light" color={orderStates[state].color}>
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
