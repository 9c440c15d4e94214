import { v7 as uuidv7 } from 'uuid'
import type { OrderDetail } from '#shared/orders.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'

const maxIdsPerCall = 1000

/** `missing` names what the customer cannot buy. */
export type CopyResult = { count: number; missing: string[] }

/** Saves a draft at today's prices; none if no line is available. */
export async function copyOrder(order: OrderDetail, currAccCode: string): Promise<CopyResult> {
  const { orderType } = order
  const prices = await fetchPrices(
    order.lines.map(({ productId }) => productId),
    { orderType, currAccCode },
  )
  const lines = order.lines.flatMap(({ productId, qty }) => {
    const price = prices.get(productId)
    return price ? [{ productId, qty, ...price }] : []
  })
  const missing = order.lines
    .filter(({ productId }) => !prices.has(productId))
    .map(({ itemCode, colorCode, itemDim1Code, lotCode }) =>
      [itemCode, colorCode, itemDim1Code || lotCode].filter(Boolean).join(' '),
    )
  if (lines.length > 0) {
    const isSameCustomer = currAccCode === order.currAccCode
    await api.post('/api/Shop/SaveDraft', {
      id: uuidv7(),
      name: t('panel.order.copyName', { number: order.orderNumber }),
      isShared: false,
      orderType,
      currAccCode,
      ...(isSameCustomer && order.subCurrAccId ? { subCurrAccId: order.subCurrAccId } : {}),
      salesPersonCode: isSameCustomer ? order.salesPersonCode : await fetchAgentCode(currAccCode),
      description: '',
      lines,
    })
  }
  return { count: lines.length, missing }
}

type Price = { unitPrice: number; priceCurrencyCode: string }

async function fetchPrices(
  ids: string[],
  buyer: { orderType: OrderDetail['orderType']; currAccCode: string },
): Promise<Map<string, Price>> {
  const prices = new Map<string, Price>()
  for (let start = 0; start < ids.length; start += maxIdsPerCall) {
    const request = { ids: ids.slice(start, start + maxIdsPerCall), ...buyer }
    for (const { items } of (await api.post('/api/Shop/GetProductsByIds', request)).data) {
      for (const { productId, unitPrice, currencyCode } of items) {
        if (unitPrice === undefined || currencyCode === undefined) continue
        prices.set(productId, { unitPrice, priceCurrencyCode: currencyCode })
      }
    }
  }
  return prices
}

/** The customer's agent, or ''. */
async function fetchAgentCode(currAccCode: string): Promise<string> {
  const { data } = await api.get('/api/Shop/GetShopSalesPerson', { currAccCode })
  return data[0]?.salesPersonCode ?? ''
}
