import type { Actor } from '#server/changes/record.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { requestJobs } from '#server/jobs/jobs.ts'
import type { NewsGroup, NewsKind } from '#shared/news/news.ts'

/** SQL: by which ways a user wants news of a group, and can get it. `hasOwnMail`: other mails tell of it. */
export const waysOf = (user: string, group: NewsGroup, { hasOwnMail = false } = {}) => `array_remove(array[
    case when ${hasOwnMail ? 'false' : `'${group}' = any (${user}.mailed_news) and ${user}.email <> ''`} then 'mail' end,
    case when '${group}' = any (${user}.pushed_news) and exists (
      select from push_devices d where d.tenant_id = $1 and d.user_id = ${user}.id) then 'push' end], null)`

/** SQL: the latest of a subject stands for all before. */
export const replacesOlder = `on conflict (tenant_id, user_id, subject_id) do update
    set kind = excluded.kind, sizes = excluded.sizes, noted_at = excluded.noted_at, read_at = null, attempts = 0,
        next_attempt_at = excluded.next_attempt_at,
        -- Nobody has been told of what is taken back.
        unsent = case when excluded.kind = 'orderRestored' and news.unsent <> '{}' then '{}' else excluded.unsent end`

const columns = 'tenant_id, user_id, subject_id, kind, noted_at, unsent, next_attempt_at'

// The users who look after the order, but for the side that made the change.
const tellOfOrder = prepared(`
  insert into news (${columns})
  select $1, u.id, o.id, $3, $4, ${waysOf('u', 'orders', { hasOwnMail: true })}, $5
  from orders o
  join users u on u.tenant_id = $1 and u.deleted_at is null and u.is_active
    and (u.account_id = o.account_id or u.agent_id = o.agent_id)
  left join users actor on actor.tenant_id = $1 and actor.id = $6::uuid
  where o.tenant_id = $1 and o.id = $2 and actor.account_id is distinct from o.account_id
    and (u.account_id = o.account_id or actor.agent_id is distinct from o.agent_id)
  ${replacesOlder}
  returning unsent <> '{}' as "isToSend"`)

/** What was noted for one user. */
type NewsRow = { isToSend: boolean }

/** `sendAt`: later than now for what is often taken back. */
type Told = { kind: NewsKind; actor: Pick<Actor, 'userId'>; now: Date; sendAt?: Date }

/** Tells the customer's users of an order, and its agent's, what somebody else did with it. */
export async function tellOrder(
  tx: Tx,
  orderId: string,
  { kind, actor, now, sendAt = now }: Told,
): Promise<void> {
  const newsRows = await tx.query<NewsRow>(tellOfOrder, orderId, kind, now, sendAt, actor.userId)
  await requestSending(tx, newsRows, sendAt)
}

// A customer shares with the agent, an agent or the office with the customer.
const tellOfDraft = prepared(`
  insert into news (${columns})
  select $1, u.id, d.id, 'draftShared', $3, ${waysOf('u', 'drafts')}, $3
  from drafts d
  join accounts a on a.tenant_id = $1 and a.id = d.account_id
  join users owner on owner.tenant_id = $1 and owner.id = d.owner_id
  join users u on u.tenant_id = $1 and u.deleted_at is null and u.is_active
    and case when owner.account_id = a.id then u.agent_id = a.agent_id else u.account_id = a.id end
  where d.tenant_id = $1 and d.id = $2 and u.id <> d.owner_id
  ${replacesOlder}
  returning unsent <> '{}' as "isToSend"`)

/** Tells the other side that a draft is shared with it. */
export async function tellOfSharing(tx: Tx, draftId: string, now: Date): Promise<void> {
  const newsRows = await tx.query<NewsRow>(tellOfDraft, draftId, now)
  await requestSending(tx, newsRows, now)
}

async function requestSending(tx: Tx, newsRows: NewsRow[], sendAt: Date): Promise<void> {
  if (newsRows.some(({ isToSend }) => isToSend)) await requestJobs(tx, undefined, ['news'], sendAt)
}
