import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { jsonYielding } from '#server/yielding.ts'
import type { BalanceFileKind } from '#shared/customers/balanceFiles.ts'
import type { ReportedBalance, ReportedDocument } from '#shared/customers/reported.ts'
import { toMinor } from '#shared/numbers/money.ts'

export type ReportSource = 'erp' | 'file'

/** What is reported for one account. What is absent stays as it was reported before. */
export type Reported = {
  accountId: string
  /** An account that owes nothing has a balance of 0. */
  balances?: { asOf: string; amounts: ReportedBalance[] } | undefined
  documents?: ReportedDocument[] | undefined
}

// With the accounts locked, an order that is placed sees all of the old or all of the new balance.
export const lockAccounts = prepared(
  'select id from accounts where tenant_id = $1 and id = any ($2::uuid[]) order by id for no key update',
)
const readAmounts = prepared(`
  select account_id as "accountId", jsonb_object_agg(currency_code, jsonb_build_array(balance, overdue, open_orders)) as amounts
  from account_balances where tenant_id = $1 and account_id = any ($2::uuid[]) group by account_id`)

const balancesIn = `jsonb_to_recordset($2) g ("accountId" uuid, "asOf" timestamptz, "currencyCode" text,
    "balanceMinor" numeric, "overdueMinor" numeric, "openOrdersMinor" numeric)`
const dropBalances = prepared(`
  delete from account_balances b
  where b.tenant_id = $1 and b.account_id = any ($3::uuid[]) and not exists (
    select from ${balancesIn} where g."accountId" = b.account_id and g."currencyCode" = b.currency_code)`)
const writeBalances = prepared(`
  insert into account_balances (tenant_id, account_id, currency_code, balance, overdue, open_orders, as_of, source, told_at)
  select $1, g."accountId", g."currencyCode", g."balanceMinor" / 100, g."overdueMinor" / 100, g."openOrdersMinor" / 100,
         g."asOf", $3, $4
  from ${balancesIn}
  on conflict (tenant_id, account_id, currency_code) do update
    set balance = excluded.balance, overdue = excluded.overdue, open_orders = excluded.open_orders,
        as_of = excluded.as_of, source = excluded.source, told_at = excluded.told_at`)

const documentsIn = `jsonb_to_recordset($2) g ("accountId" uuid, key text, kind text, number text, "issuedOn" date,
    "dueOn" date, "currencyCode" text, "amountMinor" numeric, "openMinor" numeric, description text)`
const dropDocuments = prepared(`
  delete from account_documents d
  where d.tenant_id = $1 and d.account_id = any ($3::uuid[]) and not exists (
    select from ${documentsIn} where g."accountId" = d.account_id and g.key = d.key)
  returning d.account_id as "accountId"`)
const written = [
  'kind',
  'number',
  'issued_on',
  'due_on',
  'currency_code',
  'amount',
  'open_amount',
  'description',
  'source',
]
const rowOf = (alias: string) => `(${written.map((column) => `${alias}.${column}`).join()})`
// Most documents were reported before and are the same.
const writeDocuments = prepared(`
  insert into account_documents (tenant_id, account_id, key, ${written.join()})
  select $1, g."accountId", g.key, g.kind, g.number, g."issuedOn", g."dueOn", g."currencyCode", g."amountMinor" / 100,
         g."openMinor" / 100, g.description, $3
  from ${documentsIn}
  on conflict (tenant_id, account_id, key) do update
    set ${written.map((column) => `${column} = excluded.${column}`).join()}
    where ${rowOf('account_documents')} is distinct from ${rowOf('excluded')}
  returning account_id as "accountId"`)

const batchSize = 500

/**
 * Replaces what was reported for these accounts. Returns how many had none before, and for how many others
 * something differs.
 */
export async function writeReported(
  tx: Tx,
  reported: Reported[],
  { source, now }: { source: ReportSource; now: Date },
): Promise<{ added: number; changed: number }> {
  const counts = { added: 0, changed: 0 }
  // In the same order in all transactions.
  const sorted = reported.toSorted((one, other) => (one.accountId < other.accountId ? -1 : 1))
  for (let start = 0; start < sorted.length; start += batchSize) {
    // oxlint-disable-next-line no-await-in-loop -- one transaction
    const one = await writeBatch(tx, sorted.slice(start, start + batchSize), { source, now })
    counts.added += one.added
    counts.changed += one.changed
  }
  return counts
}

