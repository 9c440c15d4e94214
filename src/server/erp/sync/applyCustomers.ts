import { v7 as uuidv7 } from 'uuid'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { RefusedReason } from '#shared/erp.ts'
import type { PulledCustomer } from '../connector.ts'
import type { Applied, Refused } from './applied.ts'

// What the ERP has its say over: everything that a bookkeeper keeps. Price group, agent, and the address that mails go to
// once somebody has written one here, are ours; what the ERP has no word for (tax office, currency) stays. A customer who was deleted here stays so, and is brought up to date.
const write = prepared(`
  with given as (
    select * from jsonb_to_recordset($2) g (id uuid, code text, description text, email text, phone text,
      "taxNumber" text, "taxOffice" text, address text, city text, country text, "currencyCode" text, "isBlocked" boolean)
  ), known as (
    select a.id, a.code from accounts a join given g on g.code = a.code where a.tenant_id = $1
    order by a.id for no key update of a
  ), changed as (
    update accounts a set description = g.description,
      email = case when a.email = '' then g.email else a.email end,
      phone = case when a.phone = '' then g.phone else a.phone end, tax_number = g."taxNumber",
      tax_office = coalesce(nullif(g."taxOffice", ''), a.tax_office), address = g.address, city = g.city, country = g.country,
      currency_code = coalesce(nullif(g."currencyCode", ''), a.currency_code), is_blocked = g."isBlocked", updated_at = $3, version = a.version + 1
    from given g join known k on k.code = g.code
    where a.tenant_id = $1 and a.id = k.id
      and (a.description, a.email, a.phone, a.tax_number, a.tax_office, a.address, a.city, a.country, a.currency_code,
           a.is_blocked) is distinct from
          (g.description, case when a.email = '' then g.email else a.email end,
           case when a.phone = '' then g.phone else a.phone end, g."taxNumber",
           coalesce(nullif(g."taxOffice", ''), a.tax_office), g.address, g.city, g.country,
           coalesce(nullif(g."currencyCode", ''), a.currency_code), g."isBlocked")
    returning a.id
  ), added as (
    insert into accounts (tenant_id, id, code, description, email, phone, tax_number, tax_office, address, city, country,
                          currency_code, price_group, is_blocked, updated_at)
    select $1, g.id, g.code, g.description, g.email, g.phone, g."taxNumber", g."taxOffice", g.address, g.city, g.country,
           coalesce(nullif(g."currencyCode", ''), $5), $4, g."isBlocked", $3
    from given g where g.code not in (select code from known)
    on conflict (tenant_id, code) do nothing returning id
  )
  select (select count(*)::int from changed) as changed, (select count(*)::int from added) as added`)

const writeBranches = prepared(`
  with given as (
    select g.id, a.id as account_id, g.code, g.company_name, g.address
    from jsonb_to_recordset($2) g (id uuid, "accountCode" text, code text, company_name text, address text)
    join accounts a on a.tenant_id = $1 and a.code = g."accountCode"
  )
  insert into sub_accounts (tenant_id, id, account_id, code, company_name, address)
  select $1, id, account_id, code, company_name, address from given
  on conflict (tenant_id, account_id, code) where deleted_at is null do update
    set company_name = excluded.company_name, address = excluded.address
    where (sub_accounts.company_name, sub_accounts.address) is distinct from (excluded.company_name, excluded.address)
  returning id`)

/**
 * Takes customers as the ERP has them. New ones get `priceGroup`, `currencyCode` unless the ERP says one, and no agent. Branches are added and renamed, never
 * taken away: orders may be theirs.
 */
export async function applyCustomers(
  tx: Tx,
  rows: PulledCustomer[],
  { priceGroup, currencyCode, now }: { priceGroup: string; currencyCode: string; now: Date },
): Promise<Applied> {
  const refused: Refused[] = []
  const taken = new Map<string, PulledCustomer>()
  for (const row of rows) {
    const reason = faultOf(row)
    if (reason) refused.push({ name: `${row.code} ${row.description}`.trim(), reason })
    // The same one twice in a page: what comes later is newer.
    else taken.set(row.code, row)
  }
  const all = [...taken.values()]
  const given = all.map((row) => ({ ...row, branches: undefined, ...cut(row), id: uuidv7() }))
  const branches = all.flatMap(({ code: accountCode, branches: own }) =>
    own
      .filter(({ code }) => code.length >= 1 && code.length <= 30)
      .map(({ code, companyName, address }) => ({
        id: uuidv7(),
        accountCode,
        code,
        company_name: companyName.slice(0, 100) || code,
        address: address.slice(0, 500),
      })),
  )
  const [[counted]] = await Promise.all([
    tx.query<{ changed: number; added: number }>(write, JSON.stringify(given), now, priceGroup, currencyCode),
    tx.query(writeBranches, JSON.stringify(branches)),
  ])
  const { changed = 0, added = 0 } = counted ?? {}
  return { added, updated: changed, unchanged: all.length - changed - added, refused }
}

function faultOf({ code, description, currencyCode }: PulledCustomer): RefusedReason | undefined {
  if (code.length < 1 || code.length > 30) return 'codeTooLong'
  if (description.trim() === '') return 'nameMissing'
  if (!/^(?:[A-Z]{3})?$/.test(currencyCode)) return 'currencyUnknown'
  return undefined
}

/** As much as we keep of each: a long name is no reason to be without a customer. */
function cut(row: PulledCustomer) {
  return {
    description: row.description.trim().slice(0, 100),
    email: row.email.slice(0, 254),
    phone: row.phone.slice(0, 50),
    taxNumber: row.taxNumber.slice(0, 50),
    taxOffice: row.taxOffice.slice(0, 100),
    address: row.address.slice(0, 500),
    city: row.city.slice(0, 100),
    country: row.country.slice(0, 100),
  }
}
