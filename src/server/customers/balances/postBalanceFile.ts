import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { type SignedIn, verb } from '#server/http/http.ts'
import { translate } from '#server/i18n.ts'
import {
  type FileChanges,
  type FileImportKind,
  type HeadField,
  importFile,
} from '#server/tableFiles/fileImport.ts'
import type { BadReason } from '#server/tableFiles/report.ts'
import { shownProblems, warningText } from '#server/tableFiles/sentFile.ts'
import { eachYielding } from '#server/yielding.ts'
import {
  type BalanceFileField,
  type BalanceFileKind,
  type BalanceFileResult,
  maxBalanceFileRows,
  maxShownChanges,
  postBalanceFile,
} from '#shared/customers/balanceFiles.ts'
import type { MessageKey } from '#shared/i18n/keys.ts'
import { maxShownRows } from '#shared/imports/fileTrial.ts'
import { fromMinor, type Minor, minor } from '#shared/numbers/money.ts'
import type { Language } from '#shared/tenancy.ts'
import {
  type BalanceFile,
  type BalanceFileProblem,
  type BalanceFileReason,
  type BalanceFileRow,
  balanceFileReader,
} from './balanceFile.ts'
import {
  forgetDocuments,
  forgetUnreported,
  lockAccounts,
  type Reported,
  reportedSql,
  restoreReported,
  writeReported,
} from './writeReported.ts'

/**
 * Replaces what earlier files reported, unless there is a problem; with `skipBad` confirmed, for all customers without
 * one.
 */
export const uploadBalances = verb(postBalanceFile, (call, { kind, ...asked }) =>
  importFile(call, balanceKinds[kind], asked),
)

type Answer = Omit<BalanceFileResult, HeadField>

async function changesIn(tx: Tx, file: BalanceFile, call: SignedIn): Promise<FileChanges<Answer>> {
  const compared = await compare(tx, file, call.tenant.currencyCode)
  const { rowsByAccount, problemCount, forgottenIds } = compared
  const { before, forgotten } = reportedSql[file.kind]
  return {
    answer: { ...resultOf(compared, file, call.language), ...(await amountsOf(tx, compared)) },
    // A file without a good row would only delete what earlier files reported.
    isBlocked: problemCount > 0 && rowsByAccount.length === 0,
    touched: [
      { ids: rowsByAccount.map(([{ id }]) => id), before },
      { ids: forgottenIds, before: forgotten },
    ],
    apply: (inTx) => applyFile(inTx, compared, call),
  }
}

type OwnReason = Exclude<BalanceFileReason, BadReason>

type Account = { id: string; code: string; description: string; currencyCode: string }
type Compared = {
  kind: BalanceFile['kind']
  rowsByAccount: [Account, BalanceFileRow[]][]
  /** The accounts that the file names, also in bad rows. */
  namedIds: string[]
  /** The other accounts that earlier files had. */
  forgottenIds: string[]
  /** The first problems, by line. */
  problems: BalanceFileProblem[]
  problemCount: number
}

const readAccounts = prepared(`
  select id, code, description, currency_code as "currencyCode"
  from accounts where tenant_id = $1 and code = any ($2::text[])`)
const readRates = prepared(`
  select currency_code as currency from exchange_rates where tenant_id = $1 and base_code = $2`)
const findForgotten = (table: string) =>
  prepared(`
    select distinct account_id as id from ${table}
    where tenant_id = $1 and source = 'file' and account_id <> all ($2::uuid[])`)
const findOthers = {
  balances: findForgotten('account_balances'),
  documents: findForgotten('account_documents'),
}

