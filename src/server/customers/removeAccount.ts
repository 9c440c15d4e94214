import { prepared } from '#server/db/statement.ts'
import type { Call } from '#server/http.ts'
import type { deleteCustomer, restoreCustomer } from '#shared/customers.ts'
import { Refusal } from '#shared/errors.ts'
import { accounts, lockAccount } from './account.ts'

type Given = { id: string }

const endSessions = prepared(`
  delete from sessions s using users u
  where s.tenant_id = $1 and u.tenant_id = $1 and u.id = s.user_id and u.account_id = $2`)

/** Soft delete; the orders stay. */
export async function remove(call: Call<typeof deleteCustomer>, { id }: Given) {
  const { tx, now } = call
  const account = await lockAccount(tx, id)
  if (account.isDeleted) return { success: true as const }
  if (account.id === call.user.account?.id) throw new Refusal('user.oneself')
  await accounts.markDeleted(tx, account.id, now)
  await tx.query(endSessions, account.id)
  await accounts.log(call, account.id, 'deleted', account)
  return { success: true as const }
}

export async function restore(call: Call<typeof restoreCustomer>, { id }: Given) {
  const { tx, now } = call
  const account = await lockAccount(tx, id)
  if (!account.isDeleted) return { success: true as const }
  await accounts.restore(tx, account.id, now)
  await accounts.log(call, account.id, 'restored', account)
  return { success: true as const }
}
