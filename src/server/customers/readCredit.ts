import { prepared } from '#server/db/statement.ts'
import { verb } from '#server/http/http.ts'
import { getCredit } from '#shared/customers/credit.ts'
import { creditOf, shownCredit } from './credit.ts'
import { reachableAccount } from './reach.ts'

const findOrder = prepared('select id from orders where tenant_id = $1 and guid_key = $2 and account_id = $3')

/** Own account by default. */
export const readCredit = verb(getCredit, async ({ tx, user, tenant, now }, { currAccCode, guidKey }) => {
  const account = currAccCode ? await reachableAccount(tx, user, currAccCode) : user.account
  if (!account) return {}
  const changed = guidKey ? await tx.query<{ id: string }>(findOrder, guidKey, account.id) : []
  const besides = changed.map(({ id }) => id)
  const asked = { accountIds: [account.id], besides, now, tenant, isLocked: false }
  const found = (await creditOf(tx, asked)).get(account.id)
  return found ? { credit: shownCredit(found) } : {}
})
