import { z } from 'zod'
import type { ErpDocument, ErpParty } from '#shared/erp/document.ts'
import type { TrytonSettings } from '#shared/erp/tryton.ts'
import { ErpError, type ErpOrder, type StoredErpOrder } from '../connector.ts'
import { linesInOrder, ofExisting, ofHarmless, refuseProducts, remarksOf } from '../kit/orders.ts'
import { changedSince, findCountry } from '../kit/records.ts'
import { decimal, includeArchived, number, optionalNumber, type Tryton, text } from './client.ts'
import { dateOf, earlier, isSameAmount, minorOf, priceOf } from './encoding.ts'
import { type At, type Shop, shopOf } from './setup.ts'

const saleRow = z.object({
  id: number,
  web_id: text,
  number: text,
  state: z.enum(['draft', 'quotation', 'confirmed', 'processing', 'done', 'cancelled']),
  untaxed_amount: decimal,
  tax_amount: decimal,
  lines: z.array(number),
  party: number,
  'party.': z.object({ code: text }),
  'currency.': z.object({ code: text }),
  invoice_address: optionalNumber,
  shipment_address: optionalNumber,
})
type Sale = z.output<typeof saleRow>

const lineRow = z.object({
  id: number,
  type: text,
  'product.': z.object({ code: text }).nullable(),
  quantity: z.number().nullable(),
  unit_price: decimal.nullable(),
})

/** In the shop's company. */
type Job = { tryton: Tryton; settings: TrytonSettings; document: ErpDocument; shop: Shop }

const anyReply = z.unknown()
const writing = { writes: true }

async function saleOf(tryton: Tryton, key: string): Promise<Sale | undefined> {
  return (await tryton.search('sale.sale', saleRow, [['web_id', '=', key]], { limit: 1 }))[0]
}

export async function findOrder({ client, settings }: At, key: string): Promise<StoredErpOrder | undefined> {
  const sale = await saleOf(client, key)
  if (!sale) return undefined
  return hasArrived(sale, settings) ? orderOf(sale) : { ...orderOf(sale), isUnfinished: true }
}

/** Whether the target state is reached. A draft, or a quotation that should be confirmed, is an interrupted push. */
function hasArrived({ state }: Sale, settings: TrytonSettings): boolean {
  if (state === 'quotation') return settings.state === 'quotation'
  return state !== 'draft' && state !== 'cancelled'
}

function orderOf(sale: Sale): ErpOrder {
  return {
    id: String(sale.id),
    number: sale.number,
    totalMinor: minorOf(sale.untaxed_amount),
    taxMinor: minorOf(sale.tax_amount),
    lineCount: sale.lines.length,
  }
}

/** Starts 14 hours early, because Tryton's times have no zone. */
export async function* listSales({ client, setup, settings }: At, since: Date) {
  const from = earlier(since.toISOString(), 14 * 3_600_000)
  const domain = [['web_shop', 'in', setup.shops.map(({ id }) => id)]]
  for await (const sale of changedSince(client, { model: 'sale.sale', row: saleRow, domain }, from)) {
    if (hasArrived(sale, settings)) yield { ...orderOf(sale), key: sale.web_id }
  }
}

/**
 * Creates the sale or updates its draft, quotes and confirms it as configured, continuing where an earlier attempt
 * stopped. The key is the web id, unique in Tryton.
 */
export async function pushOrder({ client, settings, setup }: At, document: ErpDocument): Promise<ErpOrder> {
  const shop = shopOf(setup, document.currencyCode)
  const job = { tryton: client.as({ company: shop.companyId }), settings, document, shop }
  const found = await saleOf(job.tryton, document.key)
  const { sale, isOurs } = found ? { sale: found, isOurs: false } : await createSale(job)
  try {
    return await advanceSale(job, isOurs ? sale : await matchDocument(job, sale))
  } catch (error) {
    throw await deleteRefusedDraft(job, ofExisting(error))
  }
}

