import { Button, Group } from '@mantine/core'
import { IconHandStop, IconPencilCheck, IconRefresh, IconTrashX } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '#web/i18n.ts'
import { confirm } from '#web/ui/confirm.ts'
import { EnteredDialog } from './EnteredDialog.tsx'
import { isUnnamed, transferCan } from './transferCan.ts'
import { useOrderTransfer } from './useOrderTransfer.ts'
import { useTransferDeeds } from './useTransferDeeds.ts'

/** What the office can do for one order on its way to the ERP. */
export function TransferDeeds({ orderId, orderNumber }: { orderId: string; orderNumber: string }) {
  const { data } = useOrderTransfer(orderId)
  const { busy, once, retry, hold, enter, sayGone } = useTransferDeeds()
  const [isEntering, setIsEntering] = useState(false)
  const transfer = data?.transfer
  if (!transfer || !transferCan.enter(transfer)) return null
  const askWhetherGone = async () => {
    const isMeant = await confirm({
      title: t('panel.erp.goneTitle', { number: orderNumber }),
      text: isUnnamed(transfer)
        ? t('panel.erp.goneElsewhereText')
        : t('panel.erp.goneText', { made: transfer.made ?? '' }),
      action: t('panel.erp.goneSave'),
      isDangerous: true,
    })
    if (isMeant) once('gone', () => sayGone(orderId))
  }
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
      {transferCan.sayGone(transfer) && (
        <Button
          variant="default"
          leftSection={<IconTrashX size={18} aria-hidden />}
          aria-busy={busy === 'gone'}
          onClick={() => void askWhetherGone()}
        >
          {t('panel.erp.gone')}
        </Button>
      )}
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
