import { stateThat } from '#server/orders/stateSql.ts'

/** SQL: what an account owes, as told, by currency. `account` is the SQL of its id. */
export const balancesOf = (account: string) => `(
  select coalesce(json_agg(json_build_object('currency', b.currency_code, 'amount', b.balance)
                           order by b.currency_code), '[]')
  from account_balances b where b.tenant_id = $1 and b.account_id = ${account})`

/** SQL: what of it is overdue on a day, by currency. What the source says itself counts before its documents. */
export const overdueOf = (account: string, day: string) => `(
  select coalesce(json_agg(json_build_object('currency', o.currency_code, 'amount', o.amount)
                           order by o.currency_code), '[]')
  from (
    select b.currency_code, b.overdue as amount from account_balances b
    where b.tenant_id = $1 and b.account_id = ${account} and b.overdue <> 0
    union all
    select d.currency_code, sum(d.open_amount) from account_documents d
    where d.tenant_id = $1 and d.account_id = ${account} and d.open_amount <> 0 and d.due_on < ${day}
      and not exists (select from account_balances b
                      where b.tenant_id = $1 and b.account_id = ${account} and b.currency_code = d.currency_code
                        and b.overdue is not null)
    group by d.currency_code having sum(d.open_amount) <> 0) o)`

/**
 * SQL: whether the order o is not in a balance of this time. Newer than its transfer; where none are transferred, than
 * the order itself, or than when the office accepted it. Without a balance, what was transferred is the ERP's.
 */
export const isOpenOrder = (transferEnabled: string, asOf: string) => `
  ${stateThat('takesStock')} and case when ${transferEnabled}::boolean
    then o.transferred_at is null or o.transferred_at > ${asOf}
    else o.placed_at > coalesce(${asOf}, '-infinity') or exists (
      select from order_holds h where h.tenant_id = $1 and h.order_id = o.id
      and (h.decided_at is null or h.decided_at > ${asOf})) end`
