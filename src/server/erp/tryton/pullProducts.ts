import { z } from 'zod'
import type { Pulled, PulledPrice, PulledProduct } from '#server/erp/connector.ts'
import type { ChangesOptions } from '../changesById.ts'
import { readChanges } from './changes.ts'
import { minorOf } from './encoding.ts'
import { decimal, number, text } from './replies.ts'
import type { ResolvedSettings } from './resolveSettings.ts'
import type { Session } from './session.ts'

const productRows = z.array(
  z.object({
    id: number,
    code: text,
    active: z.boolean(),
    salable: z.boolean().nullable(),
    'template.': z.object({ name: text, active: z.boolean() }),
  }),
)

/** Products with a code. Those not for sale count as archived. */
export async function pullProducts(
  session: Session,
  cursor: string,
  options: ChangesOptions,
  signal: AbortSignal,
): Promise<Pulled<PulledProduct>> {
  const source = {
    model: 'product.product',
    stamps: [
      { model: 'product.product', path: '' },
      { model: 'product.template', path: 'template.' },
    ],
    domain: [],
    fields: ['code', 'active', 'salable', 'template.name', 'template.active'],
    rows: productRows,
  }
  const { rows, ...rest } = await readChanges(session, source, cursor, options, { signal })
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

const priceRows = z.array(z.object({ id: number, code: text, sale_price_uom: decimal.nullable() }))

/** Tryton needs about 20 ms per price. */
const maxPricedProducts = 100

/**
 * A page of prices per list and shop currency. Tryton computes them by formulas and daily rates, so each pass reads
 * everything.
 */
export async function pullPrices(
  session: Session,
  { shops, priceLists }: ResolvedSettings,
  cursor: string,
  { pageSize }: ChangesOptions,
  signal: AbortSignal,
): Promise<Pulled<PulledPrice>> {
  const limit = Math.min(pageSize, maxPricedProducts)
  const domain = [
    ['id', '>', Number(cursor) || 0],
    ['salable', '=', true],
    ['code', '!=', null],
  ]
  const ids = await session.call(
    'model.product.product.search',
    [domain, 0, limit, [['id', 'ASC']]],
    z.array(number),
    { signal },
  )
  const lists = priceLists.length > 0 ? priceLists : [{ priceGroup: '', id: null }]
  const rows: PulledPrice[] = []
  for (const { priceGroup, id } of ids.length > 0 ? lists : []) {
    for (const { currencyId, currencyCode, companyId } of shops) {
      const context = { company: companyId, currency: currencyId, ...(id === null ? {} : { price_list: id }) }
      const params = [ids, ['code', 'sale_price_uom']]
      // Keeps Tryton responsive for its users.
      // oxlint-disable-next-line no-await-in-loop
      const prices = await session.call('model.product.product.read', params, priceRows, { signal, context })
      for (const { code, sale_price_uom: price } of prices) {
        if (!price) continue
        rows.push({ productCode: code, priceGroup, currencyCode, amountMinor: minorOf(price) })
      }
    }
  }
  const isLast = ids.length < limit
  return { rows, cursor: isLast ? '' : String(ids.at(-1)), isLast }
}
