import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { verb } from '#server/http/http.ts'
import { oneOf } from '#server/http/refuse.ts'
import { recordTable } from '#server/records/recordTable.ts'
import { type Account, getCustomerById } from '#shared/customers/customers.ts'
import { id as idSchema } from '#shared/endpoint.ts'
import { Refusal } from '#shared/errors.ts'
import { customerFields } from '#shared/records/customerFields.ts'
import type { RecordOf } from '#shared/records/recordField.ts'

/** Deleted agents do not count. Needs a(ccounts); joins agents as g. */
export const joinLivingAgent =
  'left join agents g on g.tenant_id = $1 and g.id = a.agent_id and g.deleted_at is null'

export type AccountForm = RecordOf<typeof customerFields>

export const accountTable = recordTable({
  table: 'accounts',
  fields: customerFields,
  own: ['agent_id'],
  first: [],
})

export const accountName = (account: Pick<AccountForm, 'currAccCode' | 'currAccDescription'>) =>
  `${account.currAccCode} ${account.currAccDescription}`

const fields = `
  a.id, ${accountTable.selected('a')}, coalesce(g.code, '') as "salesPersonCode", a.version,
  a.deleted_at is not null as "isDeleted",
  coalesce((
    select json_agg(json_build_object('subCurrAccId', s.id, 'subCurrAccCode', s.code, 'companyName', s.company_name,
                                      'address', s.address) order by s.sort_order, s.code)
    from sub_accounts s
    where s.tenant_id = $1 and s.account_id = a.id and s.deleted_at is null), '[]'::json) as "subCurrAccs"`

const read = prepared(`
  select ${fields},
    (select count(*)::int from excluded_brands x where x.tenant_id = $1 and x.account_id = a.id) as "excludedBrands",
    coalesce((
      select json_agg(json_build_object('id', u.id, 'username', u.username) order by u.username)
      from users u where u.tenant_id = $1 and u.account_id = a.id and u.deleted_at is null), '[]'::json) as users
  from accounts a ${joinLivingAgent}
  where a.tenant_id = $1 and (a.id = $2::uuid or a.code = $3)`)

/** Also finds deleted ones. */
export const readAccount = verb(getCustomerById, async ({ tx }, { id }) => {
  return oneOf(tx.query<Account>(read, ...idOrCode(id)))
})

/** agentId may be a deleted agent's, whose code is hidden. */
export type LockedAccount = AccountForm & {
  id: string
  version: number
  isDeleted: boolean
  agentId: string | null
}

const lock = prepared(`
  select id from accounts where tenant_id = $1 and (id = $2::uuid or code = $3) for no key update`)
const readLocked = prepared(`
  select ${fields}, a.agent_id as "agentId" from accounts a ${joinLivingAgent}
  where a.tenant_id = $1 and (a.id = $2::uuid or a.code = $3)`)

/**
 * By id or code, locked until the transaction ends; orders can still be placed. Separate statement after the lock, so
 * that it sees rows committed while we waited. Refuses with `notFound`.
 */
export async function lockAccount(tx: Tx, key: string): Promise<LockedAccount> {
  const values = idOrCode(key)
  const [, [account]] = await Promise.all([
    tx.query(lock, ...values),
    tx.query<LockedAccount>(readLocked, ...values),
  ])
  if (!account) throw new Refusal('notFound')
  return account
}

/** Ids are longer than codes. */
export function idOrCode(key: string): [id: string | null, code: string | null] {
  const { data } = idSchema.safeParse(key)
  return data ? [data, null] : [null, key]
}
