import { prepared } from '#server/db/statement.ts'
import type { Call } from '#server/http.ts'
import type {
  Customer,
  getCustomers,
  getShopSalesPerson,
  getSubCurrAccs,
  SalesPerson,
  SubCurrAcc,
} from '#shared/customers.ts'
import { joinLivingAgent } from './account.ts'
import { reachableAccount, reachOf } from './reach.ts'

const listCustomers = prepared(`
  select a.code as "currAccCode", a.description as "currAccDescription", a.currency_code as "currencyCode",
         a.price_group as "priceGroup", coalesce(g.code, '') as "salesPersonCode"
  from accounts a ${joinLivingAgent}
  where a.tenant_id = $1 and a.deleted_at is null and not a.is_blocked
    and ($2::uuid is null or a.agent_id = $2) and ($3::uuid is null or a.id = $3)
  order by a.description collate "tr-x-icu", a.code`)

/** Accounts that can be ordered for; blocked ones are left out. */
export async function customersOf({ tx, user }: Call<typeof getCustomers>) {
  const reach = reachOf(user)
  return {
    success: true as const,
    data: await tx.query<Customer>(listCustomers, reach.agentId, reach.accountId),
  }
}

const listSubAccounts = prepared(`
  select id as "subCurrAccId", code as "subCurrAccCode", company_name as "companyName" from sub_accounts
  where tenant_id = $1 and account_id = $2 and deleted_at is null order by sort_order, code`)

export async function subAccountsOf(
  { tx, user }: Call<typeof getSubCurrAccs>,
  { currAccCode }: { currAccCode: string },
) {
  const account = await reachableAccount(tx, user, currAccCode)
  return { success: true as const, data: await tx.query<SubCurrAcc>(listSubAccounts, account.id) }
}

const listAgents = prepared(`
  select g.code as "salesPersonCode", g.name as "firstLastName" from agents g
  left join accounts a on a.tenant_id = $1 and a.id = $2
  where g.tenant_id = $1 and g.is_active and g.deleted_at is null
  order by g.id is not distinct from a.agent_id desc, g.name collate "tr-x-icu", g.code`)

export async function agentsFor(
  { tx, user }: Call<typeof getShopSalesPerson>,
  { currAccCode }: { currAccCode?: string | undefined },
) {
  const account = currAccCode ? await reachableAccount(tx, user, currAccCode) : user.account
  return { success: true as const, data: await tx.query<SalesPerson>(listAgents, account?.id ?? null) }
}
