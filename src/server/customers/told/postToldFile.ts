import { ImportProblem } from '#server/catalogue/import/file/report.ts'
import { unreadableRefusal } from '#server/catalogue/import/runs/uploadFile.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { type SignedIn, verb } from '#server/http.ts'
import { translate } from '#server/i18n.ts'
import { cutText, storableText } from '#server/storable.ts'
import { Refusal } from '#shared/errors.ts'
import { maxShownRows } from '#shared/fileTrial.ts'
import type { MessageKey } from '#shared/i18n/keys.ts'
import { fromMinor } from '#shared/money.ts'
import type { Language } from '#shared/tenancy.ts'
import {
  maxShownChanges,
  maxToldRows,
  postToldFile,
  type ToldFileResult,
  toldFileColumns,
} from '#shared/toldFiles.ts'
import { readToldFile, type ToldFile, type ToldProblem, type ToldRow } from './toldFile.ts'
import { forgetDocuments, forgetUntold, type Told, writeTold } from './writeTold.ts'

/** Replaces what earlier files told, unless there is a problem; or with `skipBad`, of all customers without one. */
export const uploadTold = verb(postToldFile, async (call, { kind, apply, skipBad }) => {
  const [sent] = call.files
  if (!sent) throw new Refusal('request.invalid')
  if (sent.isTooLarge) throw new Refusal('request.tooLarge')
  const { language, tenant } = call
  const file = readable(
    language,
    await opened(language, () => readToldFile(sent.path, kind, tenant.timeZone)),
  )
  return call.inTenant(apply ? 'write' : 'read', async (tx) => {
    const compared = await compare(tx, file, tenant.currencyCode)
    const { sums, changes } = await amountsOf(tx, compared)
    const result = { ...resultOf(compared, file, language), sums, changes }
    const { problems, rowsByAccount } = compared
    // A file without a good row would only make the others be forgotten.
    const isUsable = problems.length === 0 || (skipBad && rowsByAccount.length > 0)
    if (!apply || !isUsable) return result
    await applyFile(tx, compared, call)
    return { ...result, isApplied: true }
  })
})

async function opened(language: Language, open: () => Promise<ToldFile>): Promise<ToldFile> {
  try {
    return await open()
  } catch (error) {
    throw error instanceof ImportProblem ? unreadableRefusal(language, error) : error
  }
}

/** Refuses a file that lacks columns, or has too many rows. */
function readable(language: Language, file: ToldFile): ToldFile {
  const say = (key: MessageKey, values?: Record<string, unknown>) => translate(language, key, values)
  const refuse = (problem: string) => new Refusal('import.unreadable', { values: { problem } })
  const missing = file.missing.map((field) => say(toldFileColumns[field]))
  if (missing.length > 0) throw refuse(say('panel.told.noColumns', { columns: missing.join(' · ') }))
  if (file.rows.length > maxToldRows) throw refuse(say('panel.told.tooManyRows', { most: maxToldRows }))
  return file
}

type Account = { id: string; code: string; description: string; currencyCode: string }
type Compared = {
  kind: ToldFile['kind']
  rowsByAccount: [Account, ToldRow[]][]
  /** That the file names, also in bad rows. */
  namedIds: string[]
  forgotten: number
  problems: ToldProblem[]
}

const readAccounts = prepared(`
  select id, code, description, currency_code as "currencyCode"
  from accounts where tenant_id = $1 and code = any ($2::text[])`)
const readRates = prepared(`
  select currency_code as currency from exchange_rates where tenant_id = $1 and base_code = $2`)
const countForgotten = {
  balances: prepared(`
    select count(distinct account_id)::int as forgotten from account_balances
    where tenant_id = $1 and source = 'file' and account_id <> all ($2::uuid[])`),
  documents: prepared(`
    select count(distinct account_id)::int as forgotten from account_documents
    where tenant_id = $1 and source = 'file' and account_id <> all ($2::uuid[])`),
}

async function compare(
  tx: Tx,
  { kind, rows, problems: read }: ToldFile,
  currencyCode: string,
): Promise<Compared> {
  const byCode = Map.groupBy(rows, ({ code }) => code)
  const codes = [...new Set([...byCode.keys(), ...read.map(({ code }) => code)])]
  const [named, rates] = await Promise.all([
    tx.query<Account>(readAccounts, codes),
    tx.query<{ currency: string }>(readRates, currencyCode),
  ])
  const accounts = new Map(named.map((account) => [account.code, account]))
  const unknown = rows.flatMap(({ line, code }): ToldProblem[] =>
    accounts.has(code) ? [] : [{ line, code, field: 'currAccCode', reason: 'unknownCustomer', value: code }],
  )
  const namedIds = named.map(({ id }) => id)
  const [counted] = await tx.query<{ forgotten: number }>(countForgotten[kind], namedIds)
  const all = named.map((account): [Account, ToldRow[]] => [
    account,
    (byCode.get(account.code) ?? []).map((row) => inCurrencyOf(account, row)),
  ])
  const rated = new Set([currencyCode, ...rates.map(({ currency }) => currency)])
  const problems = [
    ...read,
    ...unknown,
    ...all.flatMap(([account, own]) => [...unrated(account, own, rated), ...repeated(own)]),
  ]
  // Half of what a customer owes would be wrong.
  const bad = new Set(problems.map(({ code }) => code))
  return {
    kind,
    rowsByAccount: all.filter(([{ code }, own]) => own.length > 0 && !bad.has(code)),
    namedIds,
    forgotten: counted?.forgotten ?? 0,
    problems: problems.toSorted((one, other) => one.line - other.line),
  }
}

