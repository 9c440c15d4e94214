import type { z } from 'zod'
import { actorOf, recordChange } from '#server/changes/record.ts'
import { newId } from '#server/db/newId.ts'
import { prepared } from '#server/db/statement.ts'
import type { Call } from '#server/http.ts'
import { refuseFields } from '#server/refuse.ts'
import type { addCustomer, updateCustomer } from '#shared/customers.ts'
import { Refusal } from '#shared/errors.ts'
import type { MessageKey } from '#shared/i18n/keys.ts'
import { type LockedAccount, lockAccount, nameOf } from './account.ts'
import { saveSubAccounts } from './subAccounts.ts'

type AddInput = z.output<typeof addCustomer.input>
type UpdateInput = z.output<typeof updateCustomer.input>

/** isDeleted: of the account with this code; null without one. */
const lookUp = prepared(`
  select (select id from agents where tenant_id = $1 and code = $2 and deleted_at is null) as "agentId",
         (select deleted_at is not null from accounts where tenant_id = $1 and code = $3) as "isDeleted"`)
type LookedUp = { agentId: string | null; isDeleted: boolean | null }

const insertAccount = prepared(`
  insert into accounts (tenant_id, id, code, description, email, phone, tax_number, tax_office, address, city, country,
                        currency_code, price_group, is_blocked, agent_id, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
  on conflict (tenant_id, code) do nothing returning id`)

export async function add(call: Call<typeof addCustomer>, account: AddInput) {
  const { tx, now } = call
  const id = newId()
  const { currAccCode, salesPersonCode } = account
  const [lookedUp] = await tx.query<LookedUp>(lookUp, salesPersonCode, currAccCode)
  const { agentId = null, isDeleted = null } = lookedUp ?? {}
  const problems: Record<string, MessageKey> = {}
  if (isDeleted !== null) problems.currAccCode = isDeleted ? 'field.takenByDeleted' : 'field.taken'
  if (salesPersonCode && !agentId) problems.salesPersonCode = 'field.unknown'
  if (Object.keys(problems).length > 0) refuseFields(call.language, problems)
  const [added] = await tx.query(insertAccount, id, currAccCode, ...columnsOf(account), agentId, now)
  // Added by somebody else just now.
  if (!added) refuseFields(call.language, { currAccCode: 'field.taken' })
  const { after } = await saveSubAccounts(tx, id, account.subCurrAccs, now)
  await recordChange(tx, actorOf(call), now, {
    subject: 'customer',
    subjectId: id,
    subjectName: nameOf(account),
    action: 'added',
    after: loggedFields(account, after),
  })
  return { success: true as const, data: { id } }
}

const updateAccount = prepared(`
  update accounts set description = $3, email = $4, phone = $5, tax_number = $6, tax_office = $7, address = $8,
                      city = $9, country = $10, currency_code = $11, price_group = $12, is_blocked = $13,
                      agent_id = $14, updated_at = $15, version = version + 1
  where tenant_id = $1 and id = $2 returning version`)

export async function update(call: Call<typeof updateCustomer>, account: UpdateInput) {
  const { tx, now } = call
  const before = await lockAccount(tx, account.currAccCode)
  if (before.isDeleted) throw new Refusal('notFound')
  if (account.version !== undefined && account.version !== before.version) throw new Refusal('record.changed')
  const agentId = await agentOf(call, before, account)
  const branches = await saveSubAccounts(tx, before.id, account.subCurrAccs, now)
  const [saved] = await tx.query<{ version: number }>(
    updateAccount,
    before.id,
    ...columnsOf(account),
    agentId,
    now,
  )
  if (!saved) throw new Refusal('notFound')
  await recordChange(tx, actorOf(call), now, {
    subject: 'customer',
    subjectId: before.id,
    subjectName: nameOf(account),
    action: 'changed',
    before: loggedFields(before, branches.before),
    after: loggedFields(account, branches.after),
  })
  return { success: true as const, data: saved }
}

const findAgent = prepared('select id from agents where tenant_id = $1 and code = $2 and deleted_at is null')

/** If no agent was shown or given, keeps a deleted one for its restoration. */
async function agentOf(call: Call<typeof updateCustomer>, before: LockedAccount, account: UpdateInput) {
  const { salesPersonCode } = account
  if (salesPersonCode === before.salesPersonCode) return before.agentId
  if (!salesPersonCode) return null
  const [agent] = await call.tx.query<{ id: string }>(findAgent, salesPersonCode)
  if (!agent) refuseFields(call.language, { salesPersonCode: 'field.unknown' })
  return agent.id
}

/** From description to is_blocked, as in both statements. */
function columnsOf(account: AddInput | UpdateInput): unknown[] {
  return [
    account.currAccDescription,
    account.email,
    account.phone,
    account.taxNumber,
    account.taxOffice,
    account.address,
    account.city,
    account.country,
    account.currencyCode,
    account.priceGroup,
    account.isBlocked,
  ]
}

function loggedFields(account: LockedAccount | AddInput | UpdateInput, subCurrAccs: string[]) {
  return {
    currAccCode: account.currAccCode,
    currAccDescription: account.currAccDescription,
    email: account.email,
    phone: account.phone,
    taxNumber: account.taxNumber,
    taxOffice: account.taxOffice,
    address: account.address,
    city: account.city,
    country: account.country,
    currencyCode: account.currencyCode,
    priceGroup: account.priceGroup,
    salesPersonCode: account.salesPersonCode,
    isBlocked: account.isBlocked,
    subCurrAccs,
  }
}
