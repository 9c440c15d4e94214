import { Button, Group } from '@mantine/core'
import { IconHandStop, IconPencilCheck, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '#web/i18n.ts'
import { EnteredDialog } from './EnteredDialog.tsx'
import { transferCan } from './transferCan.ts'
import { useOrderTransfer } from './useOrderTransfer.ts'
import { useTransferDeeds } from './useTransferDeeds.ts'

/** What the office can do for one order on its way to the ERP. */
export function TransferDeeds({ orderId, orderNumber }: { orderId: string; orderNumber: string }) {
  const { data } = useOrderTransfer(orderId)
  const { busy, once, retry, hold, enter } = useTransferDeeds()
  const [isEntering, setIsEntering] = useState(false)
  const transfer = data?.transfer
  if (!transfer || !transferCan.enter(transfer)) return null
  return (
    <Group gap="xs" mb="sm" role="group" aria-label={t('panel.erp.deeds')}>
      {transferCan.retry(transfer) && (
        <Button
          variant="default"
          leftSection={<IconRefresh size={18} aria-hidden />}
          aria-busy={busy === 'retry'}
          onClick={() => once('retry', () => retry([orderId]))}
        >
          {t('panel.erp.retry')}
        </Button>
      )}
      {transferCan.hold(transfer) && (
        <Button
          variant="default"
          leftSection={<IconHandStop size={18} aria-hidden />}
          aria-busy={busy === 'hold'}
          onClick={() => once('hold', () => hold([orderId]))}
        >
          {t('panel.erp.hold')}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconPencilCheck size={18} aria-hidden />}
        onClick={() => setIsEntering(true)}
      >
        {t('panel.erp.entered')}
      </Button>
      {isEntering && (
        <EnteredDialog
          orderNumber={orderNumber}
          enter={(number) => enter(orderId, number)}
          onClose={() => setIsEntering(false)}
        />
      )}
    </Group>
  )
}
