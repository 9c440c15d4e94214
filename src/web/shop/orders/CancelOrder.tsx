import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OrderDetail } from '#shared/orders/orders.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { confirm } from '#web/ui/confirm.ts'

/** Cancels the reader's own order; the notice offers to take that back. */
export function CancelOrder({ order: { guidKey, orderNumber: number } }: { order: OrderDetail }) {
  const queryClient = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const send = async (path: '/api/Shop/CancelMyOrder' | '/api/Shop/RestoreMyOrder') => {
    await api.post(path, { guidKey })
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['order', guidKey] }),
      queryClient.invalidateQueries({ queryKey: ['orders'] }),
    ])
  }
  const restore = () =>
    send('/api/Shop/RestoreMyOrder').then(
      () => notifyDone(t('ordering.order.restored', { number })),
      notifyFailure,
    )
  const cancel = async () => {
    const isSure = await confirm({
      title: `${t('ordering.order.cancel')}: ${number}`,
      text: t('ordering.order.cancelText'),
      action: t('ordering.order.cancel'),
      isDangerous: true,
    })
    if (!isSure) return
    setIsBusy(true)
    await send('/api/Shop/CancelMyOrder')
      .then(() => notifyDone(t('ordering.order.cancelled', { number }), { undo: restore }), notifyFailure)
      .finally(() => setIsBusy(false))
  }
  return (
    <Button
      variant="subtle"
      color="red"
      leftSection={<IconX size={18} aria-hidden />}
      loading={isBusy}
      onClick={() => void cancel()}
    >
      {t('ordering.order.cancel')}
    </Button>
  )
}