async function compare(
  tx: Tx,
  { kind, rows, problems: read, problemCount, badCodes }: BalanceFile,
  currencyCode: string,
): Promise<Compared> {
  const codes = new Set(badCodes)
  await eachYielding(rows, ({ code }) => codes.add(code))
  const [named, rates] = await Promise.all([
    tx.query<Account>(readAccounts, [...codes]),
    tx.query<{ currency: string }>(readRates, currencyCode),
  ])
  const accounts = new Map(named.map((account) => [account.code, account]))
  const namedIds = named.map(({ id }) => id)
  const others = await tx.query<{ id: string }>(findOthers[kind], namedIds)
  const byCode = new Map<string, BalanceFileRow[]>()
  await eachYielding(rows, (row) => {
    const account = accounts.get(row.code)
    const own = byCode.get(row.code) ?? []
    byCode.set(row.code, own)
    own.push(account ? inCurrencyOf(account, row) : row)
  })
  const rated = new Set([currencyCode, ...rates.map(({ currency }) => currency)])
  const problems = [...read]
  const rowsByAccount: [Account, BalanceFileRow[]][] = []
  let count = problemCount
  await eachYielding(byCode, ([code, own]) => {
    const account = accounts.get(code)
    const found = account ? [...unrated(account, own, rated), ...repeated(own)] : own.map(ofUnknownCustomer)
    count += found.length
    problems.push(...found.slice(0, maxShownRows))
    // With only some of a customer's rows, their balance would be wrong.
    if (account && found.length === 0 && !badCodes.has(code)) rowsByAccount.push([account, own])
  })
  return {
    kind,
    rowsByAccount,
    namedIds,
    forgottenIds: others.map(({ id }) => id),
    problems: problems.toSorted((one, other) => one.line - other.line).slice(0, maxShownRows),
    problemCount: count,
  }
}

const ofUnknownCustomer = ({ line, code }: BalanceFileRow): BalanceFileProblem => ({
  line,
  code,
  field: 'currAccCode',
  reason: 'unknownCustomer',
  value: code,
})

/**
 * Problems of amounts in a currency without a rate: they could not be compared with the limit or the
 * company's currency.
 */
function unrated(
  { currencyCode: own }: Account,
  rows: BalanceFileRow[],
  rated: ReadonlySet<string>,
): BalanceFileProblem[] {
  return rows.flatMap(({ line, code, balance, document }): BalanceFileProblem[] => {
    const value = (balance ?? document)?.currencyCode ?? own
    return value === own || rated.has(value)
      ? []
      : [{ line, code, field: 'currencyCode', reason: 'noRate', value }]
  })
}

type Stored = { accountId: string; code: string; description: string; currency: string; amount: Minor }
/** $2: accounts that are written; $3: accounts that the file names. */
const readStored = (table: string, column: string) =>
  prepared(`
    select t.account_id as "accountId", a.code, a.description, t.currency_code as currency,
           (sum(t.${column}) * 100)::float8 as amount
    from ${table} t join accounts a on a.tenant_id = $1 and a.id = t.account_id
    where t.tenant_id = $1 and (t.account_id = any ($2::uuid[])
      or t.source = 'file' and t.account_id <> all ($3::uuid[]))
    group by 1, 2, 3, 4`)
const stored = {
  balances: readStored('account_balances', 'balance'),
  documents: readStored('account_documents', 'amount'),
}

/** Sums by currency, before and after, and the largest changes. */
async function amountsOf(
  tx: Tx,
  { kind, rowsByAccount, namedIds }: Compared,
): Promise<Pick<BalanceFileResult, 'sums' | 'changes'>> {
  const written = rowsByAccount.map(([{ id }]) => id)
  const before = await tx.query<Stored>(stored[kind], written, namedIds)
  type Change = Omit<BalanceFileResult['changes'][number], 'before' | 'after'> & {
    before: number
    after: number
  }
  const changes = new Map<string, Change>()
  const changeOf = (account: { id: string; code: string; description: string }, currency: string) => {
    const key = `${account.id} ${currency}`
    const { code: currAccCode, description: currAccDescription } = account
    const change = changes.get(key) ?? { currAccCode, currAccDescription, currency, before: 0, after: 0 }
    changes.set(key, change)
    return change
  }
  for (const { accountId: id, code, description, currency, amount } of before)
    changeOf({ id, code, description }, currency).before += amount
  await eachYielding(rowsByAccount, ([account, rows]) => {
    for (const { balance, document } of rows) {
      if (balance) changeOf(account, balance.currencyCode).after += balance.balanceMinor
      if (document) changeOf(account, document.currencyCode).after += document.amountMinor
    }
  })
  const all = [...changes.values()]
  const inUnits = <Amounts extends { before: number; after: number }>(amounts: Amounts) => ({
    ...amounts,
    before: fromMinor(minor(amounts.before)),
    after: fromMinor(minor(amounts.after)),
  })
  const sizeOf = (change: Change) => Math.abs(change.after - change.before)
  const sumOf = (own: Change[], side: 'before' | 'after') =>
    own.reduce((sum, change) => sum + change[side], 0)
  return {
    sums: [...Map.groupBy(all, ({ currency }) => currency)]
      .map(([currency, own]) =>
        inUnits({
          currency,
          before: sumOf(own, 'before'),
          after: sumOf(own, 'after'),
        }),
      )
      .toSorted((one, other) => (one.currency < other.currency ? -1 : 1)),
    changes: all
      .filter((change) => sizeOf(change) > 0)
      .toSorted((one, other) => sizeOf(other) - sizeOf(one))
      .slice(0, maxShownChanges)
      .map(inUnits),
  }
}

