import { newId } from '#server/db/newId.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { Refusal } from '#shared/errors.ts'

type Given = {
  subCurrAccId?: string | undefined
  subCurrAccCode: string
  companyName: string
  address: string
}
type Kept = Given & { subCurrAccId: string }
type Stored = Kept & { isDeleted: boolean }

const readAll = prepared(`
  select id as "subCurrAccId", code as "subCurrAccCode", company_name as "companyName", address,
         deleted_at is not null as "isDeleted"
  from sub_accounts where tenant_id = $1 and account_id = $2 order by sort_order, code, deleted_at desc`)
const deleteAll = prepared(`
  update sub_accounts set deleted_at = $3 where tenant_id = $1 and account_id = $2 and deleted_at is null`)
const keep = prepared(`
  insert into sub_accounts (tenant_id, account_id, id, code, company_name, address, sort_order)
  select $1, $2, s.id, s.code, s.company_name, s.address, s.position
  from unnest($3::uuid[], $4::text[], $5::text[], $6::text[]) with ordinality
    s (id, code, company_name, address, position)
  on conflict (tenant_id, id) do update
    set code = excluded.code, company_name = excluded.company_name, address = excluded.address,
        sort_order = excluded.sort_order, deleted_at = null`)

/**
 * Makes the branches of an account, which the caller holds, those that are given, in their order; the others are
 * deleted. Answers both lists as people read them. Refuses with `notFound` an id that is not of this account's branches.
 */
export async function saveSubAccounts(
  tx: Tx,
  accountId: string,
  given: Given[],
  now: Date,
): Promise<{ before: string[]; after: string[] }> {
  const stored = await tx.query<Stored>(readAll, accountId)
  const living = stored.filter(({ isDeleted }) => !isDeleted)
  const kept = identified(given, stored)
  if (contentOf(kept) !== contentOf(living)) {
    // All are deleted first, so that codes may change hands among those that come back right after.
    await Promise.all([
      tx.query(deleteAll, accountId, now),
      tx.query(
        keep,
        accountId,
        kept.map((sub) => sub.subCurrAccId),
        kept.map((sub) => sub.subCurrAccCode),
        kept.map((sub) => sub.companyName),
        kept.map((sub) => sub.address),
      ),
    ])
  }
  return { before: living.map(readable), after: kept.map(readable) }
}

/** One that comes without an id is new, unless a deleted branch has its code: then it is that one again. */
function identified(given: Given[], stored: Stored[]): Kept[] {
  const known = new Set(stored.map(({ subCurrAccId }) => subCurrAccId))
  const named = new Set(given.map(({ subCurrAccId }) => subCurrAccId))
  const deleted = stored.filter(({ isDeleted, subCurrAccId }) => isDeleted && !named.has(subCurrAccId))
  return given.map((sub) => {
    const { subCurrAccId, subCurrAccCode } = sub
    if (subCurrAccId && !known.has(subCurrAccId)) throw new Refusal('notFound')
    const former = deleted.find((one) => one.subCurrAccCode === subCurrAccCode)
    return { ...sub, subCurrAccId: subCurrAccId ?? former?.subCurrAccId ?? newId() }
  })
}

function contentOf(subAccounts: Kept[]): string {
  return JSON.stringify(
    subAccounts.map((sub) => [sub.subCurrAccId, sub.subCurrAccCode, sub.companyName, sub.address]),
  )
}

/** A branch as the change log has it. */
export function readable({
  subCurrAccCode,
  companyName,
  address,
}: Pick<Given, 'subCurrAccCode' | 'companyName' | 'address'>): string {
  return `${subCurrAccCode} ${companyName}${address && `, ${address}`}`
}
