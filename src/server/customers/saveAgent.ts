import type { z } from 'zod'
import { officeRecords, refuseOutdated } from '#server/changes/officeRecords.ts'
import { newId } from '#server/db/newId.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { Call } from '#server/http.ts'
import { refuseFields } from '#server/refuse.ts'
import {
  type addSalesPerson,
  agentFields,
  type deleteSalesPerson,
  type restoreSalesPerson,
  type updateSalesPerson,
} from '#shared/agents.ts'
import { Refusal } from '#shared/errors.ts'

type AddInput = z.output<typeof addSalesPerson.input>
type UpdateInput = z.output<typeof updateSalesPerson.input>
type Given = { id: string }

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

export async function add(call: Call<typeof addSalesPerson>, agent: AddInput) {
  const { tx, now } = call
  const id = newId()
  if (!(await agents.insert(tx, id, agent, {}, now))) {
    const [namesake] = await tx.query<{ isDeleted: boolean }>(findNamesake, agent.salesPersonCode)
    refuseFields(call.language, {
      salesPersonCode: namesake?.isDeleted ? 'field.takenByDeleted' : 'field.taken',
    })
  }
  await agents.log(call, id, 'added', agent)
  return { success: true as const, data: { id } }
}

/** Passive agents are not offered for new orders. */
export async function update(call: Call<typeof updateSalesPerson>, given: UpdateInput) {
  const { tx, now } = call
  const before = await lockAgent(tx, given.id)
  refuseOutdated(before, given.version)
  const agent = { ...given, salesPersonCode: before.salesPersonCode }
  const version = await agents.update(tx, given.id, agent, {}, now)
  await agents.log(call, given.id, 'changed', agent, before)
  return { success: true as const, data: { version } }
}

const endSessions = prepared(`
  delete from sessions s using users u
  where s.tenant_id = $1 and u.tenant_id = $1 and u.id = s.user_id and u.agent_id = $2`)

/** Soft delete. Customers keep the link, but count as without an agent. */
export async function remove(call: Call<typeof deleteSalesPerson>, { id }: Given) {
  const agent = await lockAgent(call.tx, id)
  if (agent.isDeleted) return { success: true as const }
  if (id === call.user.agentId) throw new Refusal('user.oneself')
  await agents.markDeleted(call.tx, id, call.now)
  await call.tx.query(endSessions, id)
  await agents.log(call, id, 'deleted', agent)
  return { success: true as const }
}

export async function restore(call: Call<typeof restoreSalesPerson>, { id }: Given) {
  const agent = await lockAgent(call.tx, id)
  if (!agent.isDeleted) return { success: true as const }
  await agents.restore(call.tx, id, call.now)
  await agents.log(call, id, 'restored', agent)
  return { success: true as const }
}

type LockedAgent = AddInput & { isDeleted: boolean; version: number }

const lock = prepared(`
  select ${agents.selected('a')}, a.deleted_at is not null as "isDeleted", a.version
  from agents a where a.tenant_id = $1 and a.id = $2 for no key update`)

/** Locked until the transaction ends; orders can still be placed. Refuses with `notFound`. */
export async function lockAgent(tx: Tx, id: string): Promise<LockedAgent> {
  const [agent] = await tx.query<LockedAgent>(lock, id)
  if (!agent) throw new Refusal('notFound')
  return agent
}
