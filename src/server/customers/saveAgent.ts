import { prepared } from '#server/db/statement.ts'
import { verb } from '#server/http/http.ts'
import { oneOf, refuseFields } from '#server/http/refuse.ts'
import { type RecordCall, recordKind } from '#server/records/recordKind.ts'
import { recordTable } from '#server/records/recordTable.ts'
import {
  addSalesPerson,
  deleteSalesPerson,
  restoreSalesPerson,
  updateSalesPerson,
} from '#shared/customers/agents.ts'
import { Refusal } from '#shared/errors.ts'
import { mayOpen, pages } from '#shared/pages.ts'
import { agentFields } from '#shared/records/agentFields.ts'
import type { RecordOf } from '#shared/records/recordField.ts'

export type AgentForm = RecordOf<typeof agentFields>
type LockedAgent = AgentForm & { id: string; isDeleted: boolean; version: number }

const table = recordTable({ table: 'agents', fields: agentFields, own: [], first: [] })

const findNamesake = prepared(
  'select deleted_at is not null as "isDeleted" from agents where tenant_id = $1 and code = $2',
)

const readOwnLimit = prepared(
  'select max_discount::float8 as "maxDiscount" from agents where tenant_id = $1 and id = $2',
)

/** Nobody lets others give a larger discount than they may themselves, nor themselves. */
async function requireMayGive(
  { tx, user }: RecordCall,
  { id, before, after }: { id: string; before: number; after: number },
): Promise<void> {
  // The office has no limit.
  if (after === before || mayOpen(pages.heldOrders, user)) return
  if (id === user.agentId) throw new Refusal('user.oneself')
  const [own] = await tx.query<{ maxDiscount: number }>(readOwnLimit, user.agentId ?? null)
  if (after > Math.max(before, own?.maxDiscount ?? 0)) throw new Refusal('user.notYours')
}

const endSessions = prepared(`
  delete from sessions s using users u
  where s.tenant_id = $1 and u.tenant_id = $1 and u.id = s.user_id and u.agent_id = $2`)

const lockRow = prepared(`
  select a.id, ${table.selected('a')}, a.deleted_at is not null as "isDeleted", a.version
  from agents a where a.tenant_id = $1 and a.id = $2 for no key update`)

/** Passive agents are not offered for new orders. */
export const agents = recordKind<AgentForm, LockedAgent>({
  subject: 'agent',
  page: 'agentEdit',
  fields: table.fields,
  fixed: ['salesPersonCode'],
  nameOf: ({ salesPersonCode, firstLastName }) => `${salesPersonCode} ${firstLastName}`,
  /** Orders can still be placed. */
  lock: (tx, id) => oneOf(tx.query<LockedAgent>(lockRow, id)),
  write: async (call, id, agent, before) => {
    const { tx, now } = call
    await requireMayGive(call, { id, before: before?.maxDiscount ?? 0, after: agent.maxDiscount })
    if (before) return { version: await table.update(tx, id, agent, {}, now) }
    if (!(await table.insert(tx, id, agent, {}, now))) {
      const [namesake] = await tx.query<{ isDeleted: boolean }>(findNamesake, agent.salesPersonCode)
      refuseFields(call.language, {
        salesPersonCode: namesake?.isDeleted ? 'field.takenByDeleted' : 'field.taken',
      })
    }
    return { version: 1 }
  },
  /** Customers keep the link, but count as without an agent. */
  remove: async (call, { id }) => {
    if (id === call.user.agentId) throw new Refusal('user.oneself')
    await table.markDeleted(call.tx, id, call.now)
    await call.tx.query(endSessions, id)
  },
  restore: ({ tx, now }, { id }) => table.restore(tx, id, now),
})

export const add = verb(addSalesPerson, agents.add)
export const update = verb(updateSalesPerson, async (call, given) => {
  const { version } = await agents.change(call, given.id, given)
  return { version }
})
export const remove = verb(deleteSalesPerson, (call, { id }) => agents.remove(call, id))
export const restore = verb(restoreSalesPerson, (call, { id }) => agents.restore(call, id))
