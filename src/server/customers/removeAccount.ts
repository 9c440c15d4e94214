import { actorOf, recordChange } from '#server/changes/record.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { Call, SignedIn } from '#server/http.ts'
import type { ChangeAction } from '#shared/changeKinds.ts'
import type { deleteCustomer, restoreCustomer } from '#shared/customers.ts'
import { Refusal } from '#shared/errors.ts'
import { type LockedAccount, lockAccount, nameOf } from './account.ts'

type Given = { id: string }

const markDeleted = prepared(`
  update accounts set deleted_at = $3, updated_at = $3, version = version + 1 where tenant_id = $1 and id = $2`)
const endSessions = prepared(`
  delete from sessions s using users u
  where s.tenant_id = $1 and u.tenant_id = $1 and u.id = s.user_id and u.account_id = $2`)

/** Soft delete; the orders stay. */
export async function remove(call: Call<typeof deleteCustomer>, { id }: Given) {
  const { tx, now } = call
  const account = await lockAccount(tx, id)
  if (account.isDeleted) return { success: true as const }
  if (account.id === call.user.account?.id) throw new Refusal('user.oneself')
  await tx.query(markDeleted, account.id, now)
  await tx.query(endSessions, account.id)
  await record(call, account, 'deleted')
  return { success: true as const }
}

const markRestored = prepared(`
  update accounts set deleted_at = null, updated_at = $3, version = version + 1 where tenant_id = $1 and id = $2`)

export async function restore(call: Call<typeof restoreCustomer>, { id }: Given) {
  const { tx, now } = call
  const account = await lockAccount(tx, id)
  if (!account.isDeleted) return { success: true as const }
  await tx.query(markRestored, account.id, now)
  await record(call, account, 'restored')
  return { success: true as const }
}

async function record(call: SignedIn & { tx: Tx }, account: LockedAccount, action: ChangeAction) {
  await recordChange(call.tx, actorOf(call), call.now, {
    subject: 'customer',
    subjectId: account.id,
    subjectName: nameOf(account),
    action,
  })
}
