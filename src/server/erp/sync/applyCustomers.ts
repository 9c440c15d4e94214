import { type Actor, type ChangeOf, recordChanges } from '#server/changes/record.ts'
import { accountName } from '#server/customers/account.ts'
import { columnOf } from '#server/db/columns.ts'
import { newId } from '#server/db/newId.ts'
import { prepared } from '#server/db/statement.ts'
import { cutText } from '#server/db/storable.ts'
import type { Tx } from '#server/db/tenant.ts'
import { email } from '#shared/endpoint.ts'
import type { RefusedReason } from '#shared/erp/erp.ts'
import { customerTextLimits, maxAccountCodeLength } from '#shared/records/customerFields.ts'
import type { PulledCustomer } from '../connector.ts'
import type { Applied, Refused } from './applied.ts'

/** Texts from the ERP, by their names in the change log. They are cut: a long name must not block a customer. */
const textLimits = { ...customerTextLimits, currencyCode: 3 }
type ErpText = keyof typeof textLimits
type ErpFields = Record<ErpText, string> & { isBlocked: boolean }
const texts = Object.keys(textLimits) as ErpText[]
const fields = [...texts, 'isBlocked'] as const
const column = (field: keyof ErpFields) => (field === 'currAccDescription' ? 'description' : columnOf(field))
type Branch = { subCurrAccCode: string; companyName: string; address: string }
type StoredAccount = ErpFields & { id: string; currAccCode: string; branches: Branch[] }

const lockAccounts = prepared(
  'select id from accounts where tenant_id = $1 and code = any ($2::text[]) order by id for no key update',
)
// Separate statement after the lock, so it sees rows committed while we waited.
const readAccounts = prepared(`
  select a.id, a.code as "currAccCode", ${fields.map((field) => `a.${column(field)} as "${field}"`).join()},
         coalesce((
           select json_agg(json_build_object('subCurrAccCode', s.code, 'companyName', s.company_name,
                                             'address', s.address) order by s.sort_order, s.code)
           from sub_accounts s
           where s.tenant_id = $1 and s.account_id = a.id and s.deleted_at is null), '[]'::json) as branches
  from accounts a where a.tenant_id = $1 and a.code = any ($2::text[])`)

const given = `
  jsonb_to_recordset($2) g (id uuid, "currAccCode" text, ${texts.map((text) => `"${text}" text`).join()}, "isBlocked" boolean)`

const change = prepared(`
  update accounts a
  set ${fields.map((field) => `${column(field)} = g."${field}"`).join()}, updated_at = $3, version = a.version + 1
  from ${given} where a.tenant_id = $1 and a.id = g.id`)

const add = prepared(`
  insert into accounts (tenant_id, id, code, price_group, updated_at, ${fields.map(column).join()})
  select $1, g.id, g."currAccCode", $4, $3, ${fields.map((field) => `g."${field}"`).join()}
  from ${given} on conflict (tenant_id, code) do nothing returning id`)

// Skips branches of customers that somebody else added meanwhile.
const writeBranches = prepared(`
  insert into sub_accounts (tenant_id, id, account_id, code, company_name, address)
  select $1, g.id, a.id, g."subCurrAccCode", g."companyName", g.address
  from jsonb_to_recordset($2) g (id uuid, "accountId" uuid, "subCurrAccCode" text, "companyName" text, address text)
  join accounts a on a.tenant_id = $1 and a.id = g."accountId"
  on conflict (tenant_id, account_id, code) where deleted_at is null do update
    set company_name = excluded.company_name, address = excluded.address`)

type ApplyOptions = { actor: Actor; priceGroup: string; currencyCode: string; now: Date }

/**
 * Takes customers from the ERP and logs the changes as the ERP's. The ERP owns the accounting data; price group and
 * agent are ours, and so are an existing email and phone, and tax office and currency if the ERP has none. New
 * customers get `priceGroup`, `currencyCode` by default, and no agent. Branches are never deleted, because orders may
 * refer to them. Deleted customers are updated, but stay deleted.
 */
