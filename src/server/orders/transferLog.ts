import { actorOf, type ChangeOf, recordChanges } from '#server/changes/record.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { SignedIn } from '#server/http/http.ts'
import type { ChangeAction } from '#shared/changes/changeKinds.ts'

/** Open lists show orders $2 again. No new version of them: amendments can go on. */
export const bumpVersion = prepared(`
  with counted as (
    update tenant_counters set order_version = order_version + 1 where tenant_id = $1 returning order_version)
  update orders o set change_no = counted.order_version from counted
  where o.tenant_id = $1 and o.id = any ($2::uuid[]) returning o.id`)

/** Logs what was done with orders' transfers, and bumps the version that open lists watch. */
export async function logTransfers(
  { tx, now, ...call }: Pick<SignedIn, 'user' | 'now' | 'request'> & { tx: Tx },
  orders: { id: string; number: string }[],
  action: ChangeAction,
  logged: Pick<ChangeOf, 'before' | 'after'> = {},
): Promise<void> {
  if (orders.length === 0) return
  const changes = orders.map(({ id, number }) => {
    return { subject: 'order', subjectId: id, subjectName: number, action, ...logged } as const
  })
  await Promise.all([
    recordChanges(tx, actorOf(call), now, changes),
    tx.last(
      bumpVersion,
      orders.map(({ id }) => id),
    ),
  ])
}
