import { prepared } from '#server/db/statement.ts'
import { verb } from '#server/http/http.ts'
import { deleteCustomer, restoreCustomer } from '#shared/customers/customers.ts'
import { Refusal } from '#shared/errors.ts'
import { accounts, lockAccount } from './account.ts'

const endSessions = prepared(`
  delete from sessions s using users u
  where s.tenant_id = $1 and u.tenant_id = $1 and u.id = s.user_id and u.account_id = $2`)

/** Soft delete; the orders stay. */
export const remove = verb(deleteCustomer, async (call, { id }) => {
  const { tx, now } = call
  const account = await lockAccount(tx, id)
  if (account.isDeleted) return
  if (account.id === call.user.account?.id) throw new Refusal('user.oneself')
  await accounts.markDeleted(tx, account.id, now)
  await tx.query(endSessions, account.id)
  await accounts.log(call, account.id, 'deleted', account)
})

export const restore = verb(restoreCustomer, async (call, { id }) => {
  const { tx, now } = call
  const account = await lockAccount(tx, id)
  if (!account.isDeleted) return
  await accounts.restore(tx, account.id, now)
  await accounts.log(call, account.id, 'restored', account)
})
