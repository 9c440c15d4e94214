import { z } from 'zod'
import { ErpError } from '#server/erp/connector.ts'
import type { TrytonSettings } from '#shared/erp/tryton.ts'
import { number, optionalNumber, text } from './replies.ts'
import type { Session } from './session.ts'

/** Takes the orders of one currency. */
export type Shop = {
  id: number
  name: string
  companyId: number
  currencyId: number
  currencyCode: string
  warehouseId: number | null
}

export type ResolvedSettings = {
  shops: Shop[]
  storageIds: number[]
  priceLists: { priceGroup: string; id: number | null }[]
  /** Company and guest parties, no customers. */
  ownPartyIds: number[]
}

const shopRows = z.array(
  z.object({
    id: number,
    name: text,
    company: number,
    'company.': z.object({ party: number }),
    currency: number,
    'currency.': z.object({ code: text }),
    warehouses: z.array(number),
    guest_party: optionalNumber,
  }),
)
const shopFields = [
  'name',
  'company',
  'company.party',
  'currency',
  'currency.code',
  'warehouses',
  'guest_party',
]
const warehouseRows = z.array(z.object({ id: number, name: text, code: text, storage_location: number }))
const listRows = z.array(z.object({ id: number, name: text }))

/** Looks up the names in the settings. Throws `auth` for a missing one: a person must fix it. */
export async function resolveSettings(
  session: Session,
  settings: TrytonSettings,
  signal: AbortSignal,
): Promise<ResolvedSettings> {
  const search = <Schema extends z.ZodType>(
    model: string,
    fields: string[],
    domain: unknown[],
    rows: Schema,
  ) =>
    session.call(`model.${model}.search_read`, [domain, 0, null, [['id', 'ASC']], fields], rows, { signal })
  try {
    const [found, warehouses, lists] = await Promise.all([
      search('web.shop', shopFields, [], shopRows),
      search(
        'stock.location',
        ['name', 'code', 'storage_location'],
        [['type', '=', 'warehouse']],
        warehouseRows,
      ),
      settings.priceLists.length > 0 ? search('product.price_list', ['name'], [], listRows) : [],
      // Fails here, instead of per order, without access to sales.
      search('sale.sale', ['number'], [['id', '=', 0]], listRows),
    ])
    const shops =
      settings.shops.length > 0 ? settings.shops.map((name) => findByName('web shop', found, name)) : found
    const wantedWarehouse = settings.warehouse
    const warehouse =
      wantedWarehouse === '' ? undefined : findByName('warehouse', warehouses, wantedWarehouse)
    const used = shops.flatMap((shop) => (warehouse ? [warehouse.id] : shop.warehouses))
    return {
      shops: shops.map((shop) => ({
        id: shop.id,
        name: shop.name,
        companyId: shop.company,
        currencyId: shop.currency,
        currencyCode: shop['currency.'].code,
        warehouseId: warehouse?.id ?? shop.warehouses[0] ?? null,
      })),
      storageIds: [
        ...new Set(warehouses.filter(({ id }) => used.includes(id)).map((row) => row.storage_location)),
      ],
      priceLists: settings.priceLists.map(({ priceGroup, priceList }) => ({
        priceGroup,
        id: findByName('price list', lists, priceList).id,
      })),
      ownPartyIds: [
        ...new Set(
          found.flatMap((shop) => [shop['company.'].party, shop.guest_party ?? shop['company.'].party]),
        ),
      ],
    }
  } catch (error) {
    // About our access, not about an order.
    if (error instanceof ErpError && error.errorClass === 'rejected') {
      throw new ErpError('auth', `Tryton does not allow this user to work: ${error.message}`, error.raw)
    }
    throw error
  }
}

export function shopOf({ shops }: ResolvedSettings, currencyCode: string): Shop {
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

function findByName<Row extends { id: number; name: string; code?: string }>(
  what: string,
  rows: Row[],
  name: string,
): Row {
  const row =
    rows.find((one) => one.name === name || (one.code !== undefined && one.code === name)) ??
    rows.find((one) => String(one.id) === name)
  if (!row) throw new ErpError('auth', `Tryton has no ${what} "${name}", or does not show it to this user`)
  return row
}
