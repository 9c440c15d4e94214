import type { z } from 'zod'
import { reachableAccount } from '#server/customers/reach.ts'
import { columnOf, selected } from '#server/db/columns.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { type Call, verb } from '#server/http/http.ts'
import { oneOf } from '#server/http/refuse.ts'
import { translate } from '#server/i18n.ts'
import { tellOfSharing } from '#server/news/tell.ts'
import { refuseTooMany } from '#server/orders/content.ts'
import { isSeller } from '#server/orders/holds.ts'
import { orderByGuidKey } from '#server/orders/orderByGuidKey.ts'
import type { User } from '#server/users/session.ts'
import { Refusal } from '#shared/errors.ts'
import { saveDraft as endpoint, maxDrafts } from '#shared/orders/carts.ts'
import { type HeaderValues, headerFields, headerNames } from '#shared/orders/headerFields.ts'
import { isNotPlaced, isVisibleTo, viewerOf } from './draftAccess.ts'
import { sumsOf } from './sums.ts'

type SaveCall = Pick<Call<typeof endpoint>, 'tx' | 'user' | 'language' | 'now'>
type Given = z.output<typeof endpoint.input>
type Saved = { version: number; updatedAt: string }

/** How long deleted drafts are kept; at most `maxDrafts` of them. */
const deletedLifetimeMs = 30 * 24 * 3_600_000

/**
 * Creates a draft, or changes the given version; saving the same content again is safe. Others may change the content
 * of a shared draft, but not name, sharing and account: `notFound`. Refuses with `order.alreadyPlaced`,
 * `record.changed`, `order.tooLarge`, `order.tooManyLines`, `request.invalid` (too many).
 */
export async function save(call: SaveCall, given: Given): Promise<Saved> {
  const { tx, user } = call
  const hasDiscount = given.discount > 0 || given.lines.some(({ discount = 0 }) => discount > 0)
  if (hasDiscount && !isSeller(user)) throw new Refusal('permission.denied')
  const content = await contentOf(tx, user, isSeller(user) ? given : await withReasonsOf(tx, user, given))
  const [draft, [placed]] = await Promise.all([
    lockDraft(tx, user, given.id, content),
    tx.query(findKey, given.id),
  ])
  if (placed) {
    const { number } = await orderByGuidKey(tx, user, given.id)
    throw new Refusal('order.alreadyPlaced', { values: { number } })
  }
  if (!draft) {
    if (given.version !== undefined) throw new Refusal('notFound')
    const added = await add(call, given.id, content)
    if (added && given.isShared) await tellOfSharing(tx, given.id, call.now)
    // Somebody else just added the key: treat as a change.
    return added ?? save(call, given)
  }
  if (!draft.isSeen || (draft.isDeleted && (!draft.isMine || given.version !== undefined))) {
    throw new Refusal('notFound')
  }
  if (draft.isSame && !draft.isDeleted) {
    return { version: draft.version, updatedAt: draft.updatedAt.toISOString() }
  }
  if (!draft.isDeleted && given.version !== draft.version) throw new Refusal('record.changed')
  if (!draft.isMine && !draft.isSameOutside) throw new Refusal('notFound')
  const saved = await write(call, given.id, content)
  if (given.isShared && !draft.wasShared) await tellOfSharing(tx, given.id, call.now)
  return saved
}

export const saveDraft = verb(endpoint, save)

const findKey = prepared('select guid_key from order_keys where tenant_id = $1 and guid_key = $2')

const reasons = headerNames.filter((name) => headerFields[name].shownTo !== 'everybody')
const readReasons = prepared(`
  select ${selected(reasons)} from drafts
  where tenant_id = $1 and id = $2 and owner_id <> $3`)

/** Customers do not see an agent's reasons, and so do not send them back. */
async function withReasonsOf(tx: Tx, user: User, given: Given): Promise<Given> {
  const [agents] = await tx.query<HeaderValues>(readReasons, given.id, user.id)
  const own = Object.fromEntries(reasons.map((name) => [name, given[name] || (agents?.[name] ?? '')]))
  return { ...given, ...own }
}

/** Their values start at $6. */
const columns = [
  'name',
  'is_shared',
  'account_id',
  'sub_account_id',
  'order_type',
  'agent_code',
  ...headerNames.map(columnOf),
  'lines',
  'line_count',
  'qty',
  'totals',
]
const values = columns.map((_, index) => `$${index + 6}`)
const stored = columns.map((column) => `d.${column}`).join()
const changes = columns.map((column, index) => `${column} = ${values[index]}`).join()

