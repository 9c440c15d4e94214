import { reachOf } from '#server/customers/reach.ts'
import { isoTime } from '#server/db/isoTime.ts'
import { prepared } from '#server/db/statement.ts'
import { verb } from '#server/http/http.ts'
import { getNews, markNewsRead, maxNews, type NewsRow } from '#shared/news/news.ts'
import { factsOfNews, joinSubjects } from './newsFacts.ts'

// What a user no longer reaches is left out.
const read = prepared(`
  with latest as (
    select * from news where tenant_id = $1 and user_id = $2 order by noted_at desc, subject_id limit ${maxNews})
  select json_strip_nulls(json_build_object(${factsOfNews}, 'subjectId', n.subject_id,
    'notedAt', ${isoTime('n.noted_at')}, 'isRead', n.read_at is not null, 'currAccDescription', a.description,
    'note', case when n.kind = 'orderReturned' then nullif(h.note, '') end)) as item
  from latest n ${joinSubjects}
  left join order_holds h on h.tenant_id = $1 and h.order_id = o.id
  left join accounts a on a.tenant_id = $1 and a.id = coalesce(o.account_id, d.account_id)
  where p.id is not null
     or a.id is not null and ($3::uuid is null or a.agent_id = $3) and ($4::uuid is null or a.id = $4)
  order by n.noted_at desc, n.subject_id`)

export const listNews = verb(getNews, async ({ tx, user }) => {
  const { agentId, accountId } = reachOf(user)
  const rows = await tx.query<{ item: NewsRow }>(read, user.id, agentId, accountId)
  return rows.map(({ item }) => item)
})

const mark = prepared(`
  update news set read_at = $3::timestamptz, unsent = '{}'
  where tenant_id = $1 and user_id = $2 and read_at is null and noted_at <= $4::timestamptz`)

/** What was read needs no mail any more. */
export const markRead = verb(markNewsRead, async ({ tx, user, now }, { until }) => {
  await tx.query(mark, user.id, now, until)
})
