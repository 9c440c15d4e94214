import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { useErpActions } from './useErpActions.ts'

const maxOrdersPerCall = 200

export function useTransferActions() {
  const { button, refresh } = useErpActions()
  const retryAll = async (ids: string[]) => {
    let queued = 0
    for (const part of chunk(ids)) queued += (await api.post('/api/Erp/Retry', { ids: part })).data.queued
    return queued
  }
  const retry = async (ids: string[]) => {
    try {
      notifyDone(t('panel.erp.retried', { count: await retryAll(ids) }))
    } finally {
      await refresh()
    }
  }
  const retrySame = async (error: string) => {
    const { data } = await api.post('/api/Erp/Retry', { error })
    notifyDone(t('panel.erp.retried', { count: data.queued }))
    await refresh()
  }
  const release = async (ids: string[]) => {
    await retryAll(ids)
    await refresh()
  }
  const hold = async (ids: string[]) => {
    let held = 0
    try {
      for (const part of chunk(ids)) held += (await api.post('/api/Erp/Hold', { ids: part })).data.held
      notifyDone(t('panel.erp.heldDone', { count: held }), { undo: () => release(ids) })
    } finally {
      await refresh()
    }
  }
  const enter = async (id: string, erpNumber: string) => {
    await api.post('/api/Erp/MarkEntered', { id, erpNumber })
    notifyDone(t('panel.erp.enteredDone', { number: erpNumber }))
    await refresh()
  }
  const markGone = async (id: string) => {
    await api.post('/api/Erp/MarkGone', { id })
    notifyDone(t('panel.erp.goneDone'))
    await refresh()
  }
  return { button, retry, retrySame, hold, enter, markGone }
}

function chunk(ids: string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / maxOrdersPerCall) }, (_, index) =>
    ids.slice(index * maxOrdersPerCall, (index + 1) * maxOrdersPerCall),
  )
}
