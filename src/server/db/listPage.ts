import { mostListed } from '#shared/endpoint.ts'
import type { Statement } from './statement.ts'
import type { Tx } from './tenant.ts'
import { collectValues, type Values } from './values.ts'

/** What a list finds, and how its rows are shown: for a page of it, and for all of it in a file. */
export type ListQuery = {
  /**
   * Selects all that match, as id, the key to sort by, and a tie that no two have in common. It becomes part of larger
   * statements, and an index that has the key first gives a page without going through the rest. Where every row has
   * one of another table, that is joined by `join`: its index can lead then. Else by `left join`.
   */
  matched: string
  /** Selects the position and, as JSON, the item of each row that is `shown`. Its only value is the tenant, $1. */
  rows: string
  values: Values
  order: 'asc' | 'desc'
  /** No row is without a key. Only then can one index give both directions: those without one come last in either. */
  isKeyed?: boolean | undefined
  /** `matched` selects a part too, never null: keys are compared within it, and the parts come one after the other. */
  isInParts?: boolean | undefined
  /** All that match are counted, and can be paged to: for tables that are gone through in no time. */
  isCountedWhole?: boolean | undefined
  /** Whoever looks for them goes through the whole table: once then, for the page and the count. */
  isGoneThrough?: boolean | undefined
}
type Page<Row> = { success: true; data: { items: Row[]; total: number; isCapped?: true } }
type Asked = { page: number; limit: number; order: 'asc' | 'desc' }

/**
 * A page of a list and how many match in all, counted no further than {@link mostListed} unless all are: where
 * more match `isCapped` says so, and pages past it are empty. One statement.
 */
export async function readPage<Row>(
  tx: Tx,
  list: Omit<ListQuery, 'order'>,
  asked: Asked,
): Promise<Page<Row>> {
  const { rows, values, isCountedWhole } = list
  const maxListedRows = isCountedWhole ? Number.MAX_SAFE_INTEGER : mostListed
  const offset = Math.min((asked.page - 1) * asked.limit, maxListedRows)
  const limit = Math.min(asked.limit, maxListedRows - offset)
  const order = orderOf({ ...list, order: asked.order })
  const counted = values.add(isCountedWhole ? null : maxListedRows)
  const found = list.isGoneThrough
    ? foundOnce(list, { order, reach: values.add(offset + limit), most: counted })
    : foundTwice(list, counted)
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

/** What is put before the statement, what the page is cut out of, and what is counted. */
type Source = { before: string; source: string; total: string }

/** Page and count each look for themselves: both stop early where many match. */
function foundTwice({ matched }: Pick<ListQuery, 'matched'>, most: string): Source {
  return {
    before: '',
    source: `(${matched}) matched`,
    total: `(select from (${matched}) matched limit ${most}::bigint + 1) counted`,
  }
}

/** Placeholders: how far down the page ends, and how many are counted, null for all. */
type Bounds = { order: string; reach: string; most: string }

/** What was counted is all there is, unless more match than are counted: only then the page is looked for anew. */
function foundOnce({ matched }: Pick<ListQuery, 'matched'>, { order, reach, most }: Bounds): Source {
  const part = (of: string, when: string) =>
    `(select * from ${of} where (select count(*) from found) ${when} ${most} ${order} limit ${reach})`
  return {
    before: `found as materialized (select * from (${matched}) matched limit ${most}::bigint + 1),`,
    source: `(${part('found', '<=')} union all ${part(`(${matched}) matched`, '>')}) either`,
    total: 'found',
  }
}

/** All that a list finds, by their ids in its order. */
export function allOf(
  list: ListQuery,
  ids: string[] | undefined,
): { statement: Statement; values: unknown[] } {
  const text = `${matchedIds(list, ids)} ${orderOf(list)}`
  return { statement: { text }, values: list.values.list }
}

/** The values that `select` selects, as `value`, of all rows that a list finds: it reads them from `found`, by their ids. */
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

/** Some of a list's rows by their ids, in the order of these. */
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
