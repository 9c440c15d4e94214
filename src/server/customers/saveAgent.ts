import type { z } from 'zod'
import { officeRecords, refuseOutdated } from '#server/changes/officeRecords.ts'
import { newId } from '#server/db/newId.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { type Call, verb } from '#server/http/http.ts'
import { oneOf, refuseFields } from '#server/http/refuse.ts'
import {
  addSalesPerson,
  agentFields,
  deleteSalesPerson,
  restoreSalesPerson,
  updateSalesPerson,
} from '#shared/customers/agents.ts'
import { Refusal } from '#shared/errors.ts'
import { mayOpen, pages } from '#shared/pages.ts'

type AddInput = z.output<typeof addSalesPerson.input>

export const agents = officeRecords({
  table: 'agents',
  subject: 'agent',
  nameOf: (agent: { salesPersonCode: string; firstLastName: string }) =>
    `${agent.salesPersonCode} ${agent.firstLastName}`,
  fields: agentFields,
  columns: { salesPersonCode: 'code', firstLastName: 'name' },
  own: [],
  first: [],
})

const findNamesake = prepared(
  'select deleted_at is not null as "isDeleted" from agents where tenant_id = $1 and code = $2',
)

const readOwnLimit = prepared(
  'select max_discount::float8 as "maxDiscount" from agents where tenant_id = $1 and id = $2',
)

/** Nobody lets others give a larger discount than they may themselves, nor themselves. */
async function requireMayGive(
  { tx, user }: Pick<Call<typeof updateSalesPerson>, 'tx' | 'user'>,
  { id, before, after }: { id?: string; before: number; after: number },
): Promise<void> {
  // The office has no limit.
  if (after === before || mayOpen(pages.heldOrders, user)) return
  if (id !== undefined && id === user.agentId) throw new Refusal('user.oneself')
  const [own] = await tx.query<{ maxDiscount: number }>(readOwnLimit, user.agentId ?? null)
  if (after > Math.max(before, own?.maxDiscount ?? 0)) throw new Refusal('user.notYours')
}

export const add = verb(addSalesPerson, async (call, agent) => {
  const { tx, now } = call
  const id = newId()
  await requireMayGive(call, { before: 0, after: agent.maxDiscount })
  if (!(await agents.insert(tx, id, agent, {}, now))) {
    const [namesake] = await tx.query<{ isDeleted: boolean }>(findNamesake, agent.salesPersonCode)
    refuseFields(call.language, {
      salesPersonCode: namesake?.isDeleted ? 'field.takenByDeleted' : 'field.taken',
    })
  }
  await agents.log(call, id, 'added', agent)
  return { id }
})

/** Passive agents are not offered for new orders. */
export const update = verb(updateSalesPerson, async (call, given) => {
  const { tx, now } = call
  const before = await lockAgent(tx, given.id)
  refuseOutdated(before, given.version)
  const { salesPersonCode, maxDiscount } = before
  const agent = { maxDiscount, ...given, salesPersonCode }
  await requireMayGive(call, { id: given.id, before: maxDiscount, after: given.maxDiscount ?? maxDiscount })
  const version = await agents.update(tx, given.id, agent, {}, now)
  await agents.log(call, given.id, 'changed', agent, before)
  return { version }
})

const endSessions = prepared(`
  delete from sessions s using users u
  where s.tenant_id = $1 and u.tenant_id = $1 and u.id = s.user_id and u.agent_id = $2`)

/** Soft delete. Customers keep the link, but count as without an agent. */
export const remove = verb(deleteSalesPerson, async (call, { id }) => {
  const agent = await lockAgent(call.tx, id)
  if (agent.isDeleted) return
  if (id === call.user.agentId) throw new Refusal('user.oneself')
  await agents.markDeleted(call.tx, id, call.now)
  await call.tx.query(endSessions, id)
  await agents.log(call, id, 'deleted', agent)
})

export const restore = verb(restoreSalesPerson, async (call, { id }) => {
  const agent = await lockAgent(call.tx, id)
  if (!agent.isDeleted) return
  await agents.restore(call.tx, id, call.now)
  await agents.log(call, id, 'restored', agent)
})

type LockedAgent = AddInput & { isDeleted: boolean; version: number }

const lock = prepared(`
  select ${agents.selected('a')}, a.deleted_at is not null as "isDeleted", a.version
  from agents a where a.tenant_id = $1 and a.id = $2 for no key update`)

/** Locked until the transaction ends; orders can still be placed. Refuses with `notFound`. */
export async function lockAgent(tx: Tx, id: string): Promise<LockedAgent> {
  return oneOf(tx.query<LockedAgent>(lock, id))
}
