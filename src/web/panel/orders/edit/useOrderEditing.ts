import { useEffect, useRef, useState } from 'react'
import type { Product } from '#shared/catalogue/catalogue.ts'
import type { OrderDetail } from '#shared/orders/orders.ts'
import { api, CallFailed } from '#web/api.ts'
import { brokenLimitText } from '#web/brokenLimitWords.ts'
import { t } from '#web/i18n.ts'
import { mergeProducts, productKey } from '#web/mergeProducts.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { queryClient } from '#web/queryClient.ts'
import { settings } from '#web/settings.ts'
import type { FormErrors, RecordForm } from '../../form/useRecordForm.ts'
import { refetch } from '../../refetch.ts'
import { useClosePage } from '../../shell/useTabActions.ts'
import { fetchRules } from '../buyersRules.ts'
import { orderQuery } from '../orderQuery.ts'
import {
  amendmentOf,
  describeChanges,
  draftOf,
  hasDiscount,
  isChanged,
  itemsOfDraft,
  nameOf,
  type OrderDraft,
  qtyOf,
  rebase,
  withAllOffers,
  withOffers,
  withProblems,
  withQty,
} from './orderDraft.ts'

const fetchRulesOf = ({ currAccCode, campaignCode }: OrderDetail) => fetchRules(currAccCode, campaignCode)

export type EditConflict = { order: OrderDetail; changes: string[] }

/** State of the order editor. A failed save keeps what was typed. */
export function useOrderEditing(order: OrderDetail) {
  const close = useClosePage()
  const [draft, setDraft] = useState(() => draftOf(order))
  const [isSaving, setIsSaving] = useState(false)
  const [formErrors, setFormErrors] = useState<FormErrors>()
  const [conflict, setConflict] = useState<EditConflict>()
  const [needsReason, setNeedsReason] = useState(order.overrideReason !== '')
  const draftRef = useRef(draft)
  useEffect(() => {
    draftRef.current = draft
  }, [draft])
  const offers = useRef<Promise<Product[] | undefined>>(undefined)
  useEffect(() => {
    const loading = Promise.all([fetchOffers(order.lines, order), fetchRulesOf(order)])
    const loaded = loading.catch((error: unknown) => {
      // Saving stays possible; the server checks it.
      notifyFailure(error)
      return undefined
    })
    offers.current = loaded.then((found) => found?.[0])
    void loaded.then(
      (found) => found && setDraft((current) => withAllOffers({ ...current, rules: found[1] }, found[0])),
    )
  }, [order])

  const showRejection = async (error: unknown) => {
    if (!(error instanceof CallFailed)) throw error
    if (error.code === 'record.changed') {
      const { data } = await api.get('/api/Shop/GetOrderById', { id: order.orderId })
      setConflict({ order: data, changes: describeChanges(draftRef.current, data) })
      return
    }
    if (error.code === 'order.priceChanged') {
      const rules = await fetchRulesOf(order)
      setDraft((current) => ({ ...current, rules }))
    }
    setNeedsReason((before) => before || error.brokenLimits.length > 0)
    const names = error.lines.map(({ productId }) => draftRef.current.items.get(productId))
    setDraft((current) => withProblems(current, error.code ?? '', error.lines))
    const texts = [
      ...names.flatMap((item) => (item ? [nameOf(item)] : [])),
      ...error.brokenLimits.map((brokenLimit) =>
        brokenLimitText(brokenLimit, [...draftRef.current.items.values()]),
      ),
    ]
    setFormErrors({ message: error.message, texts })
  }
  const save = async () => {
    if (isSaving || !isChanged(draftRef.current)) return
    setIsSaving(true)
    const products = await offers.current
    const hasLatestOffers = draftRef.current.hasOffers || !products
    const draftToSave = hasLatestOffers ? draftRef.current : withAllOffers(draftRef.current, products)
    const problem = problemOf(draftToSave)
    setFormErrors(problem)
    if (problem) {
      setIsSaving(false)
      return
    }
    try {
      const { lowered } = await api.post('/api/Shop/PostShopCart', amendmentOf(draftToSave))
      if (lowered) notifyDone(t('cart.pricesLowered', { count: lowered.length }))
      draftRef.current = draftOf(order)
      void refetch('orders', 'orderHistory')
      await queryClient.fetchQuery({ ...orderQuery(order.orderId), staleTime: 0 })
      notifyDone(t('panel.form.saved'))
      await close({ to: '/siparisler/$orderId', params: { orderId: order.orderId } })
    } catch (error) {
      await showRejection(error).catch((reason: unknown) =>
        setFormErrors({ message: reason instanceof Error ? reason.message : String(reason), texts: [] }),
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
    formErrors,
    hasChangesNow: () => isChanged(draftRef.current),
    submit: () => void save(),
    discard: () => setDraft((current) => draftOf(current.order)),
  }
  return {
    form,
    draft,
    setDraft,
    conflict,
    /** Whether quantities go against rules, which the office may with a reason. */
    needsReason,
    /** Continues from the newer version. */
    rebaseDraft: () => {
      if (!conflict) return
      setDraft((current) => rebase(current, conflict.order))
      setConflict(undefined)
    },
    /** Shows products in the grid; adds one unit of `productId` if given. */
    addProducts: (products: Product[], productId?: string) =>
      setDraft((current) => {
        const known = withOffers(current, products)
        return productId ? withQty(known, productId, qtyOf(known, productId) + 1) : known
      }),
  }
}

function problemOf(draft: OrderDraft): FormErrors | undefined {
  const items = itemsOfDraft(draft)
  if (items.every(({ qty }) => qty === 0)) return { message: t('panel.order.noLinesLeft'), texts: [] }
  if (!draft.header.salesPersonCode) return { message: t('error.order.agentRequired'), texts: [] }
  if (settings.discountReasonRequired && hasDiscount(draft) && draft.header.discountReason.trim() === '')
    return { message: t('panel.order.discountReasonMissing'), texts: [] }
  const wrong = items.filter(({ problem }) => problem)
  if (wrong.length === 0) return undefined
  return {
    message: t('panel.order.linesWrong', { count: wrong.length }),
    texts: wrong.map((item) => `${nameOf(item)}: ${problemText(item)}`),
  }
}

export function problemText({ problem, maxQty }: { problem?: 'gone' | 'short'; maxQty: number }): string {
  return problem === 'gone'
    ? t('panel.order.onlyOrdered', { count: maxQty })
    : t('cart.onlyLeft', { count: maxQty })
}

export type Buyer = Pick<OrderDetail, 'currAccCode' | 'orderType'>
type ProductKey = Pick<Product, 'itemCode' | 'colorCode'>

/** Products with all sizes and lots at today's offer. Leaves out products that are not offered. */
export async function fetchOffers(keys: ProductKey[], { currAccCode, orderType }: Buyer): Promise<Product[]> {
  const keysByRow = new Map(keys.map((key) => [productKey(key), key]))
  if (keysByRow.size === 0) return []
  const lines = [...keysByRow.values()].map(({ itemCode, colorCode }) => ({
    code: itemCode,
    ...(colorCode ? { colorCode } : {}),
    qty: 1,
  }))
  const { products } = (await api.post('/api/Shop/CheckOrderLines', { lines, currAccCode, orderType })).data
  return mergeProducts(products).filter((product) => keysByRow.has(productKey(product)))
}
