import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'

/** Units that an order takes of a variant; below zero it gives them back. */
export type Taken = { variantId: string; qty: number }

const decrement = prepared(`
  update variants v set inventory = v.inventory - t.qty
  from unnest($2::uuid[], $3::integer[]) t (id, qty)
  where v.tenant_id = $1 and v.id = t.id and v.inventory >= t.qty
  returning v.id`)

/** Takes the stock of rows that this transaction has locked and looked at. */
export async function takeStock(tx: Tx, taken: Taken[]): Promise<void> {
  const ids = taken.map(({ variantId }) => variantId)
  const quantities = taken.map(({ qty }) => qty)
  const moved = await tx.query(decrement, ids, quantities)
  if (moved.length !== taken.length) throw new Error('Locked stock changed under the order')
}
