import { z } from 'zod'
import { dayOf } from '#shared/clock.ts'
import type { Pulled, PulledCustomer, PulledPrice, PulledProduct, PulledStock } from '../connector.ts'
import { idRow, pullStock as pullStockOf, readAll, readChanges } from '../kit/records.ts'
import { decimal, number, text } from './client.ts'
import { dateOf, minorOf } from './encoding.ts'
import type { At } from './setup.ts'

const partyRow = z.object({
  id: number,
  code: text,
  name: text,
  active: z.boolean(),
  'addresses.': z.array(
    z.object({
      id: number,
      active: z.boolean(),
      party_name: text,
      name: text,
      street: text,
      postal_code: text,
      city: text,
      'country.': z.object({ code: text }).nullish(),
    }),
  ),
  'contact_mechanisms.': z.array(z.object({ active: z.boolean(), type: text, value: text })),
  'identifiers.': z.array(z.object({ code: text })),
  'tax_identifier.': z.object({ code: text }).nullish(),
})

/** Parties with a code, except company and guests: Tryton does not mark customers. */
export async function pullCustomers(
  { client, setup, page }: At,
  cursor: string,
): Promise<Pulled<PulledCustomer>> {
  const source = {
    model: 'party.party',
    row: partyRow,
    domain: [['id', 'not in', setup.ownPartyIds]],
    stamps: {
      '': 'party.party',
      'addresses.': 'party.address',
      'contact_mechanisms.': 'party.contact_mechanism',
    },
  }
  const { rows, ...rest } = await readChanges(client, source, cursor, page)
  return { ...rest, rows: rows.filter(({ code }) => code !== '').map(customerOf) }
}

function customerOf(row: z.output<typeof partyRow>): PulledCustomer {
  const [main, ...others] = row['addresses.'].filter(({ active }) => active)
  const contact = (...types: string[]) =>
    row['contact_mechanisms.'].find(({ active, type }) => active && types.includes(type))?.value ?? ''
  return {
    code: row.code,
    description: row.name,
    email: contact('email'),
    phone: contact('phone', 'mobile'),
    taxNumber: row['tax_identifier.']?.code ?? row['identifiers.'][0]?.code ?? '',
    taxOffice: '',
    address: main?.street ?? '',
    city: main?.city ?? '',
    country: main?.['country.']?.code ?? '',
    currencyCode: '',
    isBlocked: !row.active,
    branches: others.map(({ id, name, party_name, street, postal_code, city }) => ({
      // Must match {@link branchAddress}.
      code: name || String(id),
      companyName: party_name || row.name,
      address: [street, [postal_code, city].filter((part) => part !== '').join(' ')]
        .filter((part) => part !== '')
        .join(', '),
    })),
  }
}

const productRow = z.object({
  id: number,
  code: text,
  active: z.boolean(),
  salable: z.boolean().nullable(),
  'template.': z.object({ name: text, active: z.boolean() }),
})

/** Products with a code. Those not for sale count as archived. */
export async function pullProducts({ client, page }: At, cursor: string): Promise<Pulled<PulledProduct>> {
  const source = {
    model: 'product.product',
    row: productRow,
    domain: [],
    stamps: { '': 'product.product', 'template.': 'product.template' },
  }
  const { rows, ...rest } = await readChanges(client, source, cursor, page)
  const coded = rows.filter(({ code }) => code !== '')
  return {
    ...rest,
    rows: coded.map(({ code, active, salable, 'template.': { name, active: isUsed } }) => ({
      productCode: code,
      name,
      isActive: active && isUsed && salable === true,
    })),
  }
}

const priceRow = z.object({ id: number, code: text, sale_price_uom: decimal.nullable() })

/** Tryton needs about 20 ms per price. */
const maxPricedProducts = 100

/**
 * A page of prices per list and shop currency. Tryton computes them by formulas and daily rates, so each pass reads
 * everything.
 */
