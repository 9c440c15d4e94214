import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ImportProblem } from '#server/catalogue/import/file/report.ts'
import { readToldFile, type ToldFile, type ToldProblem } from '#server/customers/told/toldFile.ts'
import type { RefusedReason } from '#shared/erp.ts'
import { maxToldFileBytes, type ToldFileKind } from '#shared/toldFiles.ts'
import { ErpError, type Pulled, type PulledBalance } from '../connector.ts'
import type { FileStore } from './store.ts'

/** Reads all of `balances.csv` and, if it is there, `documents.csv`; or `.xlsx`. Times are of the time zone. */
export async function pullBalances(
  store: FileStore,
  timeZone: string,
  signal: AbortSignal,
): Promise<Pulled<PulledBalance>> {
  const [found, documents] = [
    await readFound(store, { kind: 'balances', timeZone }, signal),
    await readFound(store, { kind: 'documents', timeZone }, signal),
  ]
  if (!found) throw new ErpError('rejected', 'There is no balances.csv or balances.xlsx in the folder.')
  // As likely half written as nobody's debt.
  if (found.file.rows.length === 0)
    throw new ErpError('rejected', 'The file of balances has no row that can be read.')
  const problems = [...found.file.problems, ...(documents?.file.problems ?? [])]
  const unreadable = new Set(problems.map(({ code }) => code))
  const byCode = <Item extends { code: string }>(items: Item[]) => Map.groupBy(items, ({ code }) => code)
  const documentsOf = documents && byCode(documents.file.rows)
  const rows = [...byCode(found.file.rows)].map(([code, told]) => ({
    code,
    // Of several currencies, the oldest.
    asOf: new Date(Math.min(...told.map(({ asOf }) => (asOf ?? found.changedAt).getTime()))).toISOString(),
    balances: told.flatMap(({ balance }) => balance ?? []),
    ...(documentsOf
      ? { documents: (documentsOf.get(code) ?? []).flatMap(({ document }) => document ?? []) }
      : {}),
  }))
  return {
    // Half of what a customer owes would be wrong.
    rows: rows.filter(({ code }) => !unreadable.has(code)),
    refused: problems.map(({ code, line, reason }) => ({
      name: `${code} (${line})`,
      reason: refusedAs[reason] ?? 'numberOutOfRange',
    })),
    cursor: '',
    isLast: true,
  }
}

const refusedAs: Partial<Record<ToldProblem['reason'], RefusedReason>> = {
  currency: 'currencyUnknown',
  unknownCurrency: 'currencyUnknown',
  date: 'dateUnknown',
  required: 'codeTooLong',
  tooLong: 'codeTooLong',
  twice: 'twice',
}

async function readFound(
  store: FileStore,
  { kind, timeZone }: { kind: ToldFileKind; timeZone: string },
  signal: AbortSignal,
): Promise<{ file: ToldFile; changedAt: Date } | undefined> {
  const listed = await store.list('.', signal)
  const entry = listed.find(({ name }) => new RegExp(`^${kind}\\.(csv|xlsx)$`, 'i').test(name))
  const content = entry && (await store.read(entry.name, signal, maxToldFileBytes))
  if (!entry || !content) return undefined
  const folder = await mkdtemp(path.join(tmpdir(), 'toptan-erp-'))
  try {
    const copy = path.join(folder, kind)
    await writeFile(copy, content)
    const file = await readToldFile(copy, kind, timeZone)
    if (file.missing.length > 0) throw notRead(entry.name, `it has no column for ${file.missing.join(', ')}`)
    return { file, changedAt: entry.changedAt }
  } catch (error) {
    if (error instanceof ImportProblem) throw notRead(entry.name, error.message)
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const notRead = (name: string, problem: string) =>
  new ErpError('rejected', `${name} cannot be read: ${problem.slice(0, 300)}`)
