import { type Actor, actorOf, recordChange } from '#server/changes/record.ts'
import { prepared, type Statement } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { type SignedIn, verb } from '#server/http/http.ts'
import { oneOf } from '#server/http/refuse.ts'
import { requestJobs } from '#server/jobs/jobs.ts'
import { tellOrder } from '#server/news/tell.ts'
import { Refusal } from '#shared/errors.ts'
import type { NewsKind } from '#shared/news/news.ts'
import type { Minor } from '#shared/numbers/money.ts'
import { deleteOrder, restoreOrder as restoration } from '#shared/orders/officeOrders.ts'
import type { OrderMailKind } from '#shared/orders/orderMails.ts'
import { mayOpen, pages } from '#shared/pages.ts'
import { sumsOf } from './content.ts'
import { holdReasons, keepsUntil, lockCredit, type Terms } from './holds.ts'
import { type LockedOrder, lockOrderById, refuseTransferred } from './lockOrder.ts'
import { type InformedRecipient, mailsToInformed, readInformedRecipients } from './mails/informed.ts'
import { lockStock, raiseForStock, takeStock, variantsOfOrder } from './offer.ts'

/** Delay of the mails, so that an immediate restore sends none. */
const cancellationMailDelayMs = 15_000

/** SQL: of an order that is restored: it waits again if it had waited, with an offer of the office for the customer. */
const stateBefore = `coalesce((
  select case when h.before is null then 'review' else 'returned' end
  from order_holds h where h.tenant_id = $1 and h.order_id = $2 and h.decided_at is null), 'placed')`

/**
 * `$3`: whether stock moved; `$4`: the new version; `$5` to `$9`: mails, when they are due, now. `state` is SQL, read
 * beside the change.
 */
export const changeTo = (state: string, { mail, besides }: { mail: OrderMailKind; besides: string }) =>
  prepared(`
  with counted as (
    update tenant_counters set order_version = order_version + 1 where tenant_id = $1 returning order_version
  ), ${raiseForStock(variantsOfOrder, { after: 'counted', condition: '$3::boolean' })}, changed as (
    update orders o set state = ${state}, version = o.version + 1, change_no = counted.order_version
    from counted where o.tenant_id = $1 and o.id = $2 returning o.version
  ), ${besides}, mailed as (
    insert into order_mails (tenant_id, id, order_id, order_version, kind, recipient, language, next_attempt_at, created_at)
    select $1, m.id, $2, $4::integer, '${mail}', m.recipient, m.language, $8, $9
    from unnest($5::uuid[], $6::text[], $7::text[]) m (id, recipient, language) returning id
  )
  select version from changed`)

const cancel = changeTo(`'cancelled'`, {
  mail: 'cancelled',
  besides: `held as (
    update order_transfers set state = 'held', held_because = 'cancelled'
    where tenant_id = $1 and order_id = $2 and state in ('pending', 'dead') returning order_id
  )`,
})

/**
 * Returns stock of Rpt orders, mails those who know of the order, and leaves the ERP queue. Does nothing if already
 * cancelled. Refuses with `notFound`, `order.transferred`, `order.transferring` and `record.changed`.
 */
export const cancelOrder = verb(deleteOrder, async (call, { id, version }) => {
  const { tx, user, now } = call
  const order = await lockOrderById(tx, user, id)
  const isOther = version !== undefined && version !== order.version
  if (isOther && order.state !== 'cancelled' && !order.transfer) throw new Refusal('record.changed')
  await cancelLocked(tx, order, {
    action: 'cancelled',
    actor: actorOf(call),
    now,
  })
})

type Cancellation = { action: 'cancelled' | 'expired'; actor: Actor; now: Date }

/** As {@link cancelOrder}, of a locked order. */
export async function cancelLocked(tx: Tx, order: LockedOrder, { action, actor, now }: Cancellation) {
  if (order.state === 'cancelled') return
  refuseTransferred(order)
  const toMail = await readInformedRecipients(tx, order.id)
  const lines = order.orderType === 'Rpt' ? linesOf(order) : []
  const returned = lines.map(({ variantId, qty }) => ({ variantId, qty: -qty }))
  if (lines.length > 0) await Promise.all([lockLines(tx, lines), takeStock(tx, returned)])
  const mailAt = new Date(now.getTime() + cancellationMailDelayMs)
  await Promise.all([
    requestJobs(tx, undefined, toMail.length > 0 ? ['orderMails'] : [], mailAt),
    writeChange(tx, cancel, order, { action, actor, now, movesStock: lines.length > 0, toMail, mailAt }),
  ])
}

const readTerms = prepared(`
  select credit_limit is not null as "hasLimit", when_overdue as "whenOverdue", null as "maxDiscount"
  from accounts where tenant_id = $1 and id = $2`)
const holdAgain = prepared(`
  with unqueued as (delete from order_transfers where tenant_id = $1 and order_id = $2 and held_because = 'cancelled')
  insert into order_holds (tenant_id, order_id, reasons, held_at, keeps_until) values ($1, $2, $3, $4, $5)
  on conflict (tenant_id, order_id) do update set reasons = excluded.reasons, held_at = excluded.held_at,
    keeps_until = excluded.keeps_until, note = '', before = null, decided_at = null, decided_by = null`)

