import { randomUUIDv7 } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { openAs } from './openAs.ts'
import { adminToken, call } from './people.ts'
import { texts } from './shop.ts'

export type Placed = { orderId: string; orderNumber: string; guidKey: string }
type Item = { productId: string; unitPrice?: number; currencyCode?: string }
type Link = { kind: string; settings: object; version: number }

export function erpOffice(tenant: string) {
  const ask = async <Answer>(path: string, input?: object) =>
    call<Answer>(tenant, path, input, await adminToken(tenant))

  /** Places an order of type Season, which takes no stock. */
  const place = async (): Promise<Placed> => {
    type Customers = { data: { currAccCode: string; salesPersonCode: string }[] }
    const { data: customers } = await ask<Customers>('/api/Shop/GetCustomers')
    const { data: home } = await ask<{ data: { brands: { brandId: string }[] } }>('/api/Shop/GetShopHome')
    for (const { currAccCode, salesPersonCode } of customers.filter((one) => one.salesPersonCode)) {
      for (const { brandId } of home.brands) {
        const wanted = { brandId, currAccCode, orderType: 'Season', limit: 10 }
        type Found = { data: { products: { items: Item[] }[] } }
        const { data } = await ask<Found>('/api/Shop/GetCategoryProducts', wanted)
        const item = data.products.flatMap(({ items }) => items).find(({ unitPrice }) => unitPrice)
        if (!item) continue
        const { productId, unitPrice, currencyCode: priceCurrencyCode } = item
        const lines = [{ productId, qty: 1, unitPrice, priceCurrencyCode }]
        const order = { guidKey: randomUUIDv7(), orderType: 'Season', currAccCode, salesPersonCode, lines }
        return ask<Placed>('/api/Shop/PostShopCart', order)
      }
    }
    throw new Error('Nothing is offered to any customer')
  }

  /** It must be off at the end, since other tests order from this tenant. */
  const setLinkActive = async (isOn: boolean): Promise<void> => {
    const { data } = await ask<{ data: { link?: Link } }>('/api/Erp/GetLink')
    if (!data.link) return
    const { kind, settings, version } = data.link
    await ask('/api/Erp/SaveLink', { kind, settings, version, isAutomatic: isOn })
    await ask('/api/Erp/Pause', { isPaused: !isOn })
  }

  const stateOf = async ({ orderId }: Placed): Promise<string> => {
    type Answer = { data: { transfer: { state: string } } }
    return (await ask<Answer>(`/api/Erp/GetOrderTransfer?id=${orderId}`)).data.transfer.state
  }

  const openErp = async (page: Page, search = '', language: 'en' | 'ar' = 'en'): Promise<void> => {
    await openAs(page, 'admin', tenant, `/erp/index${search}`, language)
    await expect(page.getByRole('navigation', { name: texts[language]['panel.erp'] })).toBeVisible()
  }
  return { ask, place, work: setLinkActive, stateOf, openErp }
}
