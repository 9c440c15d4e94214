import { newId } from '#server/db/newId.ts'
import { prepared, type Statement } from '#server/db/statement.ts'
import { storableValue } from '#server/db/storable.ts'
import type { Database, Tx } from '#server/db/tenant.ts'
import { JobLost } from '#server/jobs/jobs.ts'
import type { SyncKind } from '#shared/erp/erp.ts'
import { type ErpConnector, ErpError, type Pulled, type PulledPrice } from '../connector.ts'
import { actorOf, type ErpLink } from '../link.ts'
import { type Applied, addApplied, nothingApplied } from './applied.ts'
import { applyBalances } from './applyBalances.ts'
import { applyPrices, applyProducts, applyStock } from './applyCatalogue.ts'
import { applyCustomers } from './applyCustomers.ts'
import { readProductCodes } from './productCodes.ts'

export type SyncContext = { database: Database; tenantId: string; link: ErpLink; connector: ErpConnector }
export type SyncRun = Applied & { error: ErpError | undefined }

const pageTimeoutMs = 120_000
/** Most refused rows that are stored with a run. */
const maxProblems = 200

const readCursor = prepared(
  `select cursor, full_at is not null as "hasBeenFull" from erp_syncs where tenant_id = $1 and what = $2`,
)
const makeRun = prepared(`
  insert into erp_sync_runs (tenant_id, id, what, is_full, started_at) values ($1, $2, $3, $4, $5)`)
const keepCursor = prepared(`
  update erp_syncs set cursor = $3, full_at = case when $4::boolean then $5 else full_at end
  where tenant_id = $1 and what = $2`)
const keepRun = prepared(`
  update erp_sync_runs set ended_at = $3, added = $4, updated = $5, unchanged = $6, refused = $7, problems = $8,
    error_class = $9, error = $10
  where tenant_id = $1 and id = $2`)

/**
 * Fetches one kind, page by page. Each page and its cursor are one transaction, so that an interrupted run continues.
 * `isFull`: from the start. The result is stored as a run, also after an error. `signal` stops between pages; `hold`
 * throws if another process fetches this kind.
 */
export async function runSync(
  context: SyncContext,
  what: SyncKind,
  options: { isFull: boolean; now: () => Date; signal: AbortSignal; hold?: (tx: Tx) => Promise<void> },
): Promise<SyncRun> {
  const { database, tenantId } = context
  const { isFull, now, signal, hold = async () => {} } = options
  const write = <T>(work: (tx: Tx) => Promise<T>) => database.inTenant(tenantId, 'write', work)
  const runId = newId()
  const [stored] = await write(async (tx) => {
    const [rows] = await Promise.all([
      tx.query<{ cursor: string; hasBeenFull: boolean }>(readCursor, what),
      tx.query(makeRun, runId, what, isFull, now()),
    ])
    return rows
  })
  let applied = nothingApplied()
  let error: ErpError | undefined
  const storeRun = (ended: Date | null) =>
    write((tx) => {
      const { added, updated, unchanged, refused } = applied
      const problems = JSON.stringify(refused.slice(0, maxProblems))
      const wrong = [error?.errorClass ?? '', error?.message ?? '']
      return tx.last(keepRun, runId, ended, added, updated, unchanged, refused.length, problems, ...wrong)
    })
  try {
    const apply = await applierOf(context, what)
    const { cursor: before = '', hasBeenFull = false } = stored ?? {}
    // A continued first pass counts as full at its end.
    const isWhole = isFull || !hasBeenFull
    const startedAt = now()
    const isFromStart = isFull || before === ''
    // A row that cannot be used may be about something that we have.
    const hasUnusable = ({ refused = [] }: Pulled<unknown>) =>
      [...applied.refused, ...refused].some(({ reason }) => reason !== 'unknownCustomer')
    for (let cursor = isFull ? '' : before, isLast = false; !isLast && !signal.aborted; ) {
      const askedAt = now()
      const page = await pull(context.connector, what, cursor, AbortSignal.timeout(pageTimeoutMs))
      const one = await write(async (tx) => {
        await hold(tx)
        await tx.query(keepCursor, what, page.cursor, isWhole && page.isLast, now())
        const at = { now: now(), askedAt, setId: runId }
        return await apply(
          tx,
          page.rows,
          page.isLast && isFromStart && !hasUnusable(page) ? { ...at, wholeSince: startedAt } : at,
        )
      })
      const refused = [...(page.refused ?? []), ...one.refused]
      applied = addApplied(applied, { ...one, refused })
      await storeRun(null)
      ;({ cursor, isLast } = page)
    }
  } catch (cause) {
    if (cause instanceof JobLost) throw cause
    error = cause instanceof ErpError ? cause : new ErpError('unknown', (cause as Error).message)
  }
  await storeRun(now())
  return { ...applied, error }
}

