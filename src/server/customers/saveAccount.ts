import { prepared } from '#server/db/statement.ts'
import { verb } from '#server/http/http.ts'
import { refuseFields } from '#server/http/refuse.ts'
import type { RecordCall } from '#server/records/recordKind.ts'
import { recordKind } from '#server/records/recordKind.ts'
import { addCustomer, deleteCustomer, restoreCustomer, updateCustomer } from '#shared/customers/customers.ts'
import { Refusal } from '#shared/errors.ts'
import type { MessageKey } from '#shared/i18n/keys.ts'
import { type AccountForm, accountName, accountTable, type LockedAccount, lockAccount } from './account.ts'
import { saveSubAccounts } from './subAccounts.ts'

/** isDeleted: of the account with this code; null without one. */
const lookUp = prepared(`
  select (select id from agents where tenant_id = $1 and code = $2 and deleted_at is null) as "agentId",
         (select deleted_at is not null from accounts where tenant_id = $1 and code = $3) as "isDeleted"`)
type LookedUp = { agentId: string | null; isDeleted: boolean | null }

const endSessions = prepared(`
  delete from sessions s using users u
  where s.tenant_id = $1 and u.tenant_id = $1 and u.id = s.user_id and u.account_id = $2`)

export const accounts = recordKind<AccountForm, LockedAccount>({
  subject: 'customer',
  page: 'customerEdit',
  fields: accountTable.fields,
  fixed: ['currAccCode'],
  nameOf: accountName,
  lock: lockAccount,
  write: async (call, id, account, before) => {
    const { tx, now } = call
    const agentId = await check(call, account, before)
    if (!before && !(await accountTable.insert(tx, id, account, { agent_id: agentId }, now)))
      // Added by somebody else just now.
      refuseFields(call.language, { currAccCode: 'field.taken' })
    const version = before ? await accountTable.update(tx, id, account, { agent_id: agentId }, now) : 1
    return { version, stored: { subCurrAccs: await saveSubAccounts(tx, id, account.subCurrAccs, now) } }
  },
  /** The orders stay. */
  remove: async (call, account) => {
    if (account.id === call.user.account?.id) throw new Refusal('user.oneself')
    await accountTable.markDeleted(call.tx, account.id, call.now)
    await call.tx.query(endSessions, account.id)
  },
  restore: ({ tx, now }, { id }) => accountTable.restore(tx, id, now),
})

/** Returns the agent's id. A deleted one, whose code is not shown, is kept for its restoration. */
async function check(
  { tx, language }: RecordCall,
  { salesPersonCode, currAccCode }: AccountForm,
  before: LockedAccount | undefined,
): Promise<string | null> {
  if (before?.salesPersonCode === salesPersonCode) return before.agentId
  const [found] = await tx.query<LookedUp>(lookUp, salesPersonCode, currAccCode)
  const { agentId = null, isDeleted = null } = found ?? {}
  const problems: Record<string, MessageKey> = {}
  if (!before && isDeleted !== null) problems.currAccCode = isDeleted ? 'field.takenByDeleted' : 'field.taken'
  if (salesPersonCode && !agentId) problems.salesPersonCode = 'field.unknown'
  if (Object.keys(problems).length > 0) refuseFields(language, problems)
  return agentId
}

export const add = verb(addCustomer, accounts.add)
export const update = verb(updateCustomer, async (call, given) => {
  const { version } = await accounts.change(call, given.currAccCode, given)
  return { version }
})
export const remove = verb(deleteCustomer, (call, { id }) => accounts.remove(call, id))
export const restore = verb(restoreCustomer, (call, { id }) => accounts.restore(call, id))