async function writeBatch(
  tx: Tx,
  reported: Reported[],
  { source, now }: { source: ReportSource; now: Date },
): Promise<{ added: number; changed: number }> {
  const withBalances = reported.flatMap(({ accountId, balances }) =>
    balances ? [{ accountId, ...balances }] : [],
  )
  const withDocuments = reported.flatMap(({ accountId, documents }) =>
    documents ? [{ accountId, documents }] : [],
  )
  const rows = JSON.stringify(
    withBalances.flatMap(({ accountId, asOf, amounts }) =>
      amounts.map((amount) => ({ accountId, asOf, ...amount })),
    ),
  )
  const documents = await jsonYielding(
    withDocuments.flatMap(({ accountId, documents: all }) => all.map((one) => ({ accountId, ...one }))),
  )
  const balanceIds = withBalances.map(({ accountId }) => accountId)
  const documentIds = withDocuments.map(({ accountId }) => accountId)
  const [, before, , , dropped, changed] = await Promise.all([
    tx.query(
      lockAccounts,
      reported.map(({ accountId }) => accountId),
    ),
    tx.query<{ accountId: string; amounts: Record<string, (number | null)[]> }>(readAmounts, balanceIds),
    tx.query(dropBalances, rows, balanceIds),
    tx.query(writeBalances, rows, source, now),
    tx.query<{ accountId: string }>(dropDocuments, documents, documentIds),
    tx.query<{ accountId: string }>(writeDocuments, documents, source),
  ])
  const known = new Map(before.map(({ accountId, amounts }) => [accountId, amounts]))
  const added = withBalances.filter(({ accountId }) => !known.has(accountId))
  const differing = new Set([...dropped, ...changed].map(({ accountId }) => accountId))
  for (const { accountId, amounts } of withBalances)
    if (differs(known.get(accountId), amounts)) differing.add(accountId)
  for (const { accountId } of added) differing.delete(accountId)
  return { added: added.length, changed: differing.size }
}

function differs(was: Record<string, (number | null)[]> | undefined, is: ReportedBalance[]): boolean {
  if (!was || Object.keys(was).length !== is.length) return true
  const minorOf = (amount: number | null | undefined) => (typeof amount === 'number' ? toMinor(amount) : null)
  return is.some(({ currencyCode, balanceMinor, overdueMinor, openOrdersMinor }) => {
    const [balance, overdue, openOrders] = was[currencyCode] ?? []
    return (
      minorOf(balance) !== balanceMinor ||
      minorOf(overdue) !== overdueMinor ||
      minorOf(openOrders) !== openOrdersMinor
    )
  })
}

const dropUnreported = prepared(`
  delete from account_balances
  where tenant_id = $1 and source = $2 and told_at < coalesce($3::timestamptz, 'infinity') and account_id <> all ($4::uuid[])
  returning account_id as "accountId"`)
const dropDocumentsOf = prepared(
  'delete from account_documents where tenant_id = $1 and account_id = any ($2::uuid[]) and source = $3',
)

/**
 * Deletes what the source reported before `since`, with null whenever that was, except for the accounts `besides`.
 * Returns for how many accounts.
 */
export async function forgetUnreported(
  tx: Tx,
  source: ReportSource,
  since: Date | null,
  besides: string[] = [],
): Promise<number> {
  const rows = await tx.query<{ accountId: string }>(dropUnreported, source, since, besides)
  const ids = [...new Set(rows.map(({ accountId }) => accountId))]
  if (ids.length > 0) await tx.query(dropDocumentsOf, ids, source)
  return ids.length
}

const dropOtherDocuments = prepared(`
  delete from account_documents where tenant_id = $1 and source = $2 and account_id <> all ($3::uuid[])`)

/** Deletes the documents that the source reported for accounts other than `besides`. */
export async function forgetDocuments(tx: Tx, source: ReportSource, besides: string[]): Promise<void> {
  await tx.query(dropOtherDocuments, source, besides)
}

