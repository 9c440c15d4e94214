import { newId } from '#server/db/newId.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { addCustomer } from '#shared/customers/customers.ts'
import type { ErpParty } from '#shared/erp/document.ts'
import type { TaxTreatment } from '#shared/pricing/tax.ts'
import { accountTable } from './account.ts'

export type NewAgent = { code: string; name: string }

export type NewAccount = ErpParty & {
  priceGroup: string
  agentCode: string
  excludedBrands: string[]
  taxTreatment?: TaxTreatment
  subAccounts: { code: string; companyName: string; address: string }[]
}

const insertAgent = prepared(`
  insert into agents (tenant_id, id, code, name, updated_at) values ($1, $2, $3, $4, $5)
  on conflict (tenant_id, code) do update set name = excluded.name returning id`)

/** Renames an existing one. Returns the id. */
export async function addAgent(tx: Tx, agent: NewAgent, now: Date): Promise<string> {
  const [row] = await tx.query<{ id: string }>(insertAgent, newId(), agent.code, agent.name, now)
  if (!row) throw new Error('The agent was not added')
  return row.id
}

const findAgent = prepared('select id from agents where tenant_id = $1 and code = $2')
const findAccount = prepared('select id from accounts where tenant_id = $1 and code = $2')
const insertSubAccounts = prepared(`
  insert into sub_accounts (tenant_id, id, account_id, code, company_name, address, sort_order)
  select $1, s.id, $2, s.code, s."companyName", s.address, s.position
  from jsonb_to_recordset($3) s (id uuid, code text, "companyName" text, address text, position integer)
  on conflict (tenant_id, account_id, code) where deleted_at is null do nothing`)
const insertExclusions = prepared(`
  insert into excluded_brands (tenant_id, account_id, brand_id)
  select $1, $2, id from brands where tenant_id = $1 and name = any ($3::text[])
  on conflict do nothing`)

/** Leaves an existing one unchanged. Returns the id. */
export async function addAccount(tx: Tx, account: NewAccount, now: Date): Promise<string> {
  const [agent] = await tx.query<{ id: string }>(findAgent, account.agentCode)
  const { code, description, taxTreatment = 'domestic' } = account
  const named = { ...account, currAccCode: code, currAccDescription: description, taxTreatment }
  const fields = addCustomer.input.parse({ ...named, subCurrAccs: [] })
  await accountTable.insert(tx, newId(), fields, { agent_id: agent?.id ?? null }, now)
  const [row] = await tx.query<{ id: string }>(findAccount, account.code)
  if (!row) throw new Error('The account was not added')
  const { subAccounts } = account
  const added = subAccounts.map((sub, at) => ({ ...sub, id: newId(), position: at + 1 }))
  await tx.query(insertSubAccounts, row.id, JSON.stringify(added))
  await tx.query(insertExclusions, row.id, account.excludedBrands)
  return row.id
}