/** Deletes a rejected draft before somebody confirms it. In later states it stays and the error says `isThere`. */
async function deleteRefusedDraft({ tryton, document }: Job, error: unknown): Promise<unknown> {
  if (!ErpError.is(error, 'rejected')) return error
  try {
    const sale = await saleOf(tryton, document.key)
    if (!sale || sale.state === 'cancelled') return error
    if (sale.state !== 'draft') return error.with({ isThere: true })
    await tryton.call('model.sale.sale.delete', [[sale.id]], anyReply, writing)
    return error
  } catch (cause) {
    if (ErpError.is(cause, 'rejected', 'auth'))
      return error.with({ message: `${error.message} (its draft stays in Tryton)` })
    return error.with({ errorClass: 'unknown' })
  }
}

/** Creates the draft, or finds a concurrent one. */
async function createSale(job: Job): Promise<{ sale: Sale; isOurs: boolean }> {
  const { tryton, document } = job
  const { head, lines } = await saleValues(job)
  const values = { ...head, lines: [['create', lines]] }
  try {
    await tryton.call('model.sale.sale.create', [[values]], z.array(number), writing)
  } catch (error) {
    // The key may be taken; the wording depends on the user's language.
    const isTaken = ErpError.is(error, 'rejected')
    const other = isTaken ? await saleOf(tryton, document.key).catch(() => undefined) : undefined
    if (!other) throw error
    return { sale: other, isOurs: false }
  }
  const sale = await saleOf(tryton, document.key).catch((error: unknown) => {
    throw ofExisting(error)
  })
  if (!sale) throw new ErpError('unknown', 'Tryton does not show the sale that was just created')
  return { sale, isOurs: true }
}

async function advanceSale({ tryton, settings, document }: Job, sale: Sale): Promise<ErpOrder> {
  const total = minorOf(sale.untaxed_amount)
  if (total !== document.totalMinor) {
    const amounts = `${total / 100} ${document.currencyCode} in Tryton, ${document.totalMinor / 100} here`
    throw new ErpError('rejected', `The total differs: ${amounts}`)
  }
  if (hasArrived(sale, settings)) return orderOf(sale)
  const press = (button: string) => tryton.call(`model.sale.sale.${button}`, [[sale.id]], anyReply, writing)
  if (sale.state === 'draft') await press('quote')
  if (settings.state === 'confirmed') await press('confirm')
  return orderOf(await rereadSale(tryton, document))
}

async function rereadSale(tryton: Tryton, { key }: ErpDocument): Promise<Sale> {
  const sale = await saleOf(tryton, key)
  if (!sale) throw new ErpError('unknown', 'Tryton no longer shows the sale of this order')
  return sale
}

/** Makes an earlier attempt's draft match the document. */
async function matchDocument(job: Job, sale: Sale): Promise<Sale> {
  const { tryton, document } = job
  const name = sale.number ? `Sale ${sale.number}` : 'The draft of this order'
  if (sale.state === 'cancelled') throw new ErpError('rejected', `${name} is cancelled in Tryton`)
  const matches = await salesMatch(tryton, sale, document)
  if (sale.state !== 'draft') {
    if (matches) return sale
    const advice = 'Set it back to draft in Tryton to have it written again'
    throw new ErpError('rejected', `${name} differs from the order and is no longer a draft. ${advice}`)
  }
  // Missing addresses may have been added since.
  if (matches && sale.invoice_address !== null && sale.shipment_address !== null) return sale
  const { head, lines } = await saleValues(job)
  const anew = [
    ['delete', sale.lines],
    ['create', lines],
  ]
  const fresh = matches ? head : { ...head, lines: anew }
  await tryton.call('model.sale.sale.write', [[sale.id], fresh], anyReply, writing)
  return await rereadSale(tryton, document)
}

