import type { z } from 'zod'
import { contains, folded } from '#server/db/search.ts'
import { unprepared } from '#server/db/statement.ts'
import { collectValues, type Values } from '#server/db/values.ts'
import { verb } from '#server/http.ts'
import { type Change, getChanges, mostChanges } from '#shared/changes.ts'
import { mayOpen, pages } from '#shared/pages.ts'

type Filters = z.output<typeof getChanges.input>
export type ChangeFilters = Omit<Filters, 'page' | 'limit'>
type Row = { total: number } & Pick<
  Change,
  'id' | 'userName' | 'address' | 'subject' | 'subjectName' | 'action'
> & {
    at: Date
    userId: string | null
    subjectId: string | null
    before: Change['before'] | null
    after: Change['after'] | null
    changeSetId: string | null
  }

/** Newest first, limited to {@link mostChanges}. One scan for page and total, because a search reads every name. */
export const listChanges = verb(getChanges, async ({ tx, user }, filters) => {
  const values = collectValues()
  const rows = await tx.query<Row>(
    unprepared(`
    with newest as materialized (
      select id, at from changes where ${conditions(filters, values).join(' and ')}
      order by at desc, id desc limit ${mostChanges}
    ), page as (
      select id from newest order by at desc, id desc
      limit ${values.add(filters.limit)} offset ${values.add((filters.page - 1) * filters.limit)})
    select counted.total, c.id, c.at, c.user_id as "userId", c.user_name as "userName",
           c.address, c.subject, c.subject_id as "subjectId", c.subject_name as "subjectName", c.action, c.before,
           c.after, s.id as "changeSetId"
    from (select count(*)::int as total from newest) counted
    left join (page join changes c on c.tenant_id = $1 and c.id = page.id) on true
    left join change_sets s on s.tenant_id = $1 and s.id = c.set_id and s.state = 'applied' and s.source in ('form', 'sheet')
    order by c.at desc, c.id desc`),
    ...values.list,
  )
  const mayUndo = mayOpen(pages.productEdit, user) || mayOpen(pages.productSheet, user)
  // An empty page is one row with only the total.
  const items = rows
    .filter(({ id }) => id !== null)
    .map((row) => changeOf(mayUndo ? row : { ...row, changeSetId: null }))
  return { items, total: rows[0]?.total ?? 0 }
})

/** SQL conditions of the filters. */
export function conditions(filters: ChangeFilters, values: Values): string[] {
  const all = ['tenant_id = $1']
  if (filters.subject) all.push(`subject = ${values.add(filters.subject)}`)
  if (filters.subjectId) all.push(`subject_id = ${values.add(filters.subjectId)}`)
  if (filters.action) all.push(`action = ${values.add(filters.action)}`)
  if (filters.userId) all.push(`user_id = ${values.add(filters.userId)}`)
  if (filters.dateFrom) all.push(`at >= ${values.add(filters.dateFrom)}`)
  if (filters.dateTo) all.push(`at < ${values.add(filters.dateTo)}`)
  // Folded once for both.
  if (filters.search) all.push(contains(folded(`subject_name || ' ' || user_name`), filters.search, values))
  return all
}

function changeOf({ total: _total, at, userId, subjectId, before, after, changeSetId, ...row }: Row): Change {
  return {
    ...row,
    at: at.toISOString(),
    ...(userId ? { userId } : {}),
    ...(subjectId ? { subjectId } : {}),
    ...(before ? { before } : {}),
    ...(after ? { after } : {}),
    ...(changeSetId ? { changeSetId } : {}),
  }
}
