import type { Wholesaler } from './factories.ts'

type Balance = { balance: number; overdue?: number; openOrders?: number; asOf?: Date; currencyCode?: string }

/** Stores what an account owes, as an ERP tells it. */
export async function tellBalance(shop: Wholesaler, code: string, reported: Balance): Promise<void> {
  const { balance, overdue = null, openOrders = null, asOf = new Date(), currencyCode = 'TRY' } = reported
  await shop.query(
    `insert into account_balances (tenant_id, account_id, currency_code, balance, overdue, open_orders, as_of, source)
     select $1, id, $3, $4, $5, $6, $7, 'erp' from accounts where tenant_id = $1 and code = $2
     on conflict (tenant_id, account_id, currency_code) do update
       set balance = excluded.balance, overdue = excluded.overdue, open_orders = excluded.open_orders,
           as_of = excluded.as_of`,
    code,
    currencyCode,
    balance,
    overdue,
    openOrders,
    asOf,
  )
}

type Document = {
  key: string
  kind?: string
  issuedOn?: string
  dueOn?: string
  currencyCode?: string
  amount: number
  openAmount?: number
  description?: string
}

export async function tellDocument(shop: Wholesaler, code: string, reported: Document): Promise<void> {
  const {
    key,
    kind = 'invoice',
    issuedOn = '2026-01-01',
    dueOn = null,
    currencyCode = 'TRY',
    amount,
  } = reported
  await shop.query(
    `insert into account_documents
       (tenant_id, account_id, key, kind, number, issued_on, due_on, currency_code, amount, open_amount, description)
     select $1, id, $3, $4, $3, $5::date, $6::date, $7, $8, $9, $10 from accounts where tenant_id = $1 and code = $2`,
    code,
    key,
    kind,
    issuedOn,
    dueOn,
    currencyCode,
    amount,
    reported.openAmount ?? 0,
    reported.description ?? '',
  )
}
