import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { pages } from '#shared/pages.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { useMayOpen } from '../access.ts'

/** What a page of the panel shows: an order, a customer or a product. */
export type FoundRecord = { title: string; link: LinkProps }
export type RecordGroup = { group: string; records: FoundRecord[] }

const shortestText = 2
const perGroup = 5

/** Orders, customers and products whose number, code or name has the text, of those that the user may open. */
export function useRecordSearch(text: string): RecordGroup[] {
  const may = {
    orders: useMayOpen(pages.orders),
    customers: useMayOpen(pages.customers),
    products: useMayOpen(pages.products),
  }
  const search = text.trim().slice(0, 100)
  const { data } = useQuery({
    queryKey: ['recordSearch', search],
    enabled: search.length >= shortestText,
    staleTime: 10_000,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const groups = await Promise.all([
        may.orders ? findOrders(search, signal) : [],
        may.customers ? findCustomers(search, signal) : [],
        may.products ? findProducts(search, signal) : [],
      ])
      const [orders, customers, products] = groups
      const others = [
        { group: t('panel.customers'), records: customers },
        { group: t('panel.products'), records: products },
      ]
      const foundOrders = { group: t('panel.orders'), records: orders }
      // Digits are most likely an order's number; a name finds its customer before the customer's orders.
      return /^\d+$/.test(search) ? [foundOrders, ...others] : [...others, foundOrders]
    },
  })
  if (search.length < shortestText || !data) return []
  return data.filter(({ records }) => records.length > 0)
}

async function findOrders(text: string, signal: AbortSignal): Promise<FoundRecord[]> {
  const { data } = await api.post('/api/Shop/GetOrders', { text, page: 1, limit: perGroup }, { signal })
  return data.items.map(({ id, orderNumber, customer }) => ({
    title: `${orderNumber} · ${customer}`,
    link: { to: '/siparisler/$orderId', params: { orderId: id } } as LinkProps,
  }))
}

async function findCustomers(search: string, signal: AbortSignal): Promise<FoundRecord[]> {
  const { data } = await api.post(
    '/api/Account/GetCustomerList',
    { search, page: 1, limit: perGroup },
    { signal },
  )
  return data.items.map(({ id, currAccCode, currAccDescription }) => ({
    title: `${currAccDescription} · ${currAccCode}`,
    link: { to: '/customer/account/$id', params: { id } } as LinkProps,
  }))
}

async function findProducts(search: string, signal: AbortSignal): Promise<FoundRecord[]> {
  const { data } = await api.post('/api/Shop/GetProducts', { search, limit: 4 * perGroup }, { signal })
  // Each item once, whatever its colours.
  const items = new Map(data.items.map(({ itemCode, itemDescription }) => [itemCode, itemDescription]))
  return [...items].slice(0, perGroup).map(([itemCode, name]) => ({
    title: `${name} · ${itemCode}`,
    link: { to: '/panel-urunler/edit/$itemCode', params: { itemCode } } as LinkProps,
  }))
}
