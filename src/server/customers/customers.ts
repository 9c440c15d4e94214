import { containsWords, escapeLike } from '#server/db/search.ts'
import { prepared } from '#server/db/statement.ts'
import { collectValues } from '#server/db/values.ts'
import { verb } from '#server/http/http.ts'
import {
  type Customer,
  getCustomers,
  getShopSalesPerson,
  getSubCurrAccs,
  type SalesPerson,
  type SubCurrAcc,
} from '#shared/customers/customers.ts'
import { foldForSearch } from '#shared/text/text.ts'
import { joinLivingAgent } from './account.ts'
import { reachableAccount, reachOf } from './reach.ts'

/** Accounts to order for, without blocked ones. Exact codes first, then code prefixes. */
export const customersOf = verb(getCustomers, async ({ tx, user }, { search = '', limit }) => {
  const reach = reachOf(user)
  const values = collectValues()
  const [agentId, accountId] = [values.add(reach.agentId), values.add(reach.accountId)]
  const typed = escapeLike(foldForSearch(search))
  const [wholeCode, prefix] = [values.add(`${typed} %`), values.add(`${typed}%`)]
  const text = `
    select a.code as "currAccCode", a.description as "currAccDescription", a.currency_code as "currencyCode",
           a.price_group as "priceGroup", coalesce(g.code, '') as "salesPersonCode",
           a.tax_treatment as "taxTreatment"
    from accounts a ${joinLivingAgent}
    where a.tenant_id = $1 and a.deleted_at is null and not a.is_blocked
      and (${agentId}::uuid is null or a.agent_id = ${agentId}) and (${accountId}::uuid is null or a.id = ${accountId})
      and ${containsWords('a.search_text', search, values)}
    order by a.search_text like ${wholeCode} desc, a.search_text like ${prefix} desc,
             a.description collate "tr-x-icu", a.code limit ${values.add(limit ?? null)}`
  return tx.query<Customer>({ text }, ...values.list)
})

const listSubAccounts = prepared(`
  select id as "subCurrAccId", code as "subCurrAccCode", company_name as "companyName" from sub_accounts
  where tenant_id = $1 and account_id = $2 and deleted_at is null order by sort_order, code`)

export const subAccountsOf = verb(getSubCurrAccs, async ({ tx, user }, { currAccCode }) => {
  const account = currAccCode ? await reachableAccount(tx, user, currAccCode) : user.account
  if (!account) return []
  return tx.query<SubCurrAcc>(listSubAccounts, account.id)
})

const listAgents = prepared(`
  select g.code as "salesPersonCode", g.name as "firstLastName" from agents g
  where g.tenant_id = $1 and g.is_active and g.deleted_at is null
  order by g.id is not distinct from (select a.agent_id from accounts a where a.tenant_id = $1 and a.id = $2) desc, g.name collate "tr-x-icu", g.code`)

export const agentsFor = verb(getShopSalesPerson, async ({ tx, user }, { currAccCode }) => {
  const account = currAccCode ? await reachableAccount(tx, user, currAccCode) : user.account
  return tx.query<SalesPerson>(listAgents, account?.id ?? null)
})