export async function pullPrices({ client, setup, page }: At, cursor: string): Promise<Pulled<PulledPrice>> {
  const domain = [
    ['salable', '=', true],
    ['code', '!=', null],
  ]
  const source = { model: 'product.product', row: idRow, domain }
  const limit = { pageSize: Math.min(page.pageSize, maxPricedProducts) }
  const { rows: products, ...rest } = await readAll(client, source, cursor, limit)
  const ids = products.map(({ id }) => id)
  const lists = setup.priceLists.length > 0 ? setup.priceLists : [{ priceGroup: '', id: null }]
  const rows: PulledPrice[] = []
  for (const { priceGroup, id } of ids.length > 0 ? lists : []) {
    for (const { currencyId, currencyCode, companyId } of setup.shops) {
      const context = { company: companyId, currency: currencyId, ...(id === null ? {} : { price_list: id }) }
      // oxlint-disable-next-line no-await-in-loop -- one at a time keeps Tryton responsive for its users
      for (const { code, sale_price_uom: price } of await client
        .as(context)
        .read('product.product', priceRow, ids)) {
        if (!price) continue
        rows.push({ productCode: code, priceGroup, currencyCode, amountMinor: minorOf(price) })
      }
    }
  }
  return { ...rest, rows }
}

const stockRow = z.object({ id: number, code: text, quantity: z.number() })
const moveRow = z.object({ id: number, product: number, internal_quantity: z.number().nullable() })
const touchedRow = z.object({ id: number, product: number })
const factor = z.object({ factor: z.number() })
const saleLineRow = z.object({
  id: number,
  product: number,
  quantity: z.number(),
  'unit.': factor,
  'product.': z.object({ 'default_uom.': factor }),
})

/** Products are touched by moves. */
export function pullStock(at: At, cursor: string): Promise<Pulled<PulledStock>> {
  const stock = {
    domain: [['type', '=', 'goods']],
    sources: [{ model: 'stock.move', row: touchedRow, domain: [], stamps: { '': 'stock.move' } }],
    productOf: ({ product }: z.output<typeof touchedRow>) => product,
    availableOf: (ids: number[]) => availableOf(at, ids),
  }
  return pullStockOf(at.client, stock, cursor, at.page)
}

/**
 * In stock, minus assigned and planned shipments, minus web shop sales without a shipment yet. Tryton's own forecast
 * ignores overdue shipments and counts incoming goods. Read in the order goods move, so that a move in between is
 * subtracted twice rather than never.
 */
async function availableOf({ client, setup, timeZone }: At, ids: number[]): Promise<PulledStock[]> {
  const { storageIds, shops } = setup
  const lines = await client.search('sale.line', saleLineRow, [
    ['product', 'in', ids],
    ['type', '=', 'line'],
    ['sale.state', 'in', ['quotation', 'confirmed']],
    ['sale.web_shop', 'in', shops.map(({ id }) => id)],
  ])
  const moves = await client.search('stock.move', moveRow, [
    ['product', 'in', ids],
    ['state', '=', 'draft'],
    ['from_location', 'child_of', storageIds, 'parent'],
    ['to_location', 'not child_of', storageIds, 'parent'],
  ])
  const inStorages = client.as({
    locations: storageIds,
    with_childs: true,
    stock_date_end: dateOf(dayOf(new Date(), timeZone)),
    stock_assign: true,
  })
  const stock = await inStorages.read('product.product', stockRow, ids)
  const leaving = new Map<number, number>()
  const addLeaving = (product: number, quantity: number) =>
    void leaving.set(product, (leaving.get(product) ?? 0) + quantity)
  for (const { product, internal_quantity: quantity } of moves) addLeaving(product, quantity ?? 0)
  for (const { product, quantity, 'unit.': unit, 'product.': of } of lines) {
    addLeaving(product, (quantity * unit.factor) / of['default_uom.'].factor)
  }
  return stock
    .filter(({ code }) => code !== '')
    .map(({ id, code, quantity }) => ({
      productCode: code,
      available: Math.floor(quantity - (leaving.get(id) ?? 0)),
    }))
}
