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
  /** CTEs, the last one `known`: matches that were looked up. `matched` then selects all others. */
  known?: string | undefined
  /** Selects the first rows of `matched`: where no index has its order, but one has that of its parts. */
  first?: ((page: PageStart) => string) | undefined
  /** Selects position and item (JSON) of each `shown` row. Its only value is $1. */
  rows: string
  values: Values
  order: 'asc' | 'desc'
  /** Columns of the tie, `tie` by default. */
  ties?: readonly string[] | undefined
  /** No null keys; otherwise one index cannot serve both directions (nulls last). */
  isKeyed?: boolean | undefined
  /** `matched` also selects a non-null `part`, sorted first. */
  isInParts?: boolean | undefined
  /** Scans the whole table: once for page and count. */
  isGoneThrough?: boolean | undefined
}
/** The list's direction, and a placeholder of how many rows are needed. */
export type PageStart = { direction: 'asc' | 'desc'; pageEnd: string }
type Page<Row> = { items: Row[]; total: number; isCapped?: true }
type PageRequest = { page: number; limit: number; order: 'asc' | 'desc' }

/** One statement. Counts up to {@link maxListed}; beyond, `isCapped` is set and pages are empty. */
export async function readPage<Row>(
  tx: Tx,
  list: Omit<ListQuery, 'order'>,
  request: PageRequest,
): Promise<Page<Row>> {
  const { rows, values } = list
  const offset = Math.min((request.page - 1) * request.limit, maxListed)
  const limit = Math.min(request.limit, maxListed - offset)
  const ordered = { ...list, order: request.order }
  const found = list.isGoneThrough ? scanOnce(ordered, offset + limit) : scanTwice(ordered, offset + limit)
  const text = `
    with ${[list.known, found.before].map((cte) => (cte ? `${cte}, ` : '')).join('')}shown as materialized (
      select id, row_number() over () as position from (
        select id from ${found.source} ${orderOf(ordered)}
        limit ${values.add(limit)} offset ${values.add(offset)}) sorted)
    select coalesce((select json_agg(r.item order by r.position) from (${rows}) r), '[]'::json) as items,
           (select count(*)::int from ${found.total}) as total`
  const [answer] = await tx.query<{ items: Row[]; total: number }>({ text }, ...values.list)
  const { items, total } = answer ?? { items: [], total: 0 }
  const isCapped = total > maxListed
  return { items, total: Math.min(total, maxListed), ...(isCapped ? { isCapped } : {}) }
}

type Source = { before?: string; source: string; total: string }
const countLimit = maxListed + 1

/** Both stop early with many matches. */
function scanTwice(list: ListQuery, pageEnd: number): Source {
  return {
    source: `(${startOf(list, pageEnd)}) start`,
    total: `(select from (${allMatched(list)}) matched limit ${countLimit}) counted`,
  }
}

/** Reuses the counted rows unless there are more. */
function scanOnce(list: ListQuery, pageEnd: number): Source {
  const end = list.values.add(pageEnd)
  const part = (of: string, when: string) =>
    `(select * from ${of} where (select count(*) from found) ${when} ${maxListed} ${orderOf(list)} limit ${end})`
  return {
    before: `found as materialized (select * from (${allMatched(list)}) matched limit ${countLimit})`,
    source: `(${part('found', '<=')} union all ${part(`(${startOf(list, pageEnd)}) start`, '>')}) either`,
    total: 'found',
  }
}

const withKnown = ({ known }: Pick<ListQuery, 'known'>, others: string) =>
  known ? `select * from known union all ${others}` : others
const allMatched = (list: ListQuery) => withKnown(list, list.matched)

/** At least the first `pageEnd` rows. */
function startOf(list: ListQuery, pageEnd: number): string {
  const { matched, first, known, order, values } = list
  const start = first ? first({ direction: directionOf(order), pageEnd: values.add(pageEnd) }) : matched
  if (!known) return start
  return withKnown(list, `(select * from (${start}) others ${orderOf(list)} limit ${values.add(pageEnd)})`)
}

/** Ids of all matches, in order. */
export function allOf(
  list: ListQuery,
  ids: string[] | undefined,
): { statement: Statement; values: unknown[] } {
  const text = `${list.known ? `with ${list.known}` : ''} ${matchedIds(list, ids)} ${orderOf(list)}`
  return { statement: { text }, values: list.values.list }
}

/** `select` reads ids from `found` and returns `value`. */
export async function valuesOf(
  tx: Pick<Tx, 'query'>,
  list: ListQuery,
  { select, ids }: { select: string; ids: string[] | undefined },
): Promise<string[]> {
  const text = `with ${list.known ? `${list.known}, ` : ''}found as (${matchedIds(list, ids)}) ${select}`
  return (await tx.query<{ value: string }>({ text }, ...list.values.list)).map(({ value }) => value)
}

function matchedIds(list: ListQuery, ids: string[] | undefined): string {
  const only = ids ? `where id = any (${list.values.add(ids)}::uuid[])` : ''
  return `select id from (${allMatched(list)}) matched ${only}`
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

/** Checked again, because it becomes SQL. */
const directionOf = (order: 'asc' | 'desc') => (order === 'asc' ? 'asc' : 'desc')

function orderOf({ order, ties = ['tie'], isKeyed, isInParts }: ListQuery): string {
  const direction = directionOf(order)
  const columns = [
    ...(isInParts ? [`part ${direction}`] : []),
    `key ${direction} ${isKeyed ? '' : 'nulls last'}`,
    ...ties.map((tie) => `${tie} ${direction}`),
  ]
  return `order by ${columns.join(', ')}`
}
