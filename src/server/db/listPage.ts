import { maxListed } from '#shared/endpoint.ts'
import type { Statement } from './statement.ts'
import type { Tx } from './tenant.ts'
import { collectValues, type Values } from './values.ts'

export type ListQuery = {
  /**
   * Selects id, key and a unique tie; a subquery. An index starting with the key then avoids reading the rest. Use
   * `join` where every row has a match (its index can lead), else `left join`.
   */
  matched: string
  /** Selects position and item (JSON) of each `shown` row. Its only value is $1. */
  rows: string
  values: Values
  order: 'asc' | 'desc'
  /** No null keys; otherwise one index cannot serve both directions (nulls last). */
  isKeyed?: boolean | undefined
  /** `matched` also selects a non-null `part`, sorted first. */
  isInParts?: boolean | undefined
  /** Counts and pages all matches: for fast scans. */
  isCountedWhole?: boolean | undefined
  /** Scans the whole table: once for page and count. */
  isGoneThrough?: boolean | undefined
}
type Page<Row> = { success: true; data: { items: Row[]; total: number; isCapped?: true } }
type PageRequest = { page: number; limit: number; order: 'asc' | 'desc' }

/**
 * One statement. Counts up to {@link maxListed} unless `isCountedWhole`; beyond, `isCapped` is set and pages are
 * empty.
 */
export async function readPage<Row>(
  tx: Tx,
  list: Omit<ListQuery, 'order'>,
  request: PageRequest,
): Promise<Page<Row>> {
  const { rows, values, isCountedWhole } = list
  const maxListedRows = isCountedWhole ? Number.MAX_SAFE_INTEGER : maxListed
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

type Source = { before: string; source: string; total: string }

/** Both stop early with many matches. */
function scanTwice({ matched }: Pick<ListQuery, 'matched'>, countLimit: string): Source {
  return {
    before: '',
    source: `(${matched}) matched`,
    total: `(select from (${matched}) matched limit ${countLimit}::bigint + 1) counted`,
  }
}

/** Placeholders; a null countLimit counts all. */
type Bounds = { order: string; pageEnd: string; countLimit: string }

/** Reuses the counted rows unless there are more. */
function scanOnce({ matched }: Pick<ListQuery, 'matched'>, { order, pageEnd, countLimit }: Bounds): Source {
  const part = (of: string, when: string) =>
    `(select * from ${of} where (select count(*) from found) ${when} ${countLimit} ${order} limit ${pageEnd})`
  return {
    before: `found as materialized (select * from (${matched}) matched limit ${countLimit}::bigint + 1),`,
    source: `(${part('found', '<=')} union all ${part(`(${matched}) matched`, '>')}) either`,
    total: 'found',
  }
}

/** Ids of all matches, in order. */
export function allOf(
  list: ListQuery,
  ids: string[] | undefined,
): { statement: Statement; values: unknown[] } {
  const text = `${matchedIds(list, ids)} ${orderOf(list)}`
  return { statement: { text }, values: list.values.list }
}

/** `select` reads ids from `found` and returns `value`. */
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

/** In the order given. */
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