type Table = { name: string; kept: string[]; key: string; mark: string }
const balancesTable: Table = {
  name: 'account_balances',
  kept: ['currency_code', 'balance', 'overdue', 'open_orders', 'as_of', 'source'],
  key: 'currency_code',
  // Times as text would depend on the session's time zone.
  mark: 't.currency_code, t.balance, t.overdue, t.open_orders, extract(epoch from t.as_of), t.source',
}
const documentsTable: Table = {
  name: 'account_documents',
  kept: ['key', ...written],
  key: 'key',
  mark: ['key', ...written].map((column) => `t.${column}`).join(),
}

const perAccount = ({ name }: Table, columns: string, condition = '') => `
  select t.account_id as id, ${columns} from ${name} t
  where t.tenant_id = $1 and t.account_id = any ($2) ${condition} group by t.account_id`
const markOf = (table: Table) =>
  perAccount(table, `count(*) || ':' || sum(hashtextextended(row(${table.mark})::text, 0)) as mark`)
const beforeOf = (table: Table, name: BalanceFileKind, condition?: string) => {
  const row = `jsonb_build_object(${table.kept.map((column) => `'${column}', t.${column}`).join()})`
  const rows = `jsonb_agg(${row} order by t.${table.key})`
  return perAccount(table, `jsonb_build_object('${name}', ${rows}) as before`, condition)
}
const balancesBefore = beforeOf(balancesTable, 'balances')
const documentsBefore = beforeOf(documentsTable, 'documents')

/**
 * SQL of what is reported for accounts $2, for undoing a file. `forgotten`: of accounts that the file forgets; with their
 * balances their documents of files go.
 */
export const reportedSql = {
  balances: {
    mark: markOf(balancesTable),
    before: balancesBefore,
    forgotten: `
      select b.id, b.before || coalesce(d.before, '{}') as before from (${balancesBefore}) b
      left join (${beforeOf(documentsTable, 'documents', `and t.source = 'file'`)}) d on d.id = b.id`,
  },
  documents: { mark: markOf(documentsTable), before: documentsBefore, forgotten: documentsBefore },
}

const dropRows = ({ name }: Table) =>
  prepared(`delete from ${name} where tenant_id = $1 and account_id = any ($2::uuid[])`)
const putBack = (
  { name, kept }: Table,
  part: BalanceFileKind,
  { more = {}, condition = '' }: { more?: Record<string, string>; condition?: string } = {},
) =>
  prepared(`
    insert into ${name} (tenant_id, account_id, ${[...kept, ...Object.keys(more)].join()})
    select $1, c.record_id, ${[...kept.map((column) => `n.${column}`), ...Object.values(more)].join()}
    from file_import_changes c, jsonb_populate_recordset(null::${name}, c.before->'${part}') n
    where c.tenant_id = $1 and c.import_id = $3 and c.record_id = any ($2::uuid[]) ${condition}`)
const putBackBalances = putBack(balancesTable, 'balances', { more: { told_at: '$4::timestamptz' } })
const putBackDocuments = putBack(documentsTable, 'documents')
/** What a later file of documents says of an account, or leaves out, is newer; so is undoing one. */
const putBackForgotten = putBack(documentsTable, 'documents', {
  condition: `
      and not exists (select from account_documents d where d.tenant_id = $1 and d.account_id = c.record_id)
      and not exists (
        select from file_imports own join file_imports later on later.tenant_id = $1 and later.kind = 'documents'
          and greatest(later.created_at, later.undone_at) > own.created_at
        where own.tenant_id = $1 and own.id = $3)`,
})
const dropped = { balances: dropRows(balancesTable), documents: dropRows(documentsTable) }

/** Brings back what was reported for accounts before a file. */
export async function restoreReported(
  kind: BalanceFileKind,
  { tx, now }: { tx: Tx; now: Date },
  accountIds: string[],
  importId: string,
): Promise<void> {
  await tx.query(dropped[kind], accountIds)
  if (kind === 'documents') await tx.query(putBackDocuments, accountIds, importId)
  else {
    await tx.query(putBackBalances, accountIds, importId, now)
    await tx.query(putBackForgotten, accountIds, importId)
  }
}
