import { actorOf, recordChange } from '#server/changes/record.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { verb } from '#server/http/http.ts'
import { oneOf } from '#server/http/refuse.ts'
import { getExcludeBrands, postExcludeBrands } from '#shared/customers/customers.ts'
import { Refusal } from '#shared/errors.ts'
import { accountName, lockAccount } from './account.ts'

type Brand = { id: string; name: string }

// Separate select: under row-level security a bare coalesce would not use the index.
const findAccount = prepared(`
  select id from accounts
  where tenant_id = $1 and deleted_at is null
    and id = (select coalesce((select account_id from users where tenant_id = $1 and id = $2), $2))`)

/** `userId`: a user's, or an account's own. */
async function accountIdOf(tx: Tx, userId: string): Promise<string> {
  return (await oneOf(tx.query<{ id: string }>(findAccount, userId))).id
}

const listExcluded = prepared(`
  select b.id, b.name from excluded_brands x join brands b on b.tenant_id = $1 and b.id = x.brand_id
  where x.tenant_id = $1 and x.account_id = $2 order by b.name collate "tr-x-icu", b.id`)

export const excludedBrands = verb(getExcludeBrands, async ({ tx }, { userId }) => {
  const brands = await tx.query<Brand>(listExcluded, await accountIdOf(tx, userId))
  return brands.map(({ id }) => id)
})

const findBrands = prepared('select id from brands where tenant_id = $1 and id = any ($2::uuid[])')
const deleteOthers = prepared(`
  delete from excluded_brands where tenant_id = $1 and account_id = $2 and brand_id <> all ($3::uuid[])`)
const exclude = prepared(`
  insert into excluded_brands (tenant_id, account_id, brand_id) select $1, $2, unnest($3::uuid[])
  on conflict do nothing`)

/** The shop applies it at the customer's next call. */
export const excludeBrands = verb(postExcludeBrands, async (call, { userId, brandIds }) => {
  const { tx, now } = call
  const account = await lockAccount(tx, await accountIdOf(tx, userId))
  if (account.isDeleted) throw new Refusal('notFound')
  const uniqueIds = [...new Set(brandIds)]
  const [before, known] = await Promise.all([
    tx.query<Brand>(listExcluded, account.id),
    tx.query(findBrands, uniqueIds),
  ])
  if (known.length < uniqueIds.length) throw new Refusal('notFound')
  const [, , after] = await Promise.all([
    tx.query(deleteOthers, account.id, uniqueIds),
    tx.query(exclude, account.id, uniqueIds),
    tx.query<Brand>(listExcluded, account.id),
  ])
  const changeFields = (brands: Brand[]) => ({ excludedBrands: brands.map(({ name }) => name) })
  await recordChange(tx, actorOf(call), now, {
    subject: 'customer',
    subjectId: account.id,
    subjectName: accountName(account),
    action: 'brandsExcluded',
    before: changeFields(before),
    after: changeFields(after),
  })
  return after.map(({ id }) => id)
})
