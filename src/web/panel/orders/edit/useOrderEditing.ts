import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Product } from '#shared/catalogue.ts'
import type { OrderDetail } from '#shared/orders.ts'
import { api, CallFailed } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import type { FormErrors, RecordForm } from '../../form/useRecordForm.ts'
import { useClosePage } from '../../shell/useTabActions.ts'
import { orderQuery } from '../orderQuery.ts'
import { offersOf } from './offers.ts'
import {
  amendmentOf,
  changedMeanwhile,
  draftOf,
  isChanged,
  itemsOfDraft,
  nameOf,
  type OrderDraft,
  qtyOf,
  rebased,
  withAllOffers,
  withOffers,
  withProblems,
  withQty,
} from './orderDraft.ts'

/** What somebody else has made of the order meanwhile. */
export type Overtaken = { order: OrderDetail; changes: string[] }

/** An order under the hands of somebody of the office. What has been typed stays, whatever becomes of a save. */
export function useOrderEditing(order: OrderDetail) {
  const queries = useQueryClient()
  const close = useClosePage()
  const [draft, setDraft] = useState(() => draftOf(order))
  const [isSaving, setIsSaving] = useState(false)
  const [elsewhere, setElsewhere] = useState<FormErrors>()
  const [overtaken, setOvertaken] = useState<Overtaken>()
  const now = useRef(draft)
  useEffect(() => {
    now.current = draft
  }, [draft])
  const offers = useRef<Promise<Product[] | undefined>>(undefined)
  useEffect(() => {
    offers.current = offersOf(order.lines, order).catch((error: unknown) => {
      // Whoever saves all the same is judged by the server.
      notifyFailure(error)
      return undefined
    })
    void offers.current.then((products) => products && setDraft((before) => withAllOffers(before, products)))
  }, [order])

  const refused = async (error: unknown) => {
    if (!(error instanceof CallFailed)) throw error
    if (error.code === 'record.changed') {
      const { data } = await api.get('/api/Shop/GetOrderById', { id: order.orderId })
      setOvertaken({ order: data, changes: changedMeanwhile(now.current, data) })
      return
    }
    const names = error.lines.map(({ productId }) => now.current.known.get(productId))
    setDraft((before) => withProblems(before, error.code ?? '', error.lines))
    setElsewhere({ message: error.message, texts: names.flatMap((item) => (item ? [nameOf(item)] : [])) })
  }
  const save = async () => {
    if (isSaving || !isChanged(now.current)) return
    setIsSaving(true)
    const products = await offers.current
    const isKnown = now.current.isOffered || !products
    const whole = isKnown ? now.current : withAllOffers(now.current, products)
    const problem = problemOf(whole)
    setElsewhere(problem)
    if (problem) {
      setIsSaving(false)
      return
    }
    try {
      await api.post('/api/Shop/PostShopCart', amendmentOf(whole))
      now.current = draftOf(order)
      for (const key of ['orders', 'orderHistory']) void queries.invalidateQueries({ queryKey: [key] })
      await queries.fetchQuery({ ...orderQuery(order.orderId), staleTime: 0 })
      notifyDone(t('panel.form.saved'))
      await close({ to: '/siparisler/$orderId', params: { orderId: order.orderId } })
    } catch (error) {
      await refused(error).catch((reason: unknown) =>
        setElsewhere({ message: reason instanceof Error ? reason.message : String(reason), texts: [] }),
      )
    }
    setIsSaving(false)
  }
  const form: RecordForm = {
    attach: () => {},
    isSaving,
    hasChanges: isChanged(draft),
    canSave: isChanged(draft),
    problemCount: 0,
    formErrors: elsewhere,
    hasChangesNow: () => isChanged(now.current),
    submit: () => void save(),
    discard: () => setDraft((before) => draftOf(before.order)),
  }
  return {
    form,
    draft,
    setDraft,
    overtaken,
    /** Goes on upon the order as somebody else has left it. */
    takeOver: () => {
      if (!overtaken) return
      setDraft((before) => rebased(before, overtaken.order))
      setOvertaken(undefined)
    },
    /** Brings products into the order's grid, and where a size or lot is named, one more of it. */
    bring: (products: Product[], productId?: string) =>
      setDraft((before) => {
        const known = withOffers(before, products)
        return productId ? withQty(known, productId, qtyOf(known, productId) + 1) : known
      }),
  }
}

/** Why a draft cannot be sent. */
function problemOf(draft: OrderDraft): FormErrors | undefined {
  const items = itemsOfDraft(draft)
  if (items.every(({ qty }) => qty === 0)) return { message: t('panel.order.noLinesLeft'), texts: [] }
  if (!draft.said.salesPersonCode) return { message: t('error.order.agentRequired'), texts: [] }
  const wrong = items.filter(({ problem }) => problem)
  if (wrong.length === 0) return undefined
  return {
    message: t('panel.order.linesWrong', { count: wrong.length }),
    texts: wrong.map((item) => `${nameOf(item)}: ${textOf(item)}`),
  }
}

/** What is wrong with the quantity of a size or lot. */
export function textOf({ problem, most }: { problem?: 'gone' | 'short'; most: number }): string {
  return problem === 'gone'
    ? t('panel.order.onlyOrdered', { count: most })
    : t('cart.onlyLeft', { count: most })
}
