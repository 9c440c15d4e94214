import { createHash } from 'node:crypto'
import { prepared } from '#server/db/statement.ts'
import type { Database, Tx } from '#server/db/tenant.ts'
import { placeOrder } from '#server/orders/placeOrder.ts'
import { openPriceRules } from '#server/pricing/tenantRules.ts'
import { readTenant } from '#server/tenancy/tenants.ts'
import type { User } from '#server/users/session.ts'
import { seededRandom } from './random.ts'

const orderCount = 24
const dayMs = 24 * 3_600_000

const readAdmin = prepared(`
  select id, id as "sessionId", username, roles, agent_id as "agentId", null as account
  from users where tenant_id = $1 and username_key = 'admin' and deleted_at is null`)
const readAccounts = prepared(`
  select a.code, a.price_group as "priceGroup", g.code as "agentCode",
         array(select s.id from sub_accounts s where s.tenant_id = $1 and s.account_id = a.id order by s.code) as branches,
         array(select x.brand_id from excluded_brands x where x.tenant_id = $1 and x.account_id = a.id) as excluded
  from accounts a join agents g on g.tenant_id = $1 and g.id = a.agent_id
  where a.tenant_id = $1 order by a.code`)
export const readOffers = prepared(`
  select v.id, r.price_group as "priceGroup", r.amount_minor::float8 as amount, r.currency_code as currency, p.brand_id as brand,
         v.pieces_per_lot as pieces
  from variants v join products p on p.tenant_id = $1 and p.id = v.product_id
  join prices r on r.tenant_id = $1 and r.variant_id = v.id
  where v.tenant_id = $1 and v.inventory >= 40 order by v.id`)

type Account = { code: string; priceGroup: string; agentCode: string; branches: string[]; excluded: string[] }
export type Offer = {
  id: string
  priceGroup: string
  amount: number
  currency: string
  brand: string
  pieces: number
}

/** From the past ten weeks. */
export async function placeDemoOrders(
  database: Database,
  tenantId: string,
  tenantKey: string,
): Promise<void> {
  const tenant = await readTenant(database, tenantId)
  const { admin, accounts, offers } = await database.inTenant(tenantId, 'read', (tx) => readAll(tx))
  const priceRules = openPriceRules()
  const random = seededRandom(`orders of ${tenantKey}`)
  for (let index = 0; index < orderCount; index += 1) {
    // The first accounts buy most.
    const account = accounts[Math.floor(random() ** 2 * accounts.length)]
    if (!account) continue
    const takesStock = random() < 0.7
    const accountOffers = offers.filter(
      (offer) => offer.priceGroup === account.priceGroup && !account.excluded.includes(offer.brand),
    )
    const start = Math.floor(random() * Math.max(1, accountOffers.length - 60))
    const chosen = accountOffers.slice(start, start + 60).filter(() => random() < 0.2)
    const lines = chosen.map((offer) => ({
      productId: offer.id,
      qty: 1 + Math.floor(random() * (takesStock ? 3 : 12)),
      unitPrice: offer.amount / 100,
      priceCurrencyCode: offer.currency,
    }))
    const ageMs = ((orderCount - index) / orderCount) ** 1.5 * 70 * dayMs - random() * dayMs * 0.2
    if (lines.length === 0) continue
    const branch = random() < 0.4 ? account.branches[0] : undefined
    await database.inTenant(tenantId, 'write', (tx) =>
      placeOrder(tx, priceRules, {
        user: admin,
        now: new Date(Date.now() - Math.max(ageMs, 600_000)),
        address: '',
        input: {
          guidKey: guidKeyOf(tenantId, index),
          orderType: takesStock ? 'Rpt' : 'Season',
          currAccCode: account.code,
          ...(branch ? { subCurrAccId: branch } : {}),
          salesPersonCode: account.agentCode,
          description: '',
          campaignCode: '',
          overrideReason: '',
          lines,
        },
        tenant,
      }),
    )
  }
}

/** A UUIDv8 that is always the same, so that no order is placed twice. */
export function guidKeyOf(tenantId: string, index: number | string): string {
  const hash = createHash('sha256').update(`demo order ${tenantId}:${index}`).digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}

async function readAll(tx: Tx): Promise<{ admin: User; accounts: Account[]; offers: Offer[] }> {
  const [[admin], accounts, offers] = await Promise.all([
    tx.query<User>(readAdmin),
    tx.query<Account>(readAccounts),
    tx.query<Offer>(readOffers),
  ])
  if (!admin) throw new Error('The demo has no admin')
  return { admin, accounts, offers }
}
