import { Button, Group } from '@mantine/core'
import { IconHandStop, IconPencilCheck, IconRefresh, IconTrashX } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '#web/i18n.ts'
import { confirm } from '#web/ui/confirm.ts'
import { EnteredDialog } from './EnteredDialog.tsx'
import { isUnnamed, transferCan } from './transferCan.ts'
import { useOrderTransfer } from './useOrderTransfer.ts'
import { useTransferActions } from './useTransferActions.ts'

export function TransferActions({ orderId, orderNumber }: { orderId: string; orderNumber: string }) {
  const { data } = useOrderTransfer(orderId)
  const { busy, run, retry, hold, enter, markGone } = useTransferActions()
  const [isEntering, setIsEntering] = useState(false)
  const transfer = data?.transfer
  if (!transfer || !transferCan.enter(transfer)) return null
  const confirmGone = async () => {
    const isConfirmed = await confirm({
      title: t('panel.erp.goneTitle', { number: orderNumber }),
      text: isUnnamed(transfer)
        ? t('panel.erp.goneElsewhereText')
        : t('panel.erp.goneText', { made: transfer.made ?? '' }),
      action: t('panel.erp.goneSave'),
      isDangerous: true,
    })
    if (isConfirmed) run('gone', () => markGone(orderId))
  }
  return (
    <Group gap="xs" mb="sm" role="group" aria-label={t('panel.erp.deeds')}>
      {transferCan.retry(transfer) && (
        <Button
          variant="default"
          leftSection={<IconRefresh size={18} aria-hidden />}
          aria-busy={busy === 'retry'}
          onClick={() => run('retry', () => retry([orderId]))}
        >
          {t('panel.erp.retry')}
        </Button>
      )}
      {transferCan.hold(transfer) && (
        <Button
          variant="default"
          leftSection={<IconHandStop size={18} aria-hidden />}
          aria-busy={busy === 'hold'}
          onClick={() => run('hold', () => hold([orderId]))}
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
      {transferCan.markGone(transfer) && (
        <Button
          variant="default"
          leftSection={<IconTrashX size={18} aria-hidden />}
          aria-busy={busy === 'gone'}
          onClick={() => void confirmGone()}
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
