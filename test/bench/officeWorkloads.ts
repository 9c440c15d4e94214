import { addDays, dayOf } from '#shared/clock.ts'
import type { Shop } from './seed.ts'
import type { Workload } from './workloads.ts'

/** Pages of 20 of the office's lists, and its figures of 30 days. `orderCount`: as seeded. */
export function officeWorkloads(shop: Shop, orderCount: number): Workload[] {
  const list = (url: string, kind: string) => (what: string, payload: object) => ({
    title: `${kind}: ${what}`,
    isOffice: true as const,
    call: () => ({ method: 'POST' as const, url, payload: { page: 1, limit: 20, ...payload } }),
  })
  const figures = (title: string, path: string, query: Record<string, string> = {}) => ({
    title,
    isOffice: true as const,
    call: () => ({ method: 'GET' as const, url: `/api/Shop/${path}?${new URLSearchParams(query)}` }),
  })
  const orders = list('/api/Shop/GetOrders', 'Orders')
  const products = list('/api/Shop/GetProducts', 'Products')
  const customers = list('/api/Account/GetCustomerList', 'Customers')
  const [brandId] = shop.brands
  const today = dayOf(new Date(), 'Europe/Istanbul')
  const month = { from: addDays(today, -29), to: today }
  const agoIso = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  return [
    { ...orders('newest first', {}), isMain: true },
    orders('page 400', { page: 400 }),
    orders('by customer', { sort: 'customer', order: 'asc' }),
    orders('by amount', { sort: 'amount' }),
    orders('by day of transfer', { sort: 'transferedDate' }),
    orders('a number', { text: String(5000 + Math.floor(orderCount / 2)) }),
    orders('words of a customer', { text: 'inci moda' }),
    orders('words of nobody', { text: 'zzzz' }),
    orders('of one customer', { customer: '200.77' }),
    orders('of a brand, by amount', { brandId, sort: 'amount' }),
    { ...orders('of a month', { dateFrom: agoIso(60), dateTo: agoIso(30) }), isMain: true },
    orders('cancelled', { state: 'cancelled' }),
    orders('not transferred', { transfer: false }),
    customers('by name', {}),
    customers('by code', { sort: 'currAccCode' }),
    customers('words', { search: 'inci moda' }),
    products('by code', { sort: 'itemCode', order: 'asc' }),
    products('by code, page 100', { sort: 'itemCode', order: 'asc', page: 100 }),
    { ...products('by name', { sort: 'itemDescription', order: 'asc' }), isMain: true },
    products('by brand', { sort: 'brandName', order: 'asc' }),
    products('last changed first', { sort: 'updatedDate', order: 'desc' }),
    products('of a category', { categoryId: shop.leaves[3] }),
    products('words', { search: 'model 123' }),
    products('a barcode', { search: shop.variants[0]?.barcode }),
    products('sold out', { inStock: false }),
    products('without a photo', { missing: 'photo' }),
    products('without a price', { missing: 'price' }),
    { ...figures('Dashboard: today', 'GetDashboard'), isMain: true },
    { ...figures('Dashboard: sales of 30 days', 'GetSales', month), isMain: true },
    ...['brand', 'agent', 'customer'].map((by) =>
      figures(`Dashboard: sales of 30 days by ${by}`, 'GetSalesBy', { ...month, by }),
    ),
    figures('Dashboard: best sellers of 30 days', 'GetBestSellers', month),
    figures('Dashboard: low stock', 'GetLowStock'),
    figures('Dashboard: quiet customers', 'GetQuietCustomers'),
  ]
}
