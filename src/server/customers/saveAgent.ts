import type { z } from 'zod'
import { actorOf, recordChange } from '#server/changes/record.ts'
import { newId } from '#server/db/newId.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { Call, SignedIn } from '#server/http.ts'
import { refuseFields } from '#server/refuse.ts'
import type {
  addSalesPerson,
  deleteSalesPerson,
  restoreSalesPerson,
  updateSalesPerson,
} from '#shared/agents.ts'
import type { ChangeAction } from '#shared/changeKinds.ts'
import { Refusal } from '#shared/errors.ts'

type AddInput = z.output<typeof addSalesPerson.input>
type UpdateInput = z.output<typeof updateSalesPerson.input>
type Given = { id: string }

const insertAgent = prepared(`
  insert into agents (tenant_id, id, code, name, email, phone, is_active, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict (tenant_id, code) do nothing returning id`)
const findNamesake = prepared(
  'select deleted_at is not null as "isDeleted" from agents where tenant_id = $1 and code = $2',
)

export async function add(call: Call<typeof addSalesPerson>, agent: AddInput) {
  const { tx, now } = call
  const id = newId()
  const { salesPersonCode, firstLastName, email, phone, isActive } = agent
  const [added] = await tx.query(insertAgent, id, salesPersonCode, firstLastName, email, phone, isActive, now)
  if (!added) {
    const [namesake] = await tx.query<{ isDeleted: boolean }>(findNamesake, salesPersonCode)
    refuseFields(call.language, {
      salesPersonCode: namesake?.isDeleted ? 'field.takenByDeleted' : 'field.taken',
    })
  }
  await recordChange(tx, actorOf(call), now, {
    subject: 'agent',
    subjectId: id,
    subjectName: nameOf(agent),
    action: 'added',
    after: loggedFields(agent),
  })
  return { success: true as const, data: { id } }
}

const updateAgent = prepared(`
  update agents set name = $3, email = $4, phone = $5, is_active = $6, updated_at = $7, version = version + 1
  where tenant_id = $1 and id = $2 returning version`)

/** Passive agents are not offered for new orders. */
export async function update(call: Call<typeof updateSalesPerson>, agent: UpdateInput) {
  const { tx, now } = call
  const before = await lockAgent(tx, agent.id)
  if (before.isDeleted) throw new Refusal('notFound')
  if (agent.version !== undefined && agent.version !== before.version) throw new Refusal('record.changed')
  const { firstLastName, email, phone, isActive } = agent
  const [saved] = await tx.query<{ version: number }>(
    updateAgent,
    agent.id,
    firstLastName,
    email,
    phone,
    isActive,
    now,
  )
  if (!saved) throw new Refusal('notFound')
  const after = { ...agent, salesPersonCode: before.salesPersonCode }
  await recordChange(tx, actorOf(call), now, {
    subject: 'agent',
    subjectId: agent.id,
    subjectName: nameOf(after),
    action: 'changed',
    before: loggedFields(before),
    after: loggedFields(after),
  })
  return { success: true as const, data: saved }
}

const markDeleted = prepared(`
  update agents set deleted_at = $3, updated_at = $3, version = version + 1 where tenant_id = $1 and id = $2`)
const endSessions = prepared(`
  delete from sessions s using users u
  where s.tenant_id = $1 and u.tenant_id = $1 and u.id = s.user_id and u.agent_id = $2`)

/** Soft delete. Customers keep the link, but count as without an agent. */
export async function remove(call: Call<typeof deleteSalesPerson>, { id }: Given) {
  const { tx, now } = call
  const agent = await lockAgent(tx, id)
  if (agent.isDeleted) return { success: true as const }
  if (id === call.user.agentId) throw new Refusal('user.oneself')
  await tx.query(markDeleted, id, now)
  await tx.query(endSessions, id)
  await record(call, id, agent, 'deleted')
  return { success: true as const }
}

const markRestored = prepared(`
  update agents set deleted_at = null, updated_at = $3, version = version + 1 where tenant_id = $1 and id = $2`)

export async function restore(call: Call<typeof restoreSalesPerson>, { id }: Given) {
  const { tx, now } = call
  const agent = await lockAgent(tx, id)
  if (!agent.isDeleted) return { success: true as const }
  await tx.query(markRestored, id, now)
  await record(call, id, agent, 'restored')
  return { success: true as const }
}

type LockedAgent = AddInput & { isDeleted: boolean; version: number }

const lock = prepared(`
  select code as "salesPersonCode", name as "firstLastName", email, phone, is_active as "isActive",
         deleted_at is not null as "isDeleted", version
  from agents where tenant_id = $1 and id = $2 for no key update`)

/** Locked until the transaction ends; orders can still be placed. Refuses with `notFound`. */
export async function lockAgent(tx: Tx, id: string): Promise<LockedAgent> {
  const [agent] = await tx.query<LockedAgent>(lock, id)
  if (!agent) throw new Refusal('notFound')
  return agent
}

export function nameOf(agent: { salesPersonCode: string; firstLastName: string }): string {
  return `${agent.salesPersonCode} ${agent.firstLastName}`
}

function loggedFields({ salesPersonCode, firstLastName, email, phone, isActive }: AddInput) {
  return { salesPersonCode, firstLastName, email, phone, isActive }
}

async function record(call: SignedIn & { tx: Tx }, id: string, agent: LockedAgent, action: ChangeAction) {
  await recordChange(call.tx, actorOf(call), call.now, {
    subject: 'agent',
    subjectId: id,
    subjectName: nameOf(agent),
    action,
  })
}
