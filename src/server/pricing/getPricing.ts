import { viewedAccount } from '#server/customers/reach.ts'
import { prepared } from '#server/db/statement.ts'
import { type Call, verb } from '#server/http.ts'
import { guestsMayOrder } from '#server/tenancy/tenants.ts'
import { dayOf } from '#shared/clock.ts'
import { getPricing } from '#shared/priceRules.ts'

const findAccount = prepared(
  'select id from accounts where tenant_id = $1 and code = $2 and deleted_at is null',
)

type Viewing = Pick<Call<typeof getPricing>, 'tx' | 'user' | 'tenant' | 'services' | 'now'>

/** The rules for the account that is viewed, or for visitors; as a function of the campaign code. */
export async function viewersRules({ tx, user, tenant, services, now }: Viewing, currAccCode?: string) {
  // Guests order under the tenant's account for them, so its rules are theirs.
  const guestCode = !user && guestsMayOrder(tenant) ? tenant.guestAccountCode : ''
  const [account, rules, [ofGuests]] = await Promise.all([
    viewedAccount(tx, user, currAccCode),
    services.priceRules.current(tx),
    guestCode === '' ? [] : tx.query<{ id: string }>(findAccount, guestCode),
  ])
  const buyer = {
    accountId: account?.id ?? ofGuests?.id ?? null,
    priceGroup: account?.priceGroup ?? tenant.priceGroup,
    day: dayOf(now, tenant.timeZone),
  }
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
