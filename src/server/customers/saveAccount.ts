import { refuseOutdated } from '#server/changes/officeRecords.ts'
import { newId } from '#server/db/newId.ts'
import { prepared } from '#server/db/statement.ts'
import { type Call, verb } from '#server/http/http.ts'
import { refuseFields } from '#server/http/refuse.ts'
import { addCustomer, updateCustomer } from '#shared/customers/customers.ts'
import type { MessageKey } from '#shared/i18n/keys.ts'
import { accounts, type LockedAccount, lockAccount } from './account.ts'
import { saveSubAccounts } from './subAccounts.ts'

/** isDeleted: of the account with this code; null without one. */
const lookUp = prepared(`
  select (select id from agents where tenant_id = $1 and code = $2 and deleted_at is null) as "agentId",
         (select deleted_at is not null from accounts where tenant_id = $1 and code = $3) as "isDeleted"`)
type LookedUp = { agentId: string | null; isDeleted: boolean | null }

export const add = verb(addCustomer, async (call, given) => {
  const { tx, now } = call
  const id = newId()
  const account = { ...given, taxTreatment: given.taxTreatment ?? 'domestic' }
  const { currAccCode, salesPersonCode } = account
  const [lookedUp] = await tx.query<LookedUp>(lookUp, salesPersonCode, currAccCode)
  const { agentId = null, isDeleted = null } = lookedUp ?? {}
  const problems: Record<string, MessageKey> = {}
  if (isDeleted !== null) problems.currAccCode = isDeleted ? 'field.takenByDeleted' : 'field.taken'
  if (salesPersonCode && !agentId) problems.salesPersonCode = 'field.unknown'
  if (Object.keys(problems).length > 0) refuseFields(call.language, problems)
  // Added by somebody else just now.
  if (!(await accounts.insert(tx, id, account, { agent_id: agentId }, now)))
    refuseFields(call.language, { currAccCode: 'field.taken' })
  const { after } = await saveSubAccounts(tx, id, account.subCurrAccs, now)
  const logged = { ...account, subCurrAccs: after }
  await accounts.log(call, id, 'added', logged)
  return { id }
})

export const update = verb(updateCustomer, async (call, given) => {
  const { tx, now } = call
  const before = await lockAccount(tx, given.currAccCode)
  refuseOutdated(before, given.version)
  // It may have been found by its id.
  const { paymentTerms, creditLimit, whenOverdue, note, taxTreatment } = before
  const terms = { paymentTerms, creditLimit, whenOverdue, note, taxTreatment }
  const account = { ...terms, ...given, currAccCode: before.currAccCode }
  const agentId = await agentOf(call, before, account)
  const branches = await saveSubAccounts(tx, before.id, account.subCurrAccs, now)
  const version = await accounts.update(tx, before.id, account, { agent_id: agentId }, now)
  const [was, is] = [
    { ...before, subCurrAccs: branches.before },
    { ...account, subCurrAccs: branches.after },
  ]
  await accounts.log(call, before.id, 'changed', is, was)
  return { version }
})

const findAgent = prepared('select id from agents where tenant_id = $1 and code = $2 and deleted_at is null')

/** If no agent was shown or given, keeps a deleted one for its restoration. */
async function agentOf(
  call: Call<typeof updateCustomer>,
  before: LockedAccount,
  account: { salesPersonCode: string },
) {
  const { salesPersonCode } = account
  if (salesPersonCode === before.salesPersonCode) return before.agentId
  if (!salesPersonCode) return null
  const [agent] = await call.tx.query<{ id: string }>(findAgent, salesPersonCode)
  if (!agent) refuseFields(call.language, { salesPersonCode: 'field.unknown' })
  return agent.id
}