async function salesMatch(tryton: Tryton, sale: Sale, document: ErpDocument): Promise<boolean> {
  if (sale['party.'].code !== document.account.code) return false
  if (sale['currency.'].code !== document.currencyCode) return false
  if (sale.lines.length !== document.lines.length) return false
  const order = ['sequence asc nulls first', 'id']
  const rows = await tryton.search('sale.line', lineRow, [['sale', '=', sale.id]], { order })
  const lines = linesInOrder(document)
  return (
    rows.length === lines.length &&
    rows.every((row, index) => {
      const line = lines[index]
      return (
        line !== undefined &&
        row.type === 'line' &&
        row['product.']?.code === line.productCode &&
        row.quantity === line.qty &&
        row.unit_price !== null &&
        isSameAmount(row.unit_price, priceOf(line.unitPrice))
      )
    })
  )
}

const saleDefaults = z.object({
  invoice_address: optionalNumber.optional(),
  shipment_address: optionalNumber.optional(),
  payment_term: optionalNumber.optional(),
  price_list: optionalNumber.optional(),
  invoice_method: z.string().optional(),
  shipment_method: z.string().optional(),
})

async function saleValues({ tryton, settings, document, shop }: Job) {
  const party = await partyOf(tryton, document, settings.createParties)
  const known = { company: shop.companyId, party: party.id, currency: shop.currencyId }
  const [products, [replied = {}]] = await Promise.all([
    productsOf(tryton, document, party, shop),
    // Creating a sale over the API does not fill in Tryton's defaults.
    tryton.call('model.sale.sale.on_change', [known, ['company', 'party']], z.array(saleDefaults)),
  ])
  const head = {
    ...replied,
    ...known,
    shipment_address: branchAddress(party, document.branch) ?? replied.shipment_address ?? null,
    warehouse: shop.warehouseId,
    web_shop: shop.id,
    web_id: document.key,
    reference: document.orderNumber,
    sale_date: dateOf(document.placedAt),
    comment: remarksOf(document).join('\n'),
  }
  const lines = linesInOrder(document).map((line, index) => {
    const product = products.get(line.productCode)
    return {
      type: 'line',
      sequence: index + 1,
      product: product?.id,
      unit: product?.unitId,
      quantity: line.qty,
      unit_price: priceOf(line.unitPrice),
      taxes: [['add', product?.taxIds ?? []]],
      description: descriptionOf(line),
    }
  })
  return { head, lines }
}

function descriptionOf(line: ErpDocument['lines'][number]): string {
  const what = [line.itemCode, line.itemDescription, line.colorDescription || line.colorCode]
  const unit = line.lotCode ? `${line.lotCode} (${line.piecesPerLot})` : line.size
  return [...what, unit].filter((part) => part !== '').join(' ')
}

const productRow = z.object({
  id: number,
  code: text,
  active: z.boolean(),
  'template.': z.object({ active: z.boolean() }),
  salable: z.boolean().nullable(),
  sale_uom: optionalNumber,
  account_category: optionalNumber,
})
type ProductRow = z.output<typeof productRow>

const maxListedCodes = 20

/** Products by code, with Tryton's unit and taxes. */
async function productsOf(tryton: Tryton, { lines }: ErpDocument, party: Party, shop: Shop) {
  const codes = [...new Set(lines.map(({ productCode }) => productCode))]
  const isActive = (row: ProductRow) => row.active && row['template.'].active
  const rows = await tryton.search('product.product', productRow, [['code', 'in', codes], includeArchived])
  const byCode = new Map<string, ProductRow>()
  for (const row of rows) if (!byCode.has(row.code) || isActive(row)) byCode.set(row.code, row)
  const codesWhere = (matches: (row: ProductRow) => unknown) =>
    codes.filter((code) => {
      const row = byCode.get(code)
      return row && matches(row)
    })
  refuseProducts(
    {
      'Tryton does not know the products {codes}': codes.filter((code) => !byCode.has(code)),
      'the products {codes} are archived in Tryton': codesWhere((row) => !isActive(row)),
      'the products {codes} are not for sale in Tryton': codesWhere(
        (row) => isActive(row) && !(row.salable && row.sale_uom),
      ),
    },
    maxListedCodes,
  )
  const taxes = await taxesOf(tryton, [...byCode.values()], party, shop)
  const products = [...byCode].map(([code, { id, sale_uom, account_category }]) => {
    return [code, { id, unitId: sale_uom ?? 0, taxIds: taxes.get(account_category) ?? [] }] as const
  })
  return new Map(products)
}

