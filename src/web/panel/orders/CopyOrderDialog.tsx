import { Button, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import type { OrderDetail } from '#shared/orders/orders.ts'
import { priceBasket } from '#shared/pricing/pricing.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { variantLabel } from '#web/sizes.ts'
import { Dialog } from '../Dialog.tsx'
import { inParts } from '../inParts.ts'
import { fetchRules } from './buyersRules.ts'
import { CustomerSelect } from './CustomerSelect.tsx'

/** Copies the order into a draft at today's prices, for any customer. Leaves the shop's open cart alone. */
export function CopyOrderDialog({ order, onClose }: { order: OrderDetail; onClose: () => void }) {
  const [customer, setCustomer] = useState<string | undefined>(order.currAccCode)
  const copy = useMutation({
    networkMode: 'always',
    mutationFn: (currAccCode: string) => copyOrder(order, currAccCode),
  })
  const result = copy.data
  return (
    <Dialog
      title={t('panel.order.copyTitle', { number: order.orderNumber })}
      error={copy.error?.message}
      action={
        result
          ? undefined
          : {
              text: t('panel.order.copyMake'),
              // The customer select would open its options.
              'data-autofocus': true,
              loading: copy.isPending,
              disabled: !customer,
              onClick: () => customer && copy.mutate(customer),
            }
      }
      link={
        result !== undefined &&
        result.count > 0 && (
          <Button component="a" href="/shop/drafts" data-autofocus>
            {t('panel.order.toDrafts')}
          </Button>
        )
      }
      onClose={onClose}
    >
      {result ? (
        <Done result={result} />
      ) : (
        <Stack gap="sm">
          <Text>{t('panel.order.copyText')}</Text>
          <CustomerSelect label={t('order.customer')} value={customer} onChange={setCustomer} />
        </Stack>
      )}
    </Dialog>
  )
}

function Done({ result: { count, missing } }: { result: CopyResult }) {
  return (
    <div role="status">
      <Text>{count > 0 ? t('panel.order.copyDone', { count }) : t('panel.order.copyNothing')}</Text>
      {missing.length > 0 && (
        <>
          <Text mt="xs">{t('panel.order.copyMissing', { count: missing.length })}</Text>
          <ul>
            {missing.slice(0, 10).map((name) => (
              <li key={name}>
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

const maxIdsPerCall = 1000

/** `missing` names what the customer cannot buy. */
type CopyResult = { count: number; missing: string[] }

/** Saves a draft at today's prices; none if no line is available. */
async function copyOrder(order: OrderDetail, currAccCode: string): Promise<CopyResult> {
  const { orderType } = order
  const [prices, rules] = await Promise.all([
    fetchPrices(
      order.lines.map(({ productId }) => productId),
      { orderType, currAccCode },
    ),
    fetchRules(currAccCode, ''),
  ])
  const offered = order.lines.flatMap((line) => {
    const price = prices.get(line.productId)
    return price
      ? [{ ...line, ...price, listPrice: price.unitPrice, currencyCode: price.priceCurrencyCode }]
      : []
  })
  const net = priceBasket(offered, rules)
  const lines = offered.map(({ productId, qty, unitPrice, priceCurrencyCode }, index) => {
    const netPrice = net[index]?.unitPrice
    const line = { productId, qty, unitPrice, priceCurrencyCode }
    return netPrice === unitPrice ? line : { ...line, netPrice }
  })
  const missing = order.lines
    .filter(({ productId }) => !prices.has(productId))
    .map((line) => [line.itemCode, line.colorCode, variantLabel(line)].filter(Boolean).join(' '))
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
  for (const part of inParts(ids, maxIdsPerCall)) {
    for (const { items } of (await api.post('/api/Shop/GetProductsByIds', { ids: part, ...buyer })).data) {
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
