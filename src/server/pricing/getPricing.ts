import { viewedAccount } from '#server/customers/reach.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { type Call, verb } from '#server/http.ts'
import { guestsMayOrder, type Tenant } from '#server/tenancy/tenants.ts'
import { type User, type Viewed, viewedJson } from '#server/users/session.ts'
import { dayOf } from '#shared/clock.ts'
import { getPricing } from '#shared/priceRules.ts'

const findAccount = prepared(
  `select ${viewedJson('a')} as account from accounts a where a.tenant_id = $1 and a.code = $2 and a.deleted_at is null`,
)

/** Guests order under the tenant's account for them, so its rules are theirs. */
export const hasGuestsRules = (user: User | undefined, tenant: Tenant) => !user && guestsMayOrder(tenant)

export async function accountOfGuests(tx: Tx, { guestAccountCode }: Tenant): Promise<Viewed | undefined> {
  const [found] = await tx.query<{ account: Viewed }>(findAccount, guestAccountCode)
  return found?.account
}

/** Whose rules hold. `viewed`: the account whose price group holds; without one that is the tenant's. */
export function buyerOf(
  { tenant, now }: Pick<Viewing, 'tenant' | 'now'>,
  { viewed, guests }: Record<'viewed' | 'guests', Viewed | undefined>,
) {
  return {
    accountId: viewed?.id ?? guests?.id ?? null,
    priceGroup: viewed?.priceGroup ?? tenant.priceGroup,
    day: dayOf(now, tenant.timeZone),
  }
}

type Viewing = Pick<Call<typeof getPricing>, 'tx' | 'user' | 'tenant' | 'services' | 'now'>

/** The rules for the account that is viewed, or for visitors; as a function of the campaign code. */
export async function viewersRules({ tx, user, tenant, services, now }: Viewing, currAccCode?: string) {
  const [viewed, rules, guests] = await Promise.all([
    viewedAccount(tx, user, currAccCode),
    services.priceRules.current(tx),
    hasGuestsRules(user, tenant) ? accountOfGuests(tx, tenant) : undefined,
  ])
  const buyer = buyerOf({ tenant, now }, { viewed, guests })
  return (code: string) => rules.for({ ...buyer, code })
}

export const pricing = verb(getPricing, async (call, { currAccCode, code }) => {
  const rulesWith = await viewersRules(call, currAccCode)
  const found = rulesWith(code)
  const isCodeKnown = code !== '' && found.rules.length > rulesWith('').rules.length
  return {
    // Kept for other readers, who may read their names in other languages.
    rules: found.rules.map((rule) => ({ ...rule })),
    parents: Object.fromEntries(found.parents),
    quantities: found.quantities,
    ...(code === '' ? {} : { isCodeKnown }),
  }
})
