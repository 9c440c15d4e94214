import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { useErpDeeds } from './useErpDeeds.ts'

/** Orders of one call at most. */
const mostAtOnce = 200

/** What the office does with orders on their way to the ERP. */
export function useTransferDeeds() {
  const { busy, once, refresh } = useErpDeeds()
  const retryAll = async (ids: string[]) => {
    let queued = 0
    for (const some of inParts(ids)) queued += (await api.post('/api/Erp/Retry', { ids: some })).data.queued
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
      for (const some of inParts(ids)) held += (await api.post('/api/Erp/Hold', { ids: some })).data.held
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
  const sayGone = async (id: string) => {
    await api.post('/api/Erp/MarkGone', { id })
    notifyDone(t('panel.erp.goneDone'))
    await refresh()
  }
  return { busy, once, retry, retrySame, hold, enter, sayGone }
}

function inParts(ids: string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / mostAtOnce) }, (_, index) =>
    ids.slice(index * mostAtOnce, (index + 1) * mostAtOnce),
  )
}