export async function applyCustomers(
  tx: Tx,
  rows: PulledCustomer[],
  { actor, priceGroup, currencyCode, now }: ApplyOptions,
): Promise<Applied> {
  const refused: Refused[] = []
  const taken = new Map<string, PulledCustomer>()
  for (const row of rows) {
    const reason = faultOf(row)
    if (reason) refused.push({ name: `${row.code} ${row.description}`.trim(), reason })
    // The later of duplicates is newer.
    else taken.set(row.code, row)
  }
  const codes = [...taken.keys()]
  const [, stored] = await Promise.all([
    tx.query(lockAccounts, codes),
    tx.query<StoredAccount>(readAccounts, codes),
  ])
  const known = new Map(stored.map((one) => [one.currAccCode, one]))
  const all = [...taken.values()].map((row) => {
    const before = known.get(row.code)
    const branches = branchesOf(row).filter((one) => !before?.branches.some((other) => isSame(one, other)))
    return { id: before?.id ?? newId(), row, before, after: merged(row, before, currencyCode), branches }
  })
  const changed = all.filter(
    ({ before, after, branches }) => before && (branches.length > 0 || differs(before, after)),
  )
  const fresh = all.filter(({ before }) => !before)
  const written = (some: typeof all) =>
    JSON.stringify(some.map(({ id, row, after }) => ({ ...after, id, currAccCode: row.code })))
  const [, added] = await Promise.all([
    tx.query(change, written(changed), now),
    tx.query<{ id: string }>(add, written(fresh), now, priceGroup),
    tx.query(
      writeBranches,
      JSON.stringify(
        all.flatMap(({ id: accountId, branches }) =>
          branches.map((branch) => ({ ...branch, accountId, id: newId() })),
        ),
      ),
    ),
  ])
  const addedIds = new Set(added.map(({ id }) => id))
  const isWritten = ({ id, before }: (typeof all)[number]) => before !== undefined || addedIds.has(id)
  const records = [...changed, ...fresh].filter(isWritten).map(recordOf)
  await recordChanges(tx, actor, now, records)
  return {
    added: addedIds.size,
    updated: changed.length,
    unchanged: all.length - changed.length - addedIds.size,
    refused,
  }
}

type Taken = {
  id: string
  row: PulledCustomer
  before: StoredAccount | undefined
  after: ErpFields
  /** New and changed ones. */
  branches: Branch[]
}

function recordOf({ id, row, before, after, branches }: Taken): ChangeOf {
  const named = { currAccCode: row.code, currAccDescription: after.currAccDescription }
  const about = { subject: 'customer', subjectId: id, subjectName: accountName(named) } as const
  const subCurrAccs = withBranches(before?.branches ?? [], branches)
  if (!before) return { ...about, action: 'added', after: { ...named, ...after, subCurrAccs } }
  const { id: _id, branches: formerBranches, ...former } = before
  return {
    ...about,
    action: 'changed',
    before: { ...former, subCurrAccs: formerBranches },
    after: { ...named, ...after, subCurrAccs },
  }
}

/** Changed branches keep their place, new ones follow. */
function withBranches(former: Branch[], written: Branch[]): Branch[] {
  const byCode = new Map([...former, ...written].map((branch) => [branch.subCurrAccCode, branch]))
  return [...byCode.values()]
}

/** Fields that the ERP leaves empty keep the office's value. */
function merged(row: PulledCustomer, before: StoredAccount | undefined, currencyCode: string): ErpFields {
  const fromErp = fieldsOf(row)
  return {
    ...fromErp,
    email: firstAddress(before?.email ?? '') || fromErp.email,
    phone: before?.phone || fromErp.phone,
    taxOffice: fromErp.taxOffice || (before?.taxOffice ?? ''),
    currencyCode: fromErp.currencyCode || (before?.currencyCode ?? currencyCode),
  }
}

function differs(before: StoredAccount, after: ErpFields): boolean {
  return fields.some((field) => before[field] !== after[field])
}

const isSame = (one: Branch, other: Branch) =>
  one.subCurrAccCode === other.subCurrAccCode &&
  one.companyName === other.companyName &&
  one.address === other.address

/** Cut to our limits; of duplicate codes the last. */
function branchesOf({ branches }: PulledCustomer): Branch[] {
  const byCode = new Map<string, Branch>()
  for (const { code, companyName, address } of branches) {
    if (code.length < 1 || code.length > maxAccountCodeLength) continue
    byCode.set(code, {
      subCurrAccCode: code,
      companyName: cutText(companyName, textLimits.currAccDescription) || code,
      address: cutText(address, textLimits.address),
    })
  }
  return [...byCode.values()]
}

function faultOf({ code, description, currencyCode }: PulledCustomer): RefusedReason | undefined {
  if (code.length < 1 || code.length > maxAccountCodeLength) return 'codeTooLong'
  if (description.trim() === '') return 'nameMissing'
  if (!/^(?:[A-Z]{3})?$/.test(currencyCode)) return 'currencyUnknown'
  return undefined
}

function fieldsOf({ description, isBlocked, ...row }: PulledCustomer): ErpFields {
  const whole = { ...row, currAccDescription: description.trim(), email: firstAddress(row.email) }
  const cut = texts.map((text) => [text, cutText(whole[text], textLimits[text])])
  return { ...(Object.fromEntries(cut) as Record<ErpText, string>), isBlocked }
}

/** ERPs keep several addresses in one field, or other remarks: with these the office could not save the customer. */
const firstAddress = (text: string) =>
  text.split(/[\s,;]+/).find((part) => part !== '' && email.safeParse(part).success) ?? ''
