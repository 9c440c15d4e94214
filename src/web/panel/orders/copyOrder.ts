import { v7 as uuidv7 } from 'uuid'
import type { OrderDetail } from '#shared/orders.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'

/** Ids of one call at most. */
const mostIds = 1000

/** How many lines are in the draft, and what the customer cannot have any more, by its name. */
export type Copied = { count: number; missing: string[] }

/** Keeps the lines of an order as a draft for a customer, at their prices of today. Without any, none is kept. */
export async function copyOrder(order: OrderDetail, currAccCode: string): Promise<Copied> {
  const { orderType } = order
  const offered = await pricesOf(
    order.lines.map(({ productId }) => productId),
    { orderType, currAccCode },
  )
  const lines = order.lines.flatMap(({ productId, qty }) => {
    const price = offered.get(productId)
    return price ? [{ productId, qty, ...price }] : []
  })
  const missing = order.lines
    .filter(({ productId }) => !offered.has(productId))
    .map(({ itemCode, colorCode, itemDim1Code, lotCode }) =>
      [itemCode, colorCode, itemDim1Code || lotCode].filter(Boolean).join(' '),
    )
  if (lines.length > 0) {
    const isSame = currAccCode === order.currAccCode
    await api.post('/api/Shop/SaveDraft', {
      id: uuidv7(),
      name: t('panel.order.copyName', { number: order.orderNumber }),
      isShared: false,
      orderType,
      currAccCode,
      ...(isSame && order.subCurrAccId ? { subCurrAccId: order.subCurrAccId } : {}),
      salesPersonCode: isSame ? order.salesPersonCode : await agentOf(currAccCode),
      description: '',
      lines,
    })
  }
  return { count: lines.length, missing }
}

type Price = { unitPrice: number; priceCurrencyCode: string }

async function pricesOf(
  ids: string[],
  whose: { orderType: OrderDetail['orderType']; currAccCode: string },
): Promise<Map<string, Price>> {
  const prices = new Map<string, Price>()
  for (let at = 0; at < ids.length; at += mostIds) {
    const asked = { ids: ids.slice(at, at + mostIds), ...whose }
    for (const { items } of (await api.post('/api/Shop/GetProductsByIds', asked)).data) {
      for (const { productId, unitPrice, currencyCode } of items) {
        if (unitPrice === undefined || currencyCode === undefined) continue
        prices.set(productId, { unitPrice, priceCurrencyCode: currencyCode })
      }
    }
  }
  return prices
}

/** The agent whose the customer is; '' where they have none. */
async function agentOf(currAccCode: string): Promise<string> {
  const { data } = await api.get('/api/Shop/GetShopSalesPerson', { currAccCode })
  return data[0]?.salesPersonCode ?? ''
}