/** on_change's many-to-many format: [position, record]. */
const taxChange = z.array(
  z.object({
    taxes: z.object({ add: z.array(z.tuple([number, z.object({ id: number })])).default([]) }).optional(),
  }),
)

/** Taxes depend only on category and party, so one product per category is enough. */
async function taxesOf(tryton: Tryton, rows: ProductRow[], party: Party, shop: Shop) {
  const examples = new Map(rows.map((row) => [row.account_category, row.id]))
  const requests = [...examples].map(async ([category, product]) => {
    const line = { product, quantity: 1, sale: -1, '_parent_sale.party': party.id }
    const params = [{ ...line, '_parent_sale.currency': shop.currencyId }, ['product']]
    const [change] = await tryton.call('model.sale.line.on_change', params, taxChange)
    return [category, change?.taxes?.add.map(([, { id }]) => id) ?? []] as const
  })
  return new Map(await Promise.all(requests))
}

const partyRow = z.object({
  id: number,
  active: z.boolean(),
  'addresses.': z.array(z.object({ id: number, name: text })),
})
type Party = z.output<typeof partyRow>

/** Finds the party by account code, or creates it if `mayCreate`. Safe for concurrent callers. */
async function partyOf(tryton: Tryton, { account }: ErpDocument, mayCreate: boolean): Promise<Party> {
  const found = await findParty(tryton, account.code)
  if (found) return found
  if (!mayCreate) throw new ErpError('rejected', `Tryton has no party with the code ${account.code}`)
  let failed: unknown
  try {
    const values = await partyValues(tryton, account)
    await tryton.call('model.party.party.create', [[values]], z.array(number), writing)
  } catch (error) {
    failed = ofHarmless(error)
  }
  // Somebody else may have created it.
  const created = await findParty(tryton, account.code)
  if (created) return created
  throw (
    failed ?? new ErpError('rejected', `Tryton does not show the party ${account.code} that was just created`)
  )
}

async function findParty(tryton: Tryton, code: string): Promise<Party | undefined> {
  const domain = [['code', '=', code], includeArchived]
  const [party] = await tryton.search('party.party', partyRow, domain, { limit: 1 })
  if (party && !party.active) throw new ErpError('rejected', `The party ${code} is archived in Tryton`)
  return party
}

/** The address named like the branch code, if any. */
function branchAddress(
  { 'addresses.': addresses }: Party,
  branch: ErpDocument['branch'],
): number | undefined {
  if (!branch) return undefined
  return (
    addresses.find(({ name }) => name === branch.code) ??
    addresses.find(({ id }) => String(id) === branch.code)
  )?.id
}

async function partyValues(tryton: Tryton, account: ErpParty) {
  const contacts = [
    { type: 'email', value: account.email },
    { type: 'phone', value: account.phone },
  ].filter(({ value }) => value !== '')
  // Tryton may lack the country list; then the country becomes an address line.
  const country = await findCountry(tryton, 'country.country', account.country)
  const street =
    country || account.country === '' ? account.address : `${account.address}\n${account.country}`.trim()
  return {
    code: account.code,
    name: account.description || account.code,
    addresses: [['create', [{ street, city: account.city, ...(country ? { country } : {}) }]]],
    ...(contacts.length > 0 ? { contact_mechanisms: [['create', contacts]] } : {}),
    // No identifier type: Tryton would validate the number and reject the party.
    ...(account.taxNumber ? { identifiers: [['create', [{ code: account.taxNumber }]]] } : {}),
  }
}
