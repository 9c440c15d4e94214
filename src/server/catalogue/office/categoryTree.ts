import { actorOf, type ChangeOf, recordChange } from '#server/changes/record.ts'
import { foldedName } from '#server/db/search.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { SignedIn } from '#server/http/http.ts'
import { refuseFields } from '#server/http/refuse.ts'
import { Refusal } from '#shared/errors.ts'

export type CategoryCall = SignedIn & { tx: Tx }

export type LockedCategory = {
  id: string
  parentId: string | null
  categoryName: string
  fullName: string
  path: string[]
  isActive: boolean
  image: string
  version: number
}

// Every tree change locks the lowest id first, so they run one at a time. No stronger lock, so products can be saved.
const lockTree = prepared(`
  select count(*) from (
    select from categories where tenant_id = $1 order by id for no key update) held`)
const readCategory = prepared(`
  select id, parent_id as "parentId", name as "categoryName", full_name as "fullName", path,
         switched_on as "isActive", image, version
  from categories where tenant_id = $1 and id = $2`)

/**
 * Locks the tenant's whole tree and reads some categories.
 * @throws Refusal `notFound` if one does not exist.
 */
export async function lockTreeAndRead<Ids extends string[]>(
  tx: Tx,
  ...ids: Ids
): Promise<{ [Place in keyof Ids]: LockedCategory }> {
  const [, ...rows] = await Promise.all([
    tx.query(lockTree),
    ...ids.map((id) => tx.query<LockedCategory>(readCategory, id)),
  ])
  const held = rows.map(([category]) => {
    if (!category) throw new Refusal('notFound')
    return category
  })
  return held as { [Place in keyof Ids]: LockedCategory }
}

/** Bytes; the index on full_name allows no longer entries. */
const maxPathBytes = 2000

const recomputeBranches = prepared(`
  with recursive tree as (
    select c.id, coalesce(p.path, '{}') || c.id as path, coalesce(p.full_name || ' > ', '') || c.name as full_name,
           coalesce(p.is_active, true) and c.switched_on as is_active
    from categories c left join categories p on p.tenant_id = $1 and p.id = c.parent_id
    where c.tenant_id = $1 and c.id = any ($2::uuid[])
    union all
    select c.id, t.path || c.id, t.full_name || ' > ' || c.name, t.is_active and c.switched_on
    from tree t join categories c on c.tenant_id = $1 and c.parent_id = t.id)
  update categories c set path = t.path, full_name = t.full_name, is_active = t.is_active, updated_at = $3
  from tree t
  where c.tenant_id = $1 and c.id = t.id
    and (c.path, c.full_name, c.is_active) is distinct from (t.path, t.full_name, t.is_active)
  returning octet_length(c.full_name) > ${maxPathBytes} as "isTooDeep"`)

/** Recomputes path, full name and visibility of whole branches. */
export async function updateBranches(tx: Tx, ids: string[], now: Date): Promise<void> {
  const settled = await tx.query<{ isTooDeep: boolean }>(recomputeBranches, ids, now)
  if (settled.some(({ isTooDeep }) => isTooDeep)) throw new Refusal('category.tooDeep')
}

const findNamesake = prepared(`
  select name from categories
  where tenant_id = $1 and parent_id is not distinct from $2::uuid and ${foldedName('name')} = ${foldedName('$3::text')}
    and id is distinct from $4::uuid
  order by name <> $3 limit 1`)

/** Refuses a name that another category of the parent has, whatever its case. */
export async function refuseNamesake(
  { tx, language }: Pick<CategoryCall, 'tx' | 'language'>,
  { parentId, name, exceptId }: { parentId: string | null; name: string; exceptId?: string },
): Promise<void> {
  const [namesake] = await tx.query<{ name: string }>(findNamesake, parentId, name, exceptId ?? null)
  if (namesake) refuseFields(language, { categoryName: { key: 'field.namesake', values: namesake } })
}

export const recordCategory = (call: CategoryCall, change: Omit<ChangeOf, 'subject'>) =>
  recordChange(call.tx, actorOf(call), call.now, { subject: 'category', ...change })
