import { randomUUIDv7 } from 'node:crypto'
import { importCatalogue } from '#server/catalogue/import/catalogueImport.ts'
import { addAccount, addAgent } from '#server/customers/addAccount.ts'
import { prepared, type Statement } from '#server/db/statement.ts'
import { addUser } from '#server/users/addUser.ts'
import { hashPassword } from '#server/users/passwords.ts'
import { openSession } from '#server/users/session.ts'
import type { Answer, Client, TestApp } from './app.ts'
import { addTenant } from './tenant.ts'

const now = new Date()
export const password = 'a long enough password'
const passwordHash = hashPassword(password)

export type Wholesaler = {
  tenantId: string
  key: string
  visitor: Client
  admin: Client
  agent: Client
  /** Account 120.01 of agent P1, price group CB. */
  dealer: Client
  /** Anew, by default the dealer. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look at answers freely
  signIn: (username?: string, more?: object) => Promise<Answer<any>>
  variant: (itemCode: string, sizeOrLot: string) => Promise<Variant>
  /** Of variants, by item and size or lot. */
  ids: <Names extends [itemCode: string, sizeOrLot: string][]>(
    ...names: Names
  ) => Promise<{ [Index in keyof Names]: string }>
  inventory: (variantId: string) => Promise<number>
  /** Imports rows; throws if one is refused. */
  load: (rows: Record<string, string>[]) => Promise<void>
  /** Places an order, by default as the dealer; throws if it is refused. See {@link orderBody}. */
  place: (change: OrderChange, client?: Client) => Promise<PlacedOrder>
  catalogueVersion: () => Promise<number>
  /** Runs a statement whose $1 is the tenant. */
  query: <Row extends object>(statement: string | Statement, ...values: unknown[]) => Promise<Row[]>
}
export type PlacedOrder = { id: string; number: string; body: ReturnType<typeof orderBody> }
export type Variant = { id: string; inventory: number }

export function catalogueRows(stock = '20'): Record<string, string>[] {
  const row = (itemCode: string, size: string, lot: string, extra: Record<string, string> = {}) => ({
    brandName: itemCode.startsWith('A') ? 'Ayla' : 'Bora',
    categoryName: itemCode.startsWith('A') ? 'Kadın > Elbise' : 'Erkek > Gömlek',
    itemCode,
    itemDescription: `Ürün ${itemCode}`,
    colorCode: '01',
    colorDescription: 'Siyah',
    itemDim1Code: size,
    lotCode: lot,
    lotDescription: lot ? 'S/M/L 1-2-1' : '',
    piecesPerLot: lot ? '4' : '',
    barcode: '',
    priceCB: lot ? '380.00' : '100.00',
    currencyCB: 'TRY',
    priceTF: lot ? '34.00' : '9.50',
    currencyTF: 'EUR',
    inventory: stock,
    attribute01: 'Yaz',
    ...extra,
  })
  return [
    ...['A1', 'A2', 'B1', 'B2'].flatMap((code) => [
      row(code, 'S', ''),
      row(code, 'M', ''),
      row(code, '', 'L4'),
    ]),
    row('A3', 'S', '', { priceCB: '' }),
    row('B3', 'S', '', { inventory: '0' }),
  ]
}

/**
 * With a catalogue, a user of each role, agents P1 and P2, and accounts 120.01 (of P1, with a branch), 120.02 (of P1,
 * without brand Bora), 120.03 (of P2).
 */
export async function wholesaler(
  app: Pick<TestApp, 'database' | 'connections' | 'at'>,
  key: string,
  settings: Parameters<typeof addTenant>[2] = {},
): Promise<Wholesaler> {
  const tenantId = await addTenant(app.connections, key, settings)
  const load: Wholesaler['load'] = async (rows) => {
    const report = await importCatalogue(app.database, tenantId, { rows }, {})
    if (!report.applied) throw new Error(`Test catalogue refused: ${JSON.stringify(report.bad)}`)
  }
  await load(catalogueRows())
  const tokens = await addPeople(app, tenantId)
  const visitor = app.at(key)
  const query: Wholesaler['query'] = (statement, ...values) =>
    app.database.inTenant(tenantId, 'write', (tx) =>
      tx.query(typeof statement === 'string' ? { text: statement } : statement, ...values),
    )
  const dealer = visitor.as({ token: tokens.dealer })
  const variant: Wholesaler['variant'] = async (itemCode, sizeOrLot) => {
    const [row] = await query<Variant>(findVariant, itemCode, sizeOrLot)
    if (!row) throw new Error(`No ${itemCode} ${sizeOrLot}`)
    return row
  }
  return {
    tenantId,
    key,
    visitor,
    admin: visitor.as({ token: tokens.admin }),
    agent: visitor.as({ token: tokens.agent }),
    dealer,
    signIn: (username = 'dealer', more = {}) =>
      visitor.post('/api/Account/authenticate', { username, password, ...more }),
    variant,
    ids: async <Names extends [string, string][]>(...names: Names) => {
      const ids = await Promise.all(names.map(async ([item, size]) => (await variant(item, size)).id))
      return ids as { [Index in keyof Names]: string }
    },
    inventory: async (variantId) => {
      const [row] = await query<{ inventory: number }>(readInventory, variantId)
      return row?.inventory ?? Number.NaN
    },
    load,
    place: async (change, client = dealer) => {
      const body = orderBody(change)
      const answer = await client.post('/api/Shop/PostShopCart', body)
      if (answer.status !== 200) throw new Error(`Test order refused: ${JSON.stringify(answer.body)}`)
      return { id: answer.body.orderId, number: answer.body.orderNumber, body }
    },
    catalogueVersion: async () => (await query<{ version: number }>(readVersion))[0]?.version ?? Number.NaN,
    query,
  }
}

