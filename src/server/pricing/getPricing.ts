import { viewedAccount } from '#server/customers/reach.ts'
import { prepared } from '#server/db/statement.ts'
import { verb } from '#server/http.ts'
import { guestsMayOrder } from '#server/tenancy/tenants.ts'
import { dayOf } from '#shared/clock.ts'
import { getPricing } from '#shared/priceRules.ts'

const findAccount = prepared(
  'select id from accounts where tenant_id = $1 and code = $2 and deleted_at is null',
)

export const pricing = verb(getPricing, async (call, { currAccCode, code }) => {
  const { tx, user, tenant, services, now } = call
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
    day: dayOf(now),
  }
  const found = rules.for({ ...buyer, code })
  const isCodeKnown = code !== '' && found.rules.length > rules.for({ ...buyer, code: '' }).rules.length
  return {
    rules: found.rules,
    parents: Object.fromEntries(found.parents),
    quantities: found.quantities,
    ...(code === '' ? {} : { isCodeKnown }),
  }
})
