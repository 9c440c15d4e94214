import { mostListed } from '#shared/endpoint.ts'
import type { Statement } from './statement.ts'
import type { Tx } from './tenant.ts'
import { collectValues, type Values } from './values.ts'

/** What a list finds and how its rows are shown, for a page or an export. */
export type ListQuery = {
  /**
   * Selects id, sort key and a unique tie of all matches; used as a subquery. An index that starts with the key can
   * then return a page without reading the rest. Use `join` only where every row has a match (its index can then
   * lead), else `left join`.
   */
  matched: string
  /** Selects position and item (as JSON) of each row in `shown`. Its only value is the tenant, $1. */
  rows: string
  values: Values
  order: 'asc' | 'desc'
  /** No key is null. Otherwise nulls sort last in both directions, and one index cannot serve both. */
  isKeyed?: boolean | undefined
  /** `matched` also selects `part`, never null, and sorts by it first. */
  isInParts?: boolean | undefined
  /** Count all matches and allow paging to the end, for tables that are fast to scan. */
  isCountedWhole?: boolean | undefined
  /** The query scans the whole table anyway, so it runs once for both page and count. */
  isGoneThrough?: boolean | undefined
}
type Page<Row> = { success: true; data: { items: Row[]; total: number; isCapped?: true } }
type PageRequest = { page: number; limit: number; order: 'asc' | 'desc' }

/**
 * A page of a list and the number of matches, in one statement. Counts at most {@link mostListed} unless
 * `isCountedWhole`; beyond that `isCapped` is set and further pages are empty.
 */
export async function readPage<Row>(
  tx: Tx,
  list: Omit<ListQuery, 'order'>,
  request: PageRequest,
): Promise<Page<Row>> {
  const { rows, values, isCountedWhole } = list
  const maxListedRows = isCountedWhole ? Number.MAX_SAFE_INTEGER : mostListed
  const offset = Math.min((request.page - 1) * request.limit, maxListedRows)
  const limit = Math.min(request.limit, maxListedRows - offset)
  const order = orderOf({ ...list, order: request.order })
  const countLimit = values.add(isCountedWhole ? null : maxListedRows)
  const found = list.isGoneThrough
    ? scanOnce(list, { order, pageEnd: values.add(offset + limit), countLimit })
    : scanTwice(list, countLimit)
  const text = `
    with ${found.before} shown as materialized (
      select id, row_number() over () as position from (
        select id from ${found.source} ${order}
        limit ${values.add(limit)} offset ${values.add(offset)}) sorted)
    select coalesce((select json_agg(r.item order by r.position) from (${rows}) r), '[]'::json) as items,
           (select count(*)::int from ${found.total}) as total`
  const [answer] = await tx.query<{ items: Row[]; total: number }>({ text }, ...values.list)
  const { items, total } = answer ?? { items: [], total: 0 }
  const isCapped = total > maxListedRows
  return {
    success: true,
    data: { items, total: Math.min(total, maxListedRows), ...(isCapped ? { isCapped } : {}) },
  }
}

/** The CTE before the statement, the source of the page, and the source of the count. */
type Source = { before: string; source: string; total: string }

/** Page and count run separately: both stop early if there are many matches. */
function scanTwice({ matched }: Pick<ListQuery, 'matched'>, countLimit: string): Source {
  return {
    before: '',
    source: `(${matched}) matched`,
    total: `(select from (${matched}) matched limit ${countLimit}::bigint + 1) counted`,
  }
}

/** Placeholders: the end of the page, and how many to count (null for all). */
type Bounds = { order: string; pageEnd: string; countLimit: string }

/** Reuses the counted rows, unless there are more matches than were counted. */
function scanOnce({ matched }: Pick<ListQuery, 'matched'>, { order, pageEnd, countLimit }: Bounds): Source {
  const part = (of: string, when: string) =>
    `(select * from ${of} where (select count(*) from found) ${when} ${countLimit} ${order} limit ${pageEnd})`
  return {
    before: `found as materialized (select * from (${matched}) matched limit ${countLimit}::bigint + 1),`,
    source: `(${part('found', '<=')} union all ${part(`(${matched}) matched`, '>')}) either`,
    total: 'found',
  }
}

/** The ids of all matches, in the list's order. */
export function allOf(
  list: ListQuery,
  ids: string[] | undefined,
): { statement: Statement; values: unknown[] } {
  const text = `${matchedIds(list, ids)} ${orderOf(list)}`
  return { statement: { text }, values: list.values.list }
}

/** The column `value` of `select` for all matches; `select` reads their ids from `found`. */
export async function valuesOf(
  tx: Pick<Tx, 'query'>,
  list: ListQuery,
  { select, ids }: { select: string; ids: string[] | undefined },
): Promise<string[]> {
  const text = `with found as (${matchedIds(list, ids)}) ${select}`
  return (await tx.query<{ value: string }>({ text }, ...list.values.list)).map(({ value }) => value)
}

function matchedIds({ matched, values }: ListQuery, ids: string[] | undefined): string {
  const only = ids ? `where id = any (${values.add(ids)}::uuid[])` : ''
  return `select id from (${matched}) matched ${only}`
}

/** Rows by their ids, in the order given. */
export async function readRows<Row>(tx: Pick<Tx, 'query'>, rows: string, ids: string[]): Promise<Row[]> {
  const values = collectValues()
  const text = `
    with shown as materialized (
      select id, position from unnest(${values.add(ids)}::uuid[]) with ordinality given (id, position))
    select r.item from (${rows}) r order by r.position`
  return (await tx.query<{ item: Row }>({ text }, ...values.list)).map(({ item }) => item)
}

function orderOf({ order, isKeyed, isInParts }: Pick<ListQuery, 'order' | 'isKeyed' | 'isInParts'>): string {
  const direction = order === 'asc' ? 'asc' : 'desc'
  return `order by ${isInParts ? `part ${direction}, ` : ''}key ${direction} ${isKeyed ? '' : 'nulls last'}, tie ${direction}`
}