/** While it was cancelled, others may have used up the limit: it waits then, unless the office restores it. */
async function holdIfPastLimit({ tx, user, tenant, now }: Restoring, order: LockedOrder): Promise<boolean> {
  if (order.hold || mayOpen(pages.heldOrders, user)) return order.hold !== null
  const { id, accountId, lines, discount } = order
  const terms = await oneOf(tx.query<Terms>(readTerms, accountId))
  const asked = { settings: tenant, now, besides: [id] }
  const credit = (await lockCredit(tx, [{ accountId, terms }], asked)).get(accountId)
  const priced = linesOf(order)
  const sums = sumsOf(priced, order.taxRounding)
  const deviations = { brokenLimits: [], isBelowMinimum: false }
  const accepted = { sums: { ...sums, totals: new Map<string, Minor>() } }
  const asPlaced = {
    user,
    isForGuest: order.guest !== null,
    terms,
    priced,
    sums,
    discount,
    deviations,
    credit,
    settings: tenant,
    accepted,
    given: { lines, discount },
  }
  const reasons = holdReasons(asPlaced)
  if (reasons.length === 0) return false
  await tx.query(holdAgain, id, JSON.stringify(reasons), now, keepsUntil(now, tenant))
  return true
}
type Restoring = Pick<SignedIn, 'user' | 'tenant' | 'now'> & { tx: Tx }

const restore = changeTo(stateBefore, {
  mail: 'restored',
  besides: `waiting as (
    update order_transfers set state = 'pending', held_because = ''
    where tenant_id = $1 and order_id = $2 and state = 'held' and held_because = 'cancelled' returning order_id
  ), kept as (
    update order_holds set keeps_until = $9::timestamptz + make_interval(hours => (
      select t.held_stock_hours from tenant_settings t where t.tenant_id = $1))
    where tenant_id = $1 and order_id = $2 and decided_at is null returning order_id
  ), unmailed as (
    update order_mails set state = 'dead', last_error = 'the order stands again'
    where tenant_id = $1 and order_id = $2 and kind = 'cancelled' and state = 'pending' returning id
  )`,
})

/**
 * Undoes a cancellation at the order's own prices, if its stock is still available. Mails those who heard of the
 * cancellation. Does nothing if not cancelled. Refuses with `notFound`, `order.accountBlocked`, `order.overdue`, and
 * `order.inventoryNotSufficient` with the lines.
 */
export const restoreOrder = verb(restoration, async (call, { id }) =>
  restoreLocked(call, await lockOrderById(call.tx, call.user, id)),
)

/** As {@link restoreOrder}, of a locked order. */
export async function restoreLocked(
  call: Restoring & Pick<SignedIn, 'services'> & Parameters<typeof actorOf>[0],
  order: LockedOrder,
): Promise<void> {
  const { tx, now, tenant, services } = call
  if (order.state !== 'cancelled') return
  if (order.isBlocked) throw new Refusal('order.accountBlocked')
  const lines = order.orderType === 'Rpt' ? linesOf(order) : []
  if (lines.length > 0) {
    const stock = await lockLines(tx, lines)
    const short = lines
      .map(({ variantId, qty }) => ({ productId: variantId, qty, inventory: stock.get(variantId) ?? 0 }))
      .filter(({ qty, inventory }) => inventory < qty)
      .map(({ productId, inventory }) => ({ productId, inventory }))
    if (short.length > 0) throw new Refusal('order.inventoryNotSufficient', { lines: short })
    await takeStock(tx, lines)
  }
  const informed = await readInformedRecipients(tx, order.id)
  const isWaiting = await holdIfPastLimit(call, order)
  const toMail = informed.filter(({ knowsItStands }) => !knowsItStands)
  const jobs = [...(toMail.length > 0 ? (['orderMails'] as const) : []), 'erpTransfer' as const]
  const change = { action: 'restored', actor: actorOf(call), now, toMail, mailAt: now } as const
  await Promise.all([
    requestJobs(tx, services.jobs, jobs, now),
    isWaiting && requestJobs(tx, undefined, ['heldOrders'], keepsUntil(now, tenant)),
    writeChange(tx, restore, order, { ...change, movesStock: lines.length > 0 }),
  ])
}

const linesOf = ({ lines }: LockedOrder) => [...lines.values()]
const lockLines = (tx: Tx, lines: { variantId: string }[]) =>
  lockStock(
    tx,
    lines.map(({ variantId }) => variantId),
  )

const kindOf: Record<Change['action'], NewsKind> = {
  accepted: 'orderAccepted',
  returned: 'orderReturned',
  cancelled: 'orderCancelled',
  expired: 'orderCancelled',
  restored: 'orderRestored',
}

type Change = {
  action: 'accepted' | 'returned' | 'restored' | Cancellation['action']
  /** Beside the action, for the change log. */
  after?: Record<string, unknown>
  actor: Actor
  now: Date
  movesStock: boolean
  toMail: InformedRecipient[]
  mailAt: Date
}

/** As the last statement before the commit. `more`: the statement's own values, from $10 on. */
export async function writeChange(
  tx: Tx,
  to: Statement,
  order: LockedOrder,
  change: Change,
  ...more: unknown[]
): Promise<void> {
  const { id: subjectId, number: subjectName, version } = order
  const { action, after, actor, now, movesStock, toMail, mailAt } = change
  const { mailIds, recipients, mailLanguages } = mailsToInformed(toMail)
  await tellOrder(tx, subjectId, { kind: kindOf[action], actor, now, sendAt: mailAt })
  await Promise.all([
    recordChange(tx, actor, now, {
      subject: 'order',
      subjectId,
      subjectName,
      action,
      ...(after ? { after } : {}),
    }),
    tx.last(to, subjectId, movesStock, version + 1, mailIds, recipients, mailLanguages, mailAt, now, ...more),
  ])
}