// oxlint-disable-next-line typescript/no-explicit-any -- which rows a kind has is known where it is applied
type Rows = any[]
type Apply = (
  tx: Tx,
  rows: Rows,
  /** `wholeSince`: with these rows, the run that began then has read everything. */
  at: { now: Date; askedAt: Date; setId: string; wholeSince?: Date },
) => Promise<Applied>

/** Fetches a page, without characters that the database cannot store. */
async function pull(
  connector: ErpConnector,
  what: SyncKind,
  cursor: string,
  signal: AbortSignal,
): Promise<Pulled<Rows[number]>> {
  const fetchPage: ((cursor: string, signal: AbortSignal) => Promise<Pulled<Rows[number]>>) | undefined =
    connector[what]?.bind(connector)
  if (!fetchPage) throw new ErpError('rejected', `This ERP gives no ${what}.`)
  return storableValue(await fetchPage(cursor, signal)) as Pulled<Rows[number]>
}

const readGroups = prepared(`
  select price_group from tenant_settings where tenant_id = $1 union select price_group from accounts where tenant_id = $1
  union select distinct price_group from prices where tenant_id = $1`)
const readOwn = prepared(
  `select price_group as "priceGroup", currency_code as "currencyCode" from tenant_settings where tenant_id = $1`,
)
const readCurrencies = prepared(`
  select distinct on (price_group) price_group as "priceGroup", currency_code as "currencyCode"
  from (select price_group, currency_code, count(*) as prices from prices where tenant_id = $1 group by 1, 2) counted
  order by price_group, prices desc, currency_code`)
type Own = { priceGroup: string; currencyCode: string }

/** Reads once per run what rows are compared with. */
async function applierOf({ database, tenantId, link }: SyncContext, what: SyncKind): Promise<Apply> {
  const read = <Row extends object>(statement: Statement) =>
    database.inTenant(tenantId, 'read', (tx) => tx.query<Row>(statement))
  const [own = { priceGroup: '', currencyCode: '' }] = await read<Own>(readOwn)
  const actor = actorOf(link)
  if (what === 'customers') return (tx, rows, { now }) => applyCustomers(tx, rows, { ...own, actor, now })
  if (what === 'balances') return (tx, rows, at) => applyBalances(tx, rows, { actor, ...at })
  const codes = await readProductCodes(database, tenantId, link.productCode)
  if (what === 'stock') return (tx, rows, at) => applyStock(tx, rows, { codes, actor, what, ...at })
  if (what === 'products') return (tx, rows, at) => applyProducts(tx, rows, { codes, actor, what, ...at })
  const groups = await read<{ price_group: string }>(readGroups)
  const used = new Map((await read<Own>(readCurrencies)).map((one) => [one.priceGroup, one.currencyCode]))
  // The currency of most of a group's prices, else the tenant's.
  const currencies = new Map(
    groups.map(({ price_group: group }) => [group, used.get(group) ?? own.currencyCode]),
  )
  return (tx, rows: PulledPrice[], at) => {
    const grouped = rows.map((row) => ({ ...row, priceGroup: row.priceGroup || own.priceGroup }))
    return applyPrices(tx, grouped, { codes, actor, what, currencies, ...at })
  }
}