async function contentOf(tx: Tx, user: User, given: Given): Promise<unknown[]> {
  refuseTooMany(given.lines)
  const { qty, totals } = sumsOf(
    given.lines.map(({ netPrice, unitPrice, priceCurrencyCode: currency, ...line }) => ({
      ...line,
      unitPrice: netPrice ?? unitPrice,
      currency,
    })),
  )
  const accountId = await accountOf(tx, user, given.currAccCode)
  return [
    given.name,
    given.isShared,
    accountId,
    await branchOf(tx, accountId, given.subCurrAccId),
    given.orderType,
    given.salesPersonCode,
    ...headerNames.map((name) => given[name]),
    JSON.stringify(given.lines),
    given.lines.length,
    qty,
    JSON.stringify(totals),
  ]
}

/** Customers only have drafts for their own account. */
async function accountOf(tx: Tx, user: User, code: string): Promise<string | null> {
  if (user.roles[0] === 'customer') return user.account?.id ?? null
  return code === '' ? null : (await reachableAccount(tx, user, code)).id
}

const findBranch = prepared(`
  select id from sub_accounts where tenant_id = $1 and account_id = $2 and id = $3 and deleted_at is null`)

/** Ignores a branch that is gone: the draft may be older. */
async function branchOf(tx: Tx, accountId: string | null, id: string | undefined): Promise<string | null> {
  if (!accountId || !id) return null
  const [branch] = await tx.query<{ id: string }>(findBranch, accountId, id)
  return branch?.id ?? null
}

type LockedDraft = {
  isSeen: boolean
  isMine: boolean
  isDeleted: boolean
  version: number
  updatedAt: Date
  /** Given equals stored: everything, or the owner's fields. */
  isSame: boolean
  isSameOutside: boolean
  /** Whether it was shared before, with the same account. */
  wasShared: boolean
}

const lock = prepared(`
  select ${isVisibleTo('$3', '$4', '$5')} as "isSeen", d.owner_id = $3 as "isMine", d.deleted_at is not null as "isDeleted",
         d.version, d.updated_at as "updatedAt",
         (d.name, d.is_shared, d.account_id) is not distinct from ($6, $7::boolean, $8::uuid) as "isSameOutside",
         d.is_shared and d.deleted_at is null and d.account_id is not distinct from $8::uuid as "wasShared",
         (${stored}) is not distinct from (${values.join()}) as "isSame"
  from drafts d
  left join accounts a on a.tenant_id = $1 and a.id = d.account_id
  where d.tenant_id = $1 and d.id = $2
  for no key update of d`)

async function lockDraft(
  tx: Tx,
  user: User,
  id: string,
  content: unknown[],
): Promise<LockedDraft | undefined> {
  const [draft] = await tx.query<LockedDraft>(lock, id, ...viewerOf(user), ...content)
  return draft
}

const update = prepared(`
  update drafts set ${changes},
                    version = version + 1, updated_by = $3, updated_at = $4, deleted_at = $5::timestamptz
  where tenant_id = $1 and id = $2 returning version`)

async function write({ tx, user, now }: SaveCall, id: string, content: unknown[]): Promise<Saved> {
  const { version } = await oneOf(tx.query<{ version: number }>(update, id, user.id, now, null, ...content))
  return { version, updatedAt: now.toISOString() }
}

// Serializes inserts, so that the limit holds.
const lockOwner = prepared('select id from users where tenant_id = $1 and id = $2 for no key update')
const forgetOld = prepared(`
  delete from drafts d where d.tenant_id = $1 and d.owner_id = $2 and (d.deleted_at < $3 or not ${isNotPlaced}
    or d.id in (select o.id from drafts o where o.tenant_id = $1 and o.owner_id = $2 and o.deleted_at is not null
                order by o.deleted_at desc, o.id desc offset $4))`)
const count = prepared(`
  select count(*)::int from drafts where tenant_id = $1 and owner_id = $2 and deleted_at is null`)
const insert = prepared(`
  insert into drafts (tenant_id, id, owner_id, updated_by, updated_at, version, ${columns.join()})
  values ($1, $2, $3, $3, $4, $5, ${values.join()})
  on conflict (tenant_id, id) do nothing returning id`)

/** Also purges old deleted and ordered drafts. Undefined if the key is taken. */
async function add(
  { tx, user, now, language }: SaveCall,
  id: string,
  content: unknown[],
): Promise<Saved | undefined> {
  const [, , [owned]] = await Promise.all([
    tx.query(lockOwner, user.id),
    tx.query(forgetOld, user.id, new Date(now.getTime() - deletedLifetimeMs), maxDrafts),
    tx.query<{ count: number }>(count, user.id),
  ])
  if (owned && owned.count >= maxDrafts) {
    const name = translate(language, 'ordering.drafts.tooMany', { limit: maxDrafts })
    throw new Refusal('request.invalid', { fields: { name } })
  }
  const [added] = await tx.query(insert, id, user.id, now, 1, ...content)
  return added && { version: 1, updatedAt: now.toISOString() }
}
