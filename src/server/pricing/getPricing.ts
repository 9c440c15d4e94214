import { viewedAccount } from '#server/customers/reach.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { type Call, verb } from '#server/http/http.ts'
import { guestsMayOrder, type Tenant } from '#server/tenancy/tenants.ts'
import { type User, type Viewed, viewedJson } from '#server/users/session.ts'
import { dayOf } from '#shared/clock.ts'
import { getPricing } from '#shared/pricing/priceRules.ts'
import { admitCode, secondsToWait } from './campaignTries.ts'
import type { BuyerRules } from './tenantRules.ts'

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

type Viewing = Pick<Call<typeof getPricing>, 'user' | 'tenant' | 'services' | 'now'> & { tx: Tx }

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
  const rulesWith = await call.inTenant('read', (tx) => viewersRules({ ...call, tx }, currAccCode))
  const opened = code === '' ? undefined : await openedBy(call, code, rulesWith)
  const { rules, parents, quantities } = rulesWith(opened?.isCodeKnown ? code : '')
  return {
    // Others may read their names in another language.
    rules: rules().map((rule) => ({ ...rule })),
    parents: Object.fromEntries(parents()),
    quantities,
    ...opened,
  }
})

/** After too many codes the prices without one are answered: a cart without prices could not be ordered. */
async function openedBy(
  call: Call<typeof getPricing>,
  code: string,
  rulesWith: (code: string) => BuyerRules,
): Promise<{ isCodeKnown: boolean; codeRetrySeconds?: number }> {
  try {
    const { isCodeKnown } = rulesWith(code)
    await admitCode(call, code, async () => isCodeKnown)
    return { isCodeKnown }
  } catch (error) {
    return { isCodeKnown: false, codeRetrySeconds: secondsToWait(error) }
  }
}