const findVariant = prepared(`
  select v.id, v.inventory from variants v join products p on p.tenant_id = $1 and p.id = v.product_id
  where v.tenant_id = $1 and p.item_code = $2 and (v.size = $3 or v.lot_code = $3)`)
const readVersion = prepared('select catalogue::int as version from tenant_versions where tenant_id = $1')
const readInventory = prepared('select inventory from variants where tenant_id = $1 and id = $2')

async function addPeople(app: Pick<TestApp, 'database'>, tenantId: string) {
  const hash = await passwordHash
  return app.database.inTenant(tenantId, 'write', async (tx) => {
    const [first] = [
      await addAgent(tx, { code: 'P1', name: 'Pelin Agent' }, now),
      await addAgent(tx, { code: 'P2', name: 'Polat Agent' }, now),
    ]
    const account = (code: string, agentCode: string, excludedBrands: string[] = []) =>
      addAccount(
        tx,
        {
          code,
          description: `Dealer ${code}`,
          email: '',
          phone: '',
          taxNumber: '',
          taxOffice: '',
          address: '',
          city: '',
          country: '',
          currencyCode: 'TRY',
          priceGroup: 'CB',
          agentCode,
          excludedBrands,
          subAccounts: [{ code: 'S1', companyName: `Branch of ${code}`, address: '' }],
        },
        now,
      )
    const accountId = await account('120.01', 'P1')
    await account('120.02', 'P1', ['Bora'])
    await account('120.03', 'P2')
    const user = (
      username: string,
      role: 'admin' | 'sp' | 'customer',
      extra: { agentId?: string; accountId?: string },
    ) =>
      addUser(
        tx,
        {
          username,
          firstName: username,
          lastName: 'Test',
          email: '',
          passwordHash: hash,
          roles: [role],
          ...extra,
        },
        now,
      )
    const token = async (userId: string) =>
      (await openSession(tx, userId, { address: '', userAgent: '' })).token
    return {
      admin: await token(await user('admin', 'admin', {})),
      agent: await token(await user('agent', 'sp', { agentId: first })),
      dealer: await token(await user('dealer', 'customer', { accountId })),
    }
  })
}

const insertLink = prepared(`
  insert into erp_links (tenant_id, kind, is_automatic, updated_at) values ($1, 'http', false, $2)`)
const insertState = prepared('insert into erp_states (tenant_id) values ($1)')

/** An unreachable ERP without automatic sending, so transfers stay queued. */
export async function linkErp(app: Pick<TestApp, 'database'>, tenantId: string): Promise<void> {
  await app.database.inTenant(tenantId, 'write', async (tx) => {
    await tx.query(insertLink, now)
    await tx.query(insertState)
  })
}

export type Line = [variantId: string, qty: number, unitPrice?: number]
type OrderChange = { lines?: Line[] } & Record<string, unknown>

/** One line of an order; 100 is the price of every size of the catalogue, in lira. */
export function orderLine(variantId: string, qty: number, unitPrice = 100): Line {
  return [variantId, qty, unitPrice]
}

/** Account 120.01, agent P1; lines are [variant, quantity, unit price or 100]. */
export function orderBody({ lines = [], ...change }: OrderChange) {
  return {
    guidKey: randomUUIDv7(),
    orderType: 'Rpt',
    currAccCode: '120.01',
    salesPersonCode: 'P1',
    description: '',
    lines: lines.map(([productId, qty, unitPrice = 100]) => ({
      productId,
      qty,
      unitPrice,
      priceCurrencyCode: 'TRY',
    })),
    ...change,
  }
}
