import { type Actor, recordChanges } from '#server/changes/record.ts'
import { accountName } from '#server/customers/account.ts'
import { forgetUnreported, type Reported, writeReported } from '#server/customers/balances/writeReported.ts'
import { prepared } from '#server/db/statement.ts'
import { cutText } from '#server/db/storable.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { ReportedDocument } from '#shared/customers/reported.ts'
import type { RefusedReason } from '#shared/erp/erp.ts'
import { fromMinor, isKnownCurrency, minor } from '#shared/numbers/money.ts'
import { maxCreditLimit, maxPaymentTermsLength } from '#shared/records/customerFields.ts'
import type { PulledBalance } from '../connector.ts'
import type { Applied, Refused } from './applied.ts'

type StoredAccount = {
  id: string
  currAccCode: string
  currAccDescription: string
  currencyCode: string
  creditLimit: number | null
  paymentTerms: string
}

const lockAccounts = prepared(
  'select id from accounts where tenant_id = $1 and code = any ($2::text[]) order by id for no key update',
)
// Separate statement after the lock, so it sees rows committed while we waited.
const readAccounts = prepared(`
  select id, code as "currAccCode", description as "currAccDescription", currency_code as "currencyCode",
         credit_limit as "creditLimit", payment_terms as "paymentTerms"
  from accounts where tenant_id = $1 and code = any ($2::text[])`)
const writeTerms = prepared(`
  update accounts a
  set credit_limit = g."creditLimit", payment_terms = g."paymentTerms", updated_at = $3, version = a.version + 1
  from jsonb_to_recordset($2) g (id uuid, "creditLimit" double precision, "paymentTerms" text)
  where a.tenant_id = $1 and a.id = g.id`)

type ApplyOptions = { actor: Actor; now: Date; askedAt: Date; wholeSince?: Date }

/**
 * Takes what customers owe from the ERP. Limit and terms that the ERP tells replace the office's, and are logged.
 * `wholeSince`: what the ERP told before and no longer tells is forgotten.
 */
export async function applyBalances(
  tx: Tx,
  rows: PulledBalance[],
  { actor, now, askedAt, wholeSince }: ApplyOptions,
): Promise<Applied> {
  const refused: Refused[] = []
  const codes = [...new Set(rows.map(({ code }) => code))]
  const [, stored] = await Promise.all([
    tx.query(lockAccounts, codes),
    tx.query<StoredAccount>(readAccounts, codes),
  ])
  const known = new Map(stored.map((account) => [account.currAccCode, account]))
  const taken = new Map<string, { account: StoredAccount; row: PulledBalance }>()
  for (const given of rows) {
    const account = known.get(given.code)
    const row = account ? inCurrencyOf(account, given) : given
    const reason = account ? faultOf(row) : 'unknownCustomer'
    if (reason || !account) refused.push({ name: row.code, reason: reason ?? 'unknownCustomer' })
    // The later of duplicates is newer.
    else taken.set(row.code, { account, row })
  }
  const all = [...taken.values()]
  const reportedAccounts = all.map(({ account, row }) => reportedOf(account, row, askedAt))
  const { added, changed } = await writeReported(tx, reportedAccounts, { source: 'erp', now })
  await takeTerms(tx, all, { actor, now })
  const isUsable = refused.every(({ reason }) => reason === 'unknownCustomer')
  const forgotten = wholeSince && isUsable ? await forgetUnreported(tx, 'erp', wholeSince) : 0
  return {
    added,
    updated: changed + forgotten,
    unchanged: reportedAccounts.length - added - changed,
    refused,
  }
}

/** An amount without a currency is in the account's. */
function inCurrencyOf({ currencyCode: own }: StoredAccount, row: PulledBalance): PulledBalance {
  const named = <One extends { currencyCode: string }>(one: One) => ({
    ...one,
    currencyCode: one.currencyCode || own,
  })
  return { ...row, balances: row.balances.map(named), documents: row.documents?.map(named) }
}

function reportedOf(account: StoredAccount, row: PulledBalance, askedAt: Date): Reported {
  const { balances, documents } = row
  // A clock that is ahead would hide orders that were just placed.
  const reportedAt = row.asOf === undefined ? askedAt : new Date(row.asOf)
  const asOf = (reportedAt < askedAt ? reportedAt : askedAt).toISOString()
  const { id: accountId, currencyCode } = account
  const none = { currencyCode, balanceMinor: 0, overdueMinor: null, openOrdersMinor: null }
  return {
    accountId,
    balances: { asOf, amounts: balances.length > 0 ? balances : [none] },
    documents: documents?.map((document) => ({
      ...document,
      number: cutText(document.number, 60),
      description: cutText(document.description, 200),
    })),
  }
}

async function takeTerms(
  tx: Tx,
  taken: { account: StoredAccount; row: PulledBalance }[],
  { actor, now }: Pick<ApplyOptions, 'actor' | 'now'>,
): Promise<void> {
  const changed = taken.flatMap(({ account, row }) => {
    const { creditLimitMinor: told, paymentTerms } = row
    const creditLimit = told === undefined ? account.creditLimit : told && fromMinor(minor(told))
    const after = {
      ...account,
      creditLimit,
      paymentTerms: cutText(paymentTerms || account.paymentTerms, maxPaymentTermsLength),
    }
    const isSame = after.creditLimit === account.creditLimit && after.paymentTerms === account.paymentTerms
    return isSame ? [] : [{ before: account, after }]
  })
  if (changed.length === 0) return
  await Promise.all([
    tx.query(writeTerms, JSON.stringify(changed.map(({ after }) => after)), now),
    recordChanges(
      tx,
      actor,
      now,
      changed.map(({ before, after }) => ({
        subject: 'customer',
        subjectId: before.id,
        subjectName: accountName(before),
        action: 'changed',
        before: { creditLimit: before.creditLimit, paymentTerms: before.paymentTerms },
        after: { creditLimit: after.creditLimit, paymentTerms: after.paymentTerms },
      })),
    ),
  ])
}

/** As numeric(16, 2) holds. */
const maxMinor = maxCreditLimit * 100
const isAmount = (amount: number | null) => amount === null || Math.abs(amount) <= maxMinor
/** The database has no year 0. */
const firstDay = '0001-01-02'
const isCurrency = ({ currencyCode }: { currencyCode: string }) => isKnownCurrency(currencyCode)

function faultOf({
  asOf,
  balances,
  documents = [],
  creditLimitMinor = null,
}: PulledBalance): RefusedReason | undefined {
  if (![...balances, ...documents].every(isCurrency)) return 'currencyUnknown'
  const amounts = [
    creditLimitMinor,
    ...balances.flatMap((one) => [one.balanceMinor, one.overdueMinor, one.openOrdersMinor]),
    ...documents.flatMap((one) => [one.amountMinor, one.openMinor]),
  ]
  if (!amounts.every(isAmount)) return 'numberOutOfRange'
  if (asOf !== undefined && Number.isNaN(Date.parse(asOf))) return 'dateUnknown'
  const days = documents.flatMap(({ issuedOn, dueOn }) => [issuedOn, dueOn ?? issuedOn])
  if ([...days, asOf ?? firstDay].some((day) => day < firstDay)) return 'dateUnknown'
  if (documents.some(({ key }: ReportedDocument) => key.length < 1 || key.length > 100)) return 'codeTooLong'
  const isTwice = (keys: string[]) => new Set(keys).size < keys.length
  if (isTwice(balances.map((one) => one.currencyCode)) || isTwice(documents.map((one) => one.key)))
    return 'twice'
  return undefined
}
