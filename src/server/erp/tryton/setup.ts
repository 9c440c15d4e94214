import { z } from 'zod'
import type { TrytonSettings } from '#shared/erp/tryton.ts'
import { ErpError } from '../connector.ts'
import type { Work } from '../kit/program.ts'
import { findByName, idRow } from '../kit/records.ts'
import { number, optionalNumber, type Tryton, text } from './client.ts'

/** Takes the orders of one currency. */
export type Shop = {
  id: number
  name: string
  companyId: number
  currencyId: number
  currencyCode: string
  warehouseId: number | null
}

/** What the settings name. */
export type Setup = {
  shops: Shop[]
  storageIds: number[]
  priceLists: { priceGroup: string; id: number | null }[]
  /** Company and guest parties, no customers. */
  ownPartyIds: number[]
}

export type At = Work<TrytonSettings, Tryton, Setup>

const shopRow = z.object({
  id: number,
  name: text,
  company: number,
  'company.': z.object({ party: number }),
  currency: number,
  'currency.': z.object({ code: text }),
  warehouses: z.array(number),
  guest_party: optionalNumber,
})
const warehouseRow = z.object({ id: number, name: text, code: text, storage_location: number })
const listRow = z.object({ id: number, name: text })

export async function resolve(tryton: Tryton, settings: TrytonSettings): Promise<Setup> {
  const [found, warehouses, lists] = await Promise.all([
    tryton.search('web.shop', shopRow, []),
    tryton.search('stock.location', warehouseRow, [['type', '=', 'warehouse']]),
    settings.priceLists.length > 0 ? tryton.search('product.price_list', listRow, []) : [],
    // Fails here, instead of per order, without access to sales.
    tryton.search('sale.sale', idRow, [['id', '=', 0]]),
  ])
  const named = <Row extends { id: number; name: string }>(what: string, rows: Row[], name: string) =>
    findByName(rows, name, { program: 'Tryton', what })
  const shops =
    settings.shops.length > 0 ? settings.shops.map((name) => named('web shop', found, name)) : found
  const warehouse = settings.warehouse === '' ? undefined : named('warehouse', warehouses, settings.warehouse)
  const used = shops.flatMap((shop) => (warehouse ? [warehouse.id] : shop.warehouses))
  const storages = warehouses.filter(({ id }) => used.includes(id)).map((row) => row.storage_location)
  const ownParties = found.flatMap(({ 'company.': { party }, guest_party: guest }) => [party, guest ?? party])
  return {
    shops: shops.map((shop) => ({
      id: shop.id,
      name: shop.name,
      companyId: shop.company,
      currencyId: shop.currency,
      currencyCode: shop['currency.'].code,
      warehouseId: warehouse?.id ?? shop.warehouses[0] ?? null,
    })),
    storageIds: [...new Set(storages)],
    priceLists: settings.priceLists.map(({ priceGroup, priceList }) => ({
      priceGroup,
      id: named('price list', lists, priceList).id,
    })),
    ownPartyIds: [...new Set(ownParties)],
  }
}

export function shopOf({ shops }: Setup, currencyCode: string): Shop {
  const [shop, second] = shops.filter((one) => one.currencyCode === currencyCode)
  if (!shop) throw new ErpError('rejected', `Tryton has no web shop that sells in ${currencyCode}`)
  if (second) {
    const names = `${shop.name}, ${second.name}`
    throw new ErpError(
      'rejected',
      `Several web shops in Tryton sell in ${currencyCode}: ${names}. Choose one of them`,
    )
  }
  return shop
}
