import { Group, TextInput } from '@mantine/core'
import { IconHandStop, IconPencilCheck, IconRefresh, IconTrashX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#web/i18n.ts'
import { confirm } from '#web/ui/confirm.ts'
import { Dialog } from '../Dialog.tsx'
import { IconButton } from '../IconButton.tsx'
import { isUnnamed, transferCan, useOrderTransfer, useTransferActions } from './useTransferActions.ts'

export function TransferActions({ orderId, orderNumber }: { orderId: string; orderNumber: string }) {
  const { data } = useOrderTransfer(orderId)
  const { button, retry, hold, enter, markGone } = useTransferActions()
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
    if (isConfirmed) await markGone(orderId)
  }
  return (
    <Group gap="xs" mb="sm" role="group" aria-label={t('panel.erp.deeds')}>
      {transferCan.retry(transfer) && (
        <IconButton Icon={IconRefresh} {...button('retry', () => retry([orderId]))}>
          {t('panel.erp.retry')}
        </IconButton>
      )}
      {transferCan.hold(transfer) && (
        <IconButton Icon={IconHandStop} {...button('hold', () => hold([orderId]))}>
          {t('panel.erp.hold')}
        </IconButton>
      )}
      <IconButton Icon={IconPencilCheck} onClick={() => setIsEntering(true)}>
        {t('panel.erp.entered')}
      </IconButton>
      {transferCan.markGone(transfer) && (
        <IconButton Icon={IconTrashX} {...button('gone', confirmGone)}>
          {t('panel.erp.gone')}
        </IconButton>
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

type DialogProps = {
  orderNumber: string
  enter: (erpNumber: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for the ERP's number of a manually entered order. */
function EnteredDialog({ orderNumber, enter, onClose }: DialogProps) {
  const [number, setNumber] = useState('')
  const [problem, setProblem] = useState<string>()
  const { mutate, isPending, error } = useMutation({
    networkMode: 'always',
    mutationFn: enter,
    onSuccess: onClose,
  })
  const save = () => {
    if (isPending) return
    if (number.trim() === '') setProblem(t('panel.erp.numberWanted'))
    else mutate(number.trim())
  }
  return (
    <Dialog
      title={t('panel.erp.enteredTitle', { number: orderNumber })}
      text={t('panel.erp.enteredText')}
      error={error?.message}
      action={{ text: t('panel.erp.enteredSave'), isOnEnter: true, loading: isPending, onClick: save }}
      onClose={onClose}
    >
      <TextInput
        label={t('panel.erp.erpNumber')}
        required
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        maxLength={50}
        value={number}
        error={problem}
        onChange={(event) => {
          setNumber(event.currentTarget.value)
          setProblem(undefined)
        }}
      />
    </Dialog>
  )
}
