import type pg from 'pg'
import type { Window } from './interleave.ts'
import type { Samples } from './measurement.ts'

type Counts = { orders: number; lines: number; inventory: number }

const counts = `
  select (select count(*) from orders where tenant_id = $1)::float8 as orders,
         (select count(*) from order_lines where tenant_id = $1)::float8 as lines,
         (select sum(inventory) from variants where tenant_id = $1)::float8 as inventory`

type Load = (window: Window) => Promise<Samples & { answered: number }>

/** `load` places orders; compares the stored orders, lines and stock with the acknowledged orders of each window. */
export function countedOrders(client: pg.Client, tenantId: string, linesEach: number, load: Load): Load {
  const read = async () => {
    const { rows } = await client.query<Counts>(counts, [tenantId])
    if (!rows[0]) throw new Error('The orders cannot be counted')
    return rows[0]
  }
  return async (window) => {
    const before = await read()
    const samples = await load(window)
    const after = await read()
    const found = {
      orders: after.orders - before.orders,
      lines: (after.lines - before.lines) / linesEach,
      stock: (before.inventory - after.inventory) / linesEach,
    }
    const wrong = Object.entries(found)
      .filter(([, number]) => number !== samples.answered)
      .map(
        ([what, number]) => `${samples.answered} orders acknowledged, ${what} of ${number} in the database`,
      )
    return { ...samples, problems: [...samples.problems, ...wrong] }
  }
}
