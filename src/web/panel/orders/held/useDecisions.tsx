import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { Dialog } from '../../Dialog.tsx'
import { focusAfter } from '../../list/removal.tsx'
import { refetch } from '../../refetch.ts'
import { useBusy } from '../../useBusy.ts'

type Target = { id: string; version: number; orderNumber: string }

type Press = { currentTarget: HTMLElement }

const queryKeys = ['heldOrders', 'orders', 'order', 'orderHistory'] as const

/** Accepts a held order, or asks for a note and returns it. `dialog` must be drawn. */
export function useDecisions({ id, version, orderNumber: number }: Target) {
  const { run, isBusy } = useBusy(...queryKeys)
  /** `next`: gets the focus when the order has left. */
  const [returning, setReturning] = useState<{ next: HTMLElement | null }>()
  const accept = ({ currentTarget }: Press) =>
    run(async () => {
      const next = focusAfter(currentTarget)
      await api.post('/api/Shop/AcceptHeldOrder', { id, version })
      notifyDone(t('panel.held.accepted', { number }))
      next?.focus()
    })
  return {
    accept,
    isBusy,
    startReturn: ({ currentTarget }: Press) => setReturning({ next: focusAfter(currentTarget) }),
    dialog: returning && (
      <ReturnDialog
        target={{ id, version, orderNumber: number }}
        next={returning.next}
        onClose={() => setReturning(undefined)}
      />
    ),
  }
}

type DialogProps = { target: Target; next: HTMLElement | null; onClose: () => void }

function ReturnDialog({ target, next, onClose }: DialogProps) {
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
      next?.focus()
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
