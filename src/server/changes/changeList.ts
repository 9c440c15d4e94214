import type { z } from 'zod'
import { isoTime } from '#server/db/isoTime.ts'
import type { ListQuery } from '#server/db/listPage.ts'
import { contains, folded } from '#server/db/search.ts'
import { unprepared } from '#server/db/statement.ts'
import { collectValues, type Values } from '#server/db/values.ts'
import { withoutNulls } from '#server/db/withoutNulls.ts'
import { asInstant, asText, type Voice } from '#server/exports/columns.ts'
import { listExport } from '#server/exports/listExport.ts'
import { verb } from '#server/http/http.ts'
import { kindOf } from '#server/records/kinds.ts'
import { isByOperator } from '#shared/changes/changeKinds.ts'
import { type Change, exportChanges, getChanges, mostChanges } from '#shared/changes/changes.ts'
import { type ChangeVoice, fieldName, fieldsOf, readable, subjectText } from '#shared/changes/changeWords.ts'
import { mayOpen, type Permissions, pages } from '#shared/pages.ts'

type Filters = z.output<typeof getChanges.input>
export type ChangeFilters = Omit<Filters, 'page' | 'limit'>

/** Newest first, limited to {@link mostChanges}. One scan for page and total, because a search reads every name. */
export const listChanges = verb(getChanges, async ({ tx, user }, filters) => {
  const values = collectValues()
  const mayUndo = values.add(mayOpen(pages.productEdit, user) || mayOpen(pages.productSheet, user))
  const rows = await tx.query<Change & { total: number }>(
    unprepared(`
    with newest as materialized (
      select id, at from changes where ${conditions(filters, values).join(' and ')}
      order by at desc, id desc limit ${mostChanges}
    ), page as (
      select id from newest order by at desc, id desc
      limit ${values.add(filters.limit)} offset ${values.add((filters.page - 1) * filters.limit)})
    select counted.total, c.id, ${isoTime('c.at')} as at, c.user_id as "userId", c.user_name as "userName",
           c.address, c.subject, c.subject_id as "subjectId", c.subject_name as "subjectName", c.action, c.before,
           c.after, case when ${mayUndo}::boolean then s.id end as "changeSetId"
    from (select count(*)::int as total from newest) counted
    left join (page join changes c on c.tenant_id = $1 and c.id = page.id) on true
    left join change_sets s on s.tenant_id = $1 and s.id = c.set_id and s.state = 'applied' and s.source in ('form', 'sheet')
    order by c.at desc, c.id desc`),
    ...values.list,
  )
  // An empty page is one row with only the total.
  const items = rows
    .filter(({ id }) => id !== null)
    .map(({ total: _total, ...row }) => ({
      ...withoutNulls(row),
      ...(mayUndoRecord(row, user) ? { canUndo } : {}),
    }))
  return { items, total: rows[0]?.total ?? 0 }
})

const canUndo = true as const

function mayUndoRecord(
  row: Pick<Change, 'subject' | 'action' | 'before' | 'after'>,
  user: Permissions,
): boolean {
  const kind = kindOf(row.subject)
  return kind !== undefined && kind.isUndoable(row) && mayOpen(pages[kind.page], user)
}

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

const rows = `
  select shown.position, json_strip_nulls(json_build_object(
    'id', c.id, 'at', ${isoTime('c.at')}, 'userId', c.user_id, 'userName', c.user_name, 'address', c.address,
    'subject', c.subject, 'subjectName', c.subject_name, 'action', c.action, 'before', c.before, 'after', c.after))
    as item
  from shown
  join changes c on c.tenant_id = $1 and c.id = shown.id`

function changesQuery(filters: ChangeFilters): ListQuery {
  const values = collectValues()
  const matched = `select id, at as key, id as tie from changes where ${conditions(filters, values).join(' and ')}`
  return { matched, rows, values, order: 'desc', isKeyed: true }
}

/** Without the list's limit. */
export const downloadChanges = listExport<Change, typeof exportChanges>(exportChanges, {
  title: 'panel.changes',
  query: (_call, filters) => changesQuery(filters),
  columns: {
    when: asInstant('panel.changes.when', (row) => row.at),
    who: asText('panel.changes.who', (row, { say }) =>
      isByOperator(row) ? say('panel.changes.operator') : row.userName,
    ),
    address: asText('panel.changes.address', (row) => row.address, 18),
    what: asText('panel.changes.what', (row, { say }) => say(`panel.changes.subject.${row.subject}`), 16),
    name: asText('panel.person.name', (row, { say }) => subjectText(row, say), 34),
    action: asText('panel.changes.action', (row, { say }) => say(`panel.changes.action.${row.action}`)),
    before: asText('panel.changes.before', (row, voice) => sideOf(row, 'before', voice), 50),
    after: asText('panel.changes.after', (row, voice) => sideOf(row, 'after', voice), 50),
  },
})

/** One line per field, in the order of the forms. */
function sideOf(row: Change, side: 'before' | 'after', { language, say, attributes }: Voice): string {
  const voice: ChangeVoice = {
    say,
    locale: language === 'ar' ? 'ar-u-nu-latn' : language,
    attributeLabel: (name) => attributes.find((one) => one.name === name)?.names[language],
    money: (amount, currencyCode) => `${amount.toFixed(2)} ${currencyCode}`,
  }
  const { subject } = row
  return fieldsOf(row)
    .map((name) => [
      fieldName(subject, name, voice),
      readable(subject, name, row[side]?.[name], voice).join(', '),
    ])
    .filter(([, said]) => said !== '')
    .map((parts) => parts.join(': '))
    .join('\n')
}
