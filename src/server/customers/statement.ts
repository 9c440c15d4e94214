import { isoTime } from '#server/db/isoTime.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { verb } from '#server/http/http.ts'
import type { Tenant } from '#server/tenancy/tenants.ts'
import type { User } from '#server/users/session.ts'
import { addDays, dayOf } from '#shared/clock.ts'
import {
  getStatement,
  maxStatementRows,
  type Statement,
  type StatementAsked,
  type StatementOfCurrency,
  type StatementPaper,
} from '#shared/customers/statement.ts'
import { Refusal } from '#shared/errors.ts'
import { fromMinor, type Minor, minor, sumMinor, toMinor } from '#shared/numbers/money.ts'
import type { Money } from '#shared/orders/orders.ts'
import { overdueOf } from './owed.ts'
import { reachableAccount } from './reach.ts'

const inCurrency = '($3::text is null or d.currency_code = $3)'
const document = `
  d.kind, d.number, to_char(d.issued_on, 'YYYY-MM-DD') as "issuedOn", to_char(d.due_on, 'YYYY-MM-DD') as "dueOn",
  d.description, d.amount::float8, d.open_amount::float8 as "openAmount", d.currency_code as "currencyCode"`

const readAccount = prepared(`
  select a.description as name, ${overdueOf('a.id', '$3::date')} as overdue
  from accounts a where a.tenant_id = $1 and a.id = $2`)
const readBalances = prepared(`
  select d.currency_code as "currencyCode", d.balance::float8, ${isoTime('d.as_of')} as "asOf", d.source
  from account_balances d where d.tenant_id = $1 and d.account_id = $2 and ${inCurrency}`)
const readRows = prepared(`
  select ${document} from account_documents d
  where d.tenant_id = $1 and d.account_id = $2 and ${inCurrency} and d.issued_on between $4::date and $5::date
  order by d.issued_on desc, d.key desc limit $6`)
const sumAll = prepared(`
  select d.currency_code as "currencyCode", sum(d.amount)::float8 as "all",
         coalesce(sum(d.amount) filter (where d.issued_on > $4::date), 0)::float8 as later
  from account_documents d where d.tenant_id = $1 and d.account_id = $2 and ${inCurrency} group by 1`)
const readPapers = prepared(`
  select ${document} from account_documents d
  where d.tenant_id = $1 and d.account_id = $2 and ${inCurrency} and d.kind in ('cheque', 'note')
    and (d.open_amount <> 0 or d.due_on >= $4::date)
  order by d.due_on, d.issued_on, d.key limit $5`)

type Row = Omit<StatementPaper, 'dueOn' | 'isOverdue'> & { dueOn: string | null }
type Balance = { currencyCode: string; balance: number; asOf: string; source: 'erp' | 'file' }

type Reader = { user: User; tenant: Pick<Tenant, 'timeZone'>; now: Date }

/** The statement of an account in the user's reach; their own by default. Refuses with `notFound`. */
export async function statementOf(
  tx: Tx,
  { user, tenant, now }: Reader,
  { currAccCode, from, to, currencyCode }: StatementAsked,
): Promise<Statement> {
  const account = currAccCode ? await reachableAccount(tx, user, currAccCode) : user.account
  if (!account) throw new Refusal('notFound')
  const today = dayOf(now, tenant.timeZone)
  const end = to ?? today
  const start = from ?? addDays(end, -364)
  const currency = currencyCode ?? null
  const [[named], balances, newest, sums, papers] = await Promise.all([
    tx.query<{ name: string; overdue: Money[] }>(readAccount, account.id, today),
    tx.query<Balance>(readBalances, account.id, currency),
    tx.query<Row>(readRows, account.id, currency, start, end, maxStatementRows + 1),
    tx.query<{ currencyCode: string; all: number; later: number }>(sumAll, account.id, currency, end),
    tx.query<Row>(readPapers, account.id, currency, today, maxStatementRows),
  ])
  const isCut = newest.length > maxStatementRows
  const rows = newest.slice(0, maxStatementRows).toReversed()
  const rowsOf = Map.groupBy(rows, (row) => row.currencyCode)
  const codes = [...new Set([...balances, ...sums].map((one) => one.currencyCode))].toSorted()
  const currencies = codes.flatMap((code) => {
    const sum = sums.find((one) => one.currencyCode === code) ?? { all: 0, later: 0 }
    // Without a balance, all documents are owed.
    const owed = balances.find((one) => one.currencyCode === code)?.balance ?? sum.all
    const overdue = named?.overdue.find((one) => one.currency === code)?.amount ?? 0
    const closing = minor(toMinor(owed) - toMinor(sum.later))
    const one = ofCurrency(rowsOf.get(code) ?? [], closing, today)
    return one.rows.length > 0 || one.closing !== 0 ? [{ currencyCode: code, overdue, ...one }] : []
  })
  const [oldest] = balances.toSorted((one, other) => (one.asOf < other.asOf ? -1 : 1))
  return {
    currAccCode: currAccCode ?? account.code,
    currAccDescription: named?.name ?? '',
    from: start,
    to: end,
    ...(oldest ? { asOf: oldest.asOf, source: oldest.source } : {}),
    currencies,
    papers: papers.map((paper) => ({ ...shown(paper, today), currencyCode: paper.currencyCode })),
    isCut,
  }
}

/** Counted back from the closing balance. */
function ofCurrency(
  rows: Row[],
  closing: Minor,
  today: string,
): Pick<StatementOfCurrency, 'opening' | 'closing' | 'rows'> {
  const opening = minor(closing - sumMinor(rows.map(({ amount }) => toMinor(amount))))
  let balance = opening
  return {
    opening: fromMinor(opening),
    closing: fromMinor(closing),
    rows: rows.map((row) => {
      balance = sumMinor([balance, toMinor(row.amount)])
      return { ...shown(row, today), balance: fromMinor(balance) }
    }),
  }
}

function shown({ currencyCode: _currency, dueOn, ...row }: Row, today: string) {
  const isOverdue = dueOn !== null && dueOn < today && row.openAmount > 0
  return { ...row, ...(dueOn === null ? {} : { dueOn }), isOverdue }
}

export const readStatement = verb(getStatement, (call, asked) => statementOf(call.tx, call, asked))