/** Gives an amount without a currency the account's. */
function inCurrencyOf(
  { currencyCode: own }: Account,
  { balance, document, ...row }: BalanceFileRow,
): BalanceFileRow {
  const named = <One extends { currencyCode: string }>(one: One) => ({
    ...one,
    currencyCode: one.currencyCode || own,
  })
  return {
    ...row,
    ...(balance ? { balance: named(balance) } : {}),
    ...(document ? { document: named(document) } : {}),
  }
}

/** Finds a second balance in a currency: one row may name the currency, and another leave it out. */
function repeated(rows: BalanceFileRow[]): BalanceFileProblem[] {
  const seen = new Set<string>()
  return rows.flatMap(({ line, code, balance }): BalanceFileProblem[] => {
    if (!balance) return []
    const { currencyCode: value } = balance
    const isTwice = seen.has(value)
    seen.add(value)
    return isTwice ? [{ line, code, field: 'currencyCode', reason: 'twice', value }] : []
  })
}

async function applyFile(
  tx: Tx,
  { kind, rowsByAccount, namedIds }: Compared,
  { now }: Pick<SignedIn, 'now'>,
): Promise<void> {
  await writeReported(
    tx,
    rowsByAccount.map(([account, rows]) => reportedOf(account, rows, now)),
    { source: 'file', now },
  )
  if (kind === 'balances') await forgetUnreported(tx, 'file', null, namedIds)
  else await forgetDocuments(tx, 'file', namedIds)
}

/** With several currencies, the oldest time counts, but not later than now, which would hide new orders. */
function reportedOf({ id: accountId }: Account, rows: BalanceFileRow[], now: Date): Reported {
  const documents = rows.flatMap(({ document }) => document ?? [])
  if (documents.length > 0) return { accountId, documents }
  const asOf = Math.min(now.getTime(), ...rows.map((row) => (row.asOf ?? now).getTime()))
  const amounts = rows.flatMap(({ balance }) => balance ?? [])
  return { accountId, balances: { asOf: new Date(asOf).toISOString(), amounts } }
}

function resultOf(
  { rowsByAccount, forgottenIds, problems, problemCount }: Compared,
  { rows, badRowCount, totalLines, totalCount, warnings }: BalanceFile,
  language: Language,
): Omit<Answer, 'sums' | 'changes'> {
  const say = (key: MessageKey, values?: Record<string, unknown>) => translate(language, key, values)
  const customers = rowsByAccount.length
  const skipBad = say('panel.balances.skipBad', { count: problemCount })
  return {
    rows: rows.length + badRowCount,
    customers,
    forgotten: forgottenIds.length,
    problems: shownProblems(problems, language, (reason: OwnReason) =>
      say(`panel.balances.reason.${reason}`),
    ),
    problemCount,
    warnings: [
      ...(totalCount > 0
        ? [say('panel.balances.totalRows', { count: totalCount, lines: totalLines.join(', ') })]
        : []),
      ...warnings.slice(0, maxShownRows).map((warning) => warningText(warning, language)),
    ],
    questions:
      problemCount > 0 && customers > 0 ? [{ name: 'skipBad', title: '', details: [], answer: skipBad }] : [],
  }
}

const balanceFiles = (kind: BalanceFileKind): FileImportKind<BalanceFileField, BalanceFile, Answer> => ({
  kind,
  reader: balanceFileReader,
  moreTask: ({ tenant: { timeZone } }) => ({ kind, timeZone }),
  maxRows: maxBalanceFileRows,
  asksForColumns: false,
  replacesEarlier: true,
  records: {
    lock: lockAccounts,
    mark: reportedSql[kind].mark,
    restore: (call, ids, importId) => restoreReported(kind, call, ids, importId),
  },
  compare: changesIn,
})

export const balanceKinds = { balances: balanceFiles('balances'), documents: balanceFiles('documents') }
