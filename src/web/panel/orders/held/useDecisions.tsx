import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { Dialog } from '../../Dialog.tsx'
import { refetch } from '../../refetch.ts'
import { useBusy } from '../../useBusy.ts'

type Target = { id: string; version: number; orderNumber: string }

const queryKeys = ['heldOrders', 'orders', 'order', 'orderHistory'] as const

/** Accepts a held order, or asks for a note and returns it. `dialog` must be drawn. */
export function useDecisions({ id, version, orderNumber: number }: Target) {
  const { run, isBusy } = useBusy(...queryKeys)
  const [isReturning, setIsReturning] = useState(false)
  const accept = () =>
    run(async () => {
      await api.post('/api/Shop/AcceptHeldOrder', { id, version })
      notifyDone(t('panel.held.accepted', { number }))
    })
  return {
    accept,
    isBusy,
    startReturn: () => setIsReturning(true),
    dialog: isReturning && (
      <ReturnDialog target={{ id, version, orderNumber: number }} onClose={() => setIsReturning(false)} />
    ),
  }
}

function ReturnDialog({ target, onClose }: { target: Target; onClose: () => void }) {
  const { id, version, orderNumber: number } = target
  const [note, setNote] = useState('')
  const [error, setError] = useState<string>()
  const [isSending, setIsSending] = useState(false)
  const send = async () => {
    if (note.trim() === '') return setError(t('field.required'))
    setIsSending(true)
    try {
      await api.post('/api/Shop/ReturnHeldOrder', { id, version, note })
      notifyDone(t('panel.held.returned', { number }))
      await refetch(...queryKeys)
      onClose()
    } catch (problem) {
      setError(problem instanceof Error ? problem.message : String(problem))
      setIsSending(false)
    }
  }
  return (
    <Dialog
      title={t('panel.held.returnTitle', { number })}
      text={t('panel.held.returnText')}
      action={{ text: t('panel.held.return'), loading: isSending, onClick: () => void send() }}
      onClose={onClose}
    >
      <Textarea
        data-autofocus
        label={t('panel.held.note')}
        required
        rows={3}
        maxLength={1000}
        value={note}
        error={error}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </Dialog>
  )
}