/** Amounts that neither the limit nor the company's currency could be compared with. */
function unrated({ currencyCode: own }: Account, rows: ToldRow[], rated: ReadonlySet<string>): ToldProblem[] {
  return rows.flatMap(({ line, code, balance, document }): ToldProblem[] => {
    const value = (balance ?? document)?.currencyCode ?? own
    return value === own || rated.has(value)
      ? []
      : [{ line, code, field: 'currencyCode', reason: 'noRate', value }]
  })
}

type Stored = { accountId: string; code: string; description: string; currency: string; minor: number }
/** $2: accounts that are written; $3: accounts that the file names. */
const readStored = (table: string, column: string) =>
  prepared(`
    select t.account_id as "accountId", a.code, a.description, t.currency_code as currency,
           (sum(t.${column}) * 100)::float8 as minor
    from ${table} t join accounts a on a.tenant_id = $1 and a.id = t.account_id
    where t.tenant_id = $1 and (t.account_id = any ($2::uuid[])
      or t.source = 'file' and t.account_id <> all ($3::uuid[]))
    group by 1, 2, 3, 4`)
const stored = {
  balances: readStored('account_balances', 'balance'),
  documents: readStored('account_documents', 'amount'),
}

/** Sums by currency before and after, and the largest changes. */
async function amountsOf(
  tx: Tx,
  { kind, rowsByAccount, namedIds }: Compared,
): Promise<Pick<ToldFileResult, 'sums' | 'changes'>> {
  const written = rowsByAccount.map(([{ id }]) => id)
  const before = await tx.query<Stored>(stored[kind], written, namedIds)
  type Change = Omit<ToldFileResult['changes'][number], 'before' | 'after'> & {
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
  for (const { accountId: id, code, description, currency, minor } of before)
    changeOf({ id, code, description }, currency).before += minor
  for (const [account, rows] of rowsByAccount) {
    for (const { balance, document } of rows) {
      if (balance) changeOf(account, balance.currencyCode).after += balance.balanceMinor
      if (document) changeOf(account, document.currencyCode).after += document.amountMinor
    }
  }
  const all = [...changes.values()]
  const inUnits = <Amounts extends { before: number; after: number }>(amounts: Amounts) => ({
    ...amounts,
    before: fromMinor(Math.round(amounts.before)),
    after: fromMinor(Math.round(amounts.after)),
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

/** An amount without a currency is in the account's. */
function inCurrencyOf({ currencyCode: own }: Account, { balance, document, ...row }: ToldRow): ToldRow {
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

/** A currency may stand in one row, and be missing in another that means the same. */
function repeated(rows: ToldRow[]): ToldProblem[] {
  const seen = new Set<string>()
  return rows.flatMap(({ line, code, balance }): ToldProblem[] => {
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
  await writeTold(
    tx,
    rowsByAccount.map(([account, rows]) => toldOf(account, rows, now)),
    { source: 'file', now },
  )
  if (kind === 'balances') await forgetUntold(tx, 'file', now, namedIds)
  else await forgetDocuments(tx, 'file', namedIds)
}

/** Of several currencies, the oldest time counts; not later than now, which would hide new orders. */
function toldOf({ id: accountId }: Account, rows: ToldRow[], now: Date): Told {
  const documents = rows.flatMap(({ document }) => document ?? [])
  if (documents.length > 0) return { accountId, documents }
  const asOf = Math.min(now.getTime(), ...rows.map((row) => (row.asOf ?? now).getTime()))
  const amounts = rows.flatMap(({ balance }) => balance ?? [])
  return { accountId, balances: { asOf: new Date(asOf).toISOString(), amounts } }
}

const ownReasons = [
  'date',
  'unknownKind',
  'noAmount',
  'unknownCustomer',
  'unknownCurrency',
  'noRate',
  'twice',
] as const

const maxNamedLines = 10

function resultOf(
  { rowsByAccount, forgotten, problems }: Compared,
  { rows, problems: read, totalLines, warnings }: ToldFile,
  language: Language,
): Omit<ToldFileResult, 'sums' | 'changes'> {
  const say = (key: MessageKey, values?: Record<string, unknown>) => translate(language, key, values)
  const textOf = (reason: ToldProblem['reason']) => {
    const own = ownReasons.find((one) => one === reason)
    return own ? say(`panel.told.reason.${own}`) : say(`panel.import.reason.${reason}` as MessageKey)
  }
  return {
    rows: rows.length + new Set(read.map(({ line }) => line)).size,
    customers: rowsByAccount.length,
    forgotten,
    problems: problems.slice(0, maxShownRows).map(({ line, field, reason, value }) => ({
      line,
      ...(field ? { field } : {}),
      text: textOf(reason),
      value: cutText(storableText(value), 100),
    })),
    problemCount: problems.length,
    warnings: [
      ...(totalLines.length > 0
        ? [
            say('panel.told.totalRows', {
              count: totalLines.length,
              lines: totalLines.slice(0, maxNamedLines).join(', '),
            }),
          ]
        : []),
      ...warnings
        .all()
        .slice(0, maxShownRows)
        .map(({ code, value }) => say(`panel.import.warning.${code}` as MessageKey, { value })),
    ],
    isApplied: false,
  }
}
