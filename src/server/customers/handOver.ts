import { actorOf, recordChange } from '#server/changes/record.ts'
import { prepared } from '#server/db/statement.ts'
import { verb } from '#server/http/http.ts'
import { refuseFields } from '#server/http/refuse.ts'
import { handOverCustomers } from '#shared/customers/agents.ts'
import { Refusal } from '#shared/errors.ts'
import { agents } from './saveAgent.ts'

// `for share`, so that the agent cannot be deleted meanwhile.
const lockReceiver = prepared(`
  select id from agents where tenant_id = $1 and code = $2 and is_active and deleted_at is null for share`)
const moveAccounts = prepared(`
  with moved as (
    update accounts set agent_id = $3, updated_at = $4, version = version + 1
    where tenant_id = $1 and agent_id = $2 and deleted_at is null returning code)
  select code from moved order by code`)

/** The giver may be deleted. */
export const handOver = verb(handOverCustomers, async (call, { id, toSalesPersonCode }) => {
  const { tx, now } = call
  const giver = await agents.lock(tx, id)
  const [receiver] = await tx.query<{ id: string }>(lockReceiver, toSalesPersonCode)
  // Who takes over customers reaches all that is theirs.
  if (receiver?.id === call.user.agentId && !call.user.roles.includes('admin'))
    throw new Refusal('user.oneself')
  if (!receiver) refuseFields(call.language, { toSalesPersonCode: 'field.unknown' })
  if (receiver.id === id) refuseFields(call.language, { toSalesPersonCode: 'field.invalid' })
  const moved = await tx.query<{ code: string }>(moveAccounts, id, receiver.id, now)
  if (moved.length > 0) {
    await recordChange(tx, actorOf(call), now, {
      subject: 'agent',
      subjectId: id,
      subjectName: agents.nameOf(giver),
      action: 'handedOver',
      before: { salesPersonCode: giver.salesPersonCode },
      after: { salesPersonCode: toSalesPersonCode, customers: moved.map(({ code }) => code) },
    })
  }
  return { count: moved.length }
})
