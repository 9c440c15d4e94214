import { randomUUIDv7 } from 'node:crypto'
import { importCatalogue } from '#server/catalogue/import/catalogueImport.ts'
import { addAccount, addAgent } from '#server/customers/addAccount.ts'
import { prepared, type Statement } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
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
  /** Signs in anew, by default as the dealer. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look at answers freely
  signIn: (username?: string, more?: object) => Promise<Answer<any>>
  /** Id of a variant that {@link readIds} has seen, by item and size or lot, like `A1 S`. */
  id: (variant: string) => string
  readIds: () => Promise<void>
  inventory: (variant: string) => Promise<number>
  /** Imports rows and reads their ids; throws if one is refused. */
  load: (rows: Record<string, string>[]) => Promise<void>
  /** See {@link orderBody}; by default with one A1 S. A lot L4 costs 380. */
  orderBody: (change?: NamedChange) => ReturnType<typeof orderBody>
  /** Sends an order, by default as the dealer. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look at answers freely
  order: (change?: NamedChange, client?: Client) => Promise<Answer<any>>
  /** Sends an order and throws if it is refused. */
  place: (change?: NamedChange, client?: Client) => Promise<PlacedOrder>
  catalogueVersion: () => Promise<number>
  /** A user as the office reads it. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look at answers freely
  user: (username: string) => Promise<any>
  /** Changes rows of the tenant, like `users set email = $2 where username = 'dealer'`; values from $2 on. */
  update: (text: string, ...values: unknown[]) => Promise<unknown>
  /** Runs a statement whose $1 is the tenant. */
  query: <Row extends object>(statement: string | Statement, ...values: unknown[]) => Promise<Row[]>
}
export type PlacedOrder = {
  id: string
  number: string
  guidKey: string
  body: ReturnType<typeof orderBody>
}

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
  const ids = new Map<string, string>()
  /** The id for a name; an id is returned unchanged. */
  const idOf = (variant: string) => (variant.includes(' ') ? id(variant) : variant)
  const id: Wholesaler['id'] = (variant) => {
    const found = ids.get(variant)
    if (!found) throw new Error(`No ${variant}`)
    return found
  }
  const query: Wholesaler['query'] = (statement, ...values) => {
    const run = (tx: Tx) =>
      tx.query<never>(typeof statement === 'string' ? { text: statement } : statement, ...values)
    // Statements of tests follow no rules of a distributed database: they run where the tenant's rows are.
    return process.env.TEST_DATABASE_URL
      ? app.database.bulkInTenant(tenantId, run)
      : app.database.inTenant(tenantId, 'write', run)
  }
  const readIds = async () => {
    for (const row of await query<{ name: string; id: string }>(readNames)) ids.set(row.name, row.id)
  }
  const load: Wholesaler['load'] = async (rows) => {
    const report = await importCatalogue(app.database, tenantId, { rows }, {})
    if (!report.applied) throw new Error(`Test catalogue refused: ${JSON.stringify(report.bad)}`)
    await readIds()
  }
  await load(catalogueRows())
  const tokens = await addPeople(app, tenantId)
  const visitor = app.at(key)
  const admin = visitor.as({ token: tokens.admin })
  const dealer = visitor.as({ token: tokens.dealer })
  const bodyOf: Wholesaler['orderBody'] = ({ lines = { 'A1 S': 1 }, ...change } = {}) => {
    const named = Object.entries(lines).map(([variant, line]): Line => {
      const [qty, unitPrice = variant.endsWith(' L4') ? 380 : 100] = [line].flat()
      return [idOf(variant), qty ?? 0, unitPrice]
    })
    return orderBody({ lines: Array.isArray(lines) ? lines : named, ...change })
  }
  const order = (body: object, client = dealer) => client.post('/api/Shop/PostShopCart', body)
  return {
    tenantId,
    key,
    visitor,
    admin,
    agent: visitor.as({ token: tokens.agent }),
    dealer,
    signIn: (username = 'dealer', more = {}) =>
      visitor.post('/api/Account/authenticate', { username, password, ...more }),
    id,
    readIds,
    inventory: async (name) => {
      const [row] = await query<{ inventory: number }>(readInventory, idOf(name))
      return row?.inventory ?? Number.NaN
    },
    load,
    orderBody: bodyOf,
    order: (change, client) => order(bodyOf(change), client),
    place: async (change, client) => {
      const body = bodyOf(change)
      const answer = await order(body, client)
      if (answer.status !== 200) throw new Error(`Test order refused: ${JSON.stringify(answer.body)}`)
      return { id: answer.body.orderId, number: answer.body.orderNumber, guidKey: body.guidKey, body }
    },
    user: async (username) => {
      const { body } = await admin.post('/api/Account/GetSystemUsers', { search: username })
      const listed = body.data.items.find((found: { username: string }) => found.username === username)
      return (await admin.get('/api/Account/GetSystemUserById', { id: listed.id })).body.data
    },
    catalogueVersion: async () => (await query<{ version: number }>(readVersion))[0]?.version ?? Number.NaN,
    update: (text, ...values) => {
      const isLimited = text.includes(' where ')
      const own = isLimited
        ? text.replace(' where ', ' where tenant_id = $1 and ')
        : `${text} where tenant_id = $1`
      return query(`update ${own}`, ...values)
    },
    query,
  }
}

const readNames = prepared(`
  select p.item_code || ' ' || v.size || v.lot_code as name, v.id
  from variants v join products p on p.tenant_id = $1 and p.id = v.product_id where v.tenant_id = $1`)
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
/** Quantities by id or name of a variant, like `A1 S`; also with a price. */
export type Quantities = Record<string, number | [qty: number, unitPrice: number]>
type NamedChange = { lines?: Quantities | Line[] } & Record<string, unknown>

/** Account 120.01, agent P1; lines are [variant, quantity, unit price or 100, which is that of every size]. */
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
