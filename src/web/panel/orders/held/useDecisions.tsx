import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { Dialog } from '../../Dialog.tsx'
import { oneByOne, startBulk } from '../../list/bulk.ts'
import { focusAfter } from '../../list/removal.tsx'
import type { LeftOut } from '../../list/SelectionBar.tsx'
import { useBusy } from '../../useBusy.ts'
import { describeLeftOut, describeOrder, nameOrCount } from '../useOrderActions.ts'

type Target = { id: string; version: number; orderNumber: string }

type Press = { currentTarget: HTMLElement }

const queryKeys = ['heldOrders', 'orders', 'order', 'orderHistory'] as const

/** Each in the version that was seen: one that was changed since is left as it is. */
export const acceptAll = (orders: Target[], leftOut: LeftOut<Target>[] = []) =>
  startBulk({
    title: t('panel.held.accept'),
    items: orders,
    notDone: describeLeftOut(leftOut),
    run: oneByOne(
      ({ id, version }: Target) => api.post('/api/Shop/AcceptHeldOrder', { id, version }),
      describeOrder,
    ),
    doneText: nameOrCount(
      (number) => t('panel.held.accepted', { number }),
      (count) => t('panel.held.acceptedAll', { count }),
    ),
    refetched: queryKeys,
  })

const returnAll = (orders: Target[], leftOut: LeftOut<Target>[], note: string) =>
  startBulk({
    title: t('panel.held.return'),
    items: orders,
    notDone: describeLeftOut(leftOut),
    run: oneByOne(
      ({ id, version }: Target) => api.post('/api/Shop/ReturnHeldOrder', { id, version, note }),
      describeOrder,
    ),
    doneText: nameOrCount(
      (number) => t('panel.held.returned', { number }),
      (count) => t('panel.held.returnedAll', { count }),
    ),
    refetched: queryKeys,
  })

/** Accepts a held order, or asks for a note and returns it. `dialog` must be drawn. */
export function useDecisions({ id, version, orderNumber }: Target) {
  const target = { id, version, orderNumber }
  const { run, isBusy } = useBusy()
  /** `next`: gets the focus when the order has left. */
  const [returning, setReturning] = useState<{ next: HTMLElement | null }>()
  const accept = ({ currentTarget }: Press) =>
    run(async () => {
      const next = focusAfter(currentTarget)
      await acceptAll([target])
      next?.focus()
    })
  return {
    accept,
    isBusy,
    startReturn: ({ currentTarget }: Press) => setReturning({ next: focusAfter(currentTarget) }),
    dialog: returning && (
      <ReturnDialog
        orders={[target]}
        onClose={(isDone) => {
          setReturning(undefined)
          if (isDone) returning.next?.focus()
        }}
      />
    ),
  }
}

type DialogProps = {
  orders: Target[]
  leftOut?: LeftOut<Target>[]
  onClose: (isDone: boolean) => void
}

/** Asks for one note to the customers of all these orders, and returns them. */
export function ReturnDialog({ orders, leftOut = [], onClose }: DialogProps) {
  const [note, setNote] = useState('')
  const [error, setError] = useState<string>()
  const [isSending, setIsSending] = useState(false)
  const titleOf = nameOrCount(
    (number) => t('panel.held.returnTitle', { number }),
    (count) => t('panel.held.returnAllTitle', { count }),
  )
  const send = async () => {
    if (note.trim() === '') return setError(t('field.required'))
    setIsSending(true)
    try {
      await returnAll(orders, leftOut, note)
      onClose(true)
    } catch (problem) {
      setError(problem instanceof Error ? problem.message : String(problem))
      setIsSending(false)
    }
  }
  return (
    <Dialog
      title={titleOf(orders)}
      text={t('panel.held.returnText')}
      action={{ text: t('panel.held.return'), loading: isSending, onClick: () => void send() }}
      onClose={() => onClose(false)}
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
