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
type Identified = Given & { subCurrAccId: string }
type Stored = Identified & { isDeleted: boolean }

const readAll = prepared(`
  select id as "subCurrAccId", code as "subCurrAccCode", company_name as "companyName", address,
         deleted_at is not null as "isDeleted"
  from sub_accounts where tenant_id = $1 and account_id = $2 order by sort_order, code, deleted_at desc`)
const deleteAll = prepared(`
  update sub_accounts set deleted_at = $3 where tenant_id = $1 and account_id = $2 and deleted_at is null`)
const upsertAll = prepared(`
  insert into sub_accounts (tenant_id, account_id, id, code, company_name, address, sort_order)
  select $1, $2, s."subCurrAccId", s."subCurrAccCode", s."companyName", s.address, s.position
  from jsonb_to_recordset($3)
    s ("subCurrAccId" uuid, "subCurrAccCode" text, "companyName" text, address text, position integer)
  on conflict (tenant_id, id) do update
    set code = excluded.code, company_name = excluded.company_name, address = excluded.address,
        sort_order = excluded.sort_order, deleted_at = null`)

/**
 * Replaces an account's branches; the account must be locked. Returns them with their ids. Refuses with `notFound` for
 * a foreign id.
 */
export async function saveSubAccounts(
  tx: Tx,
  accountId: string,
  given: Given[],
  now: Date,
): Promise<Identified[]> {
  const stored = await tx.query<Stored>(readAll, accountId)
  const active = stored.filter(({ isDeleted }) => !isDeleted)
  const branches = assignIds(given, stored)
  if (contentOf(branches) !== contentOf(active)) {
    const placed = branches.map((branch, at) => ({ ...branch, position: at + 1 }))
    // All are deleted first, so that codes can be swapped.
    await Promise.all([
      tx.query(deleteAll, accountId, now),
      tx.query(upsertAll, accountId, JSON.stringify(placed)),
    ])
  }
  return branches
}

/** Without an id it is new, or the deleted branch with its code. */
function assignIds(given: Given[], stored: Stored[]): Identified[] {
  const known = new Set(stored.map(({ subCurrAccId }) => subCurrAccId))
  const givenIds = new Set(given.map(({ subCurrAccId }) => subCurrAccId))
  const deleted = stored.filter(({ isDeleted, subCurrAccId }) => isDeleted && !givenIds.has(subCurrAccId))
  return given.map(({ subCurrAccId, subCurrAccCode, companyName, address }) => {
    if (subCurrAccId && !known.has(subCurrAccId)) throw new Refusal('notFound')
    const former = deleted.find((one) => one.subCurrAccCode === subCurrAccCode)
    const id = subCurrAccId ?? former?.subCurrAccId ?? newId()
    return { subCurrAccId: id, subCurrAccCode, companyName, address }
  })
}

function contentOf(subAccounts: Identified[]): string {
  return JSON.stringify(
    subAccounts.map((sub) => [sub.subCurrAccId, sub.subCurrAccCode, sub.companyName, sub.address]),
  )
}
