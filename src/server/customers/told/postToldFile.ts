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
import type { Language } from '#shared/tenancy.ts'
import { maxToldRows, postToldFile, type ToldFileResult, toldFileColumns } from '#shared/toldFiles.ts'
import { readToldFile, type ToldFile, type ToldProblem, type ToldRow } from './toldFile.ts'
import { forgetDocuments, forgetUntold, type Told, writeTold } from './writeTold.ts'

/** Replaces what earlier files told, unless there is a problem. */
export const uploadTold = verb(postToldFile, async (call, { kind, apply }) => {
  const [sent] = call.files
  if (!sent) throw new Refusal('request.invalid')
  if (sent.isTooLarge) throw new Refusal('request.tooLarge')
  const read = () => readToldFile(sent.path, kind, call.tenant.timeZone)
  const file = readable(call.language, await opened(call.language, read))
  if (!apply)
    return call.inTenant('read', async (tx) => resultOf(await compare(tx, file), file, call.language))
  return call.inTenant('write', async (tx) => {
    const compared = await compare(tx, file)
    if (compared.problems.length > 0) return resultOf(compared, file, call.language)
    await applyFile(tx, compared, call)
    return { ...resultOf(compared, file, call.language), isApplied: true }
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

type Account = { id: string; code: string; currencyCode: string }
type Compared = {
  kind: ToldFile['kind']
  rowsByAccount: [Account, ToldRow[]][]
  forgotten: number
  problems: ToldProblem[]
}

const readAccounts = prepared(`
  select id, code, currency_code as "currencyCode" from accounts where tenant_id = $1 and code = any ($2::text[])`)
const countForgotten = {
  balances: prepared(`
    select count(distinct account_id)::int as forgotten from account_balances
    where tenant_id = $1 and source = 'file' and account_id <> all ($2::uuid[])`),
  documents: prepared(`
    select count(distinct account_id)::int as forgotten from account_documents
    where tenant_id = $1 and source = 'file' and account_id <> all ($2::uuid[])`),
}

async function compare(tx: Tx, { kind, rows, problems: read }: ToldFile): Promise<Compared> {
  const byCode = Map.groupBy(rows, ({ code }) => code)
  const found = await tx.query<Account>(readAccounts, [...byCode.keys()])
  const accounts = new Map(found.map((account) => [account.code, account]))
  const unknown = rows.flatMap(({ line, code }): ToldProblem[] =>
    accounts.has(code) ? [] : [{ line, code, field: 'currAccCode', reason: 'unknownCustomer', value: code }],
  )
  const ids = found.map(({ id }) => id)
  const [counted] = await tx.query<{ forgotten: number }>(countForgotten[kind], ids)
  const rowsByAccount = found.map((account): [Account, ToldRow[]] => [
    account,
    (byCode.get(account.code) ?? []).map((row) => inCurrencyOf(account, row)),
  ])
  const problems = [...read, ...unknown, ...rowsByAccount.flatMap(([, own]) => repeated(own))]
  return {
    kind,
    rowsByAccount,
    forgotten: counted?.forgotten ?? 0,
    problems: problems.toSorted((one, other) => one.line - other.line),
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
  { kind, rowsByAccount }: Compared,
  { now }: Pick<SignedIn, 'now'>,
): Promise<void> {
  await writeTold(
    tx,
    rowsByAccount.map(([account, rows]) => toldOf(account, rows, now)),
    { source: 'file', now },
  )
  if (kind === 'balances') await forgetUntold(tx, 'file', now)
  else
    await forgetDocuments(
      tx,
      'file',
      rowsByAccount.map(([{ id }]) => id),
    )
}

/** Of several currencies, the oldest time counts; not later than now, which would hide new orders. */
function toldOf({ id: accountId }: Account, rows: ToldRow[], now: Date): Told {
  const documents = rows.flatMap(({ document }) => document ?? [])
  if (documents.length > 0) return { accountId, documents }
  const asOf = Math.min(now.getTime(), ...rows.map((row) => (row.asOf ?? now).getTime()))
  const amounts = rows.flatMap(({ balance }) => balance ?? [])
  return { accountId, balances: { asOf: new Date(asOf).toISOString(), amounts } }
}

const ownReasons = ['date', 'unknownKind', 'noAmount', 'unknownCustomer', 'twice'] as const

function resultOf(
  { rowsByAccount, forgotten, problems }: Compared,
  { rows, problems: read, warnings }: ToldFile,
  language: Language,
): ToldFileResult {
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
    warnings: warnings
      .all()
      .slice(0, maxShownRows)
      .map(({ code, value }) => say(`panel.import.warning.${code}` as MessageKey, { value })),
    isApplied: false,
  }
}
