import { verb } from '#server/http.ts'
import { getCredit } from '#shared/credit.ts'
import { creditOf } from './credit.ts'
import { reachableAccount } from './reach.ts'

/** Own account by default. */
export const readCredit = verb(getCredit, async ({ tx, user, tenant, now }, { currAccCode }) => {
  const account = currAccCode ? await reachableAccount(tx, user, currAccCode) : user.account
  if (!account) return {}
  const found = (await creditOf(tx, { accountIds: [account.id], now, tenant, isLocked: false })).get(
    account.id,
  )
  if (!found) return {}
  const { accountId: _id, hasOrdered: _ordered, rates: _rates, ...credit } = found
  return { credit }
})
