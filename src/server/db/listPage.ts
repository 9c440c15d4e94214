import type { Tx } from './tenant.ts'
import type { Values } from './values.ts'

type List = {
  /** Selects all that match, as id, the key to sort by, and a tie that no two have in common. */
  matched: string
  /** Selects the position and, as JSON, the item of each row that is `shown`. */
  rows: string
  values: Values
}
type Page<Row> = { success: true; data: { items: Row[]; total: number } }
type Asked = { page: number; limit: number; order: 'asc' | 'desc' }

/** A page of a list and how many match in all. One statement, which goes through what matches once. */
export async function readPage<Row>(
  tx: Tx,
  { matched, rows, values }: List,
  asked: Asked,
): Promise<Page<Row>> {
  const direction = asked.order === 'asc' ? 'asc' : 'desc'
  const text = `
    with matched as materialized (${matched}), shown as materialized (
      select id, row_number() over () as position from (
        select id from matched order by key ${direction} nulls last, tie ${direction}
        limit ${values.add(asked.limit)} offset ${values.add((asked.page - 1) * asked.limit)}) sorted)
    select coalesce((select json_agg(r.item order by r.position) from (${rows}) r), '[]'::json) as items,
           (select count(*)::int from matched) as total`
  const [found] = await tx.query<{ items: Row[]; total: number }>({ text }, ...values.list)
  return { success: true, data: found ?? { items: [], total: 0 } }
}
