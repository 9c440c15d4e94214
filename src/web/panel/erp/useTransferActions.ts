import type { Transfer } from '#shared/erp/erp.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { inParts } from '../inParts.ts'
import { useBusy } from '../useBusy.ts'
import { useCall } from '../useCall.ts'
import { refreshErp } from './useErpLink.ts'

const maxOrdersPerCall = 200

export function useTransferActions() {
  const { button } = useBusy()
  const retryAll = async (ids: string[]) => {
    let queued = 0
    for (const part of inParts(ids, maxOrdersPerCall))
      queued += (await api.post('/api/Erp/Retry', { ids: part })).data.queued
    return queued
  }
  const retry = async (ids: string[]) => {
    try {
      notifyDone(t('panel.erp.retried', { count: await retryAll(ids) }))
    } finally {
      await refreshErp()
    }
  }
  const retrySame = async (error: string) => {
    const { data } = await api.post('/api/Erp/Retry', { error })
    notifyDone(t('panel.erp.retried', { count: data.queued }))
    await refreshErp()
  }
  const release = async (ids: string[]) => {
    await retryAll(ids)
    await refreshErp()
  }
  const hold = async (ids: string[]) => {
    let held = 0
    try {
      for (const part of inParts(ids, maxOrdersPerCall))
        held += (await api.post('/api/Erp/Hold', { ids: part })).data.held
      notifyDone(t('panel.erp.heldDone', { count: held }), { undo: () => release(ids) })
    } finally {
      await refreshErp()
    }
  }
  const enter = async (id: string, erpNumber: string) => {
    await api.post('/api/Erp/MarkEntered', { id, erpNumber })
    notifyDone(t('panel.erp.enteredDone', { number: erpNumber }))
    await refreshErp()
  }
  const markGone = async (id: string) => {
    await api.post('/api/Erp/MarkGone', { id })
    notifyDone(t('panel.erp.goneDone'))
    await refreshErp()
  }
  return { button, retry, retrySame, hold, enter, markGone }
}

type State = Pick<Transfer, 'state' | 'heldBecause' | 'errorClass' | 'made'>

/** What the office may do with a transfer, with the server's rules. */
export const transferCan = {
  /** Retries, or sends now instead of later. Cancelled orders stay held until restored. */
  retry: ({ state, heldBecause, errorClass }: State) =>
    state === 'dead' ||
    (state === 'held' && heldBecause === 'office') ||
    (state === 'pending' && errorClass !== ''),
  hold: ({ state }: State) => state === 'pending' || state === 'dead',
  enter: ({ state, heldBecause }: State) =>
    state === 'pending' || state === 'dead' || (state === 'held' && heldBecause !== 'cancelled'),
  /** The ERP reported creating it but does not show it. */
  markGone: ({ state, heldBecause, errorClass, made }: State) =>
    made !== undefined &&
    errorClass === 'rejected' &&
    (state === 'dead' || (state === 'held' && heldBecause === 'office')),
}

/** A previously linked ERP may have created it under an unknown name. */
export const isUnnamed = ({ made }: Pick<Transfer, 'made'>) => made === '?'

/** Polls while the transfer may change by itself. */
export function useOrderTransfer(orderId: string, enabled = true) {
  return useCall(
    ['orderTransfer', orderId],
    (options) => api.get('/api/Erp/GetOrderTransfer', { id: orderId }, { ...options, isQuiet: true }),
    {
      enabled,
      staleTime: 0,
      refetchInterval: ({ state: { data } }) => {
        const state = data?.transfer?.state
        if (state === 'sending') return 2000
        return state === 'pending' ? 5000 : false
      },
    },
  )
}
