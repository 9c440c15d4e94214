import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import {
  type BalanceFile,
  type BalanceFileProblem,
  type BalanceFileTask,
  balanceFileReader,
} from '#server/customers/balances/balanceFile.ts'
import { temporaryFolder } from '#server/files/temporaryFolder.ts'
import { ImportProblem } from '#server/tableFiles/report.ts'
import { readInTurn } from '#server/tableFiles/thread.ts'
import { maxBalanceFileBytes, maxBalanceFileRows } from '#shared/customers/balanceFiles.ts'
import type { RefusedReason } from '#shared/erp/erp.ts'
import { type ErpAccess, ErpError, type Pulled, type PulledBalance } from '../connector.ts'
import type { FileStore } from './store.ts'

/** Reads all of `balances.csv` and, if it is there, `documents.csv`; or `.xlsx`. */
export async function pullBalances(
  store: FileStore,
  tenant: Pick<ErpAccess, 'timeZone' | 'mainLanguage'>,
  signal: AbortSignal,
): Promise<Pulled<PulledBalance>> {
  const [found, documents] = [
    await readFound(store, { kind: 'balances', ...tenant }, signal),
    await readFound(store, { kind: 'documents', ...tenant }, signal),
  ]
  if (!found) throw new ErpError('rejected', 'There is no balances.csv or balances.xlsx in the folder.')
  // A file without rows is as likely half written as a sign that nobody owes anything.
  if (found.file.rows.length === 0)
    throw new ErpError('rejected', 'The file of balances has no row that can be read.')
  const problems = [...found.file.problems, ...(documents?.file.problems ?? [])]
  const unreadable = new Set([...found.file.badCodes, ...(documents?.file.badCodes ?? [])])
  const byCode = <Item extends { code: string }>(items: Item[]) => Map.groupBy(items, ({ code }) => code)
  const documentsOf = documents && byCode(documents.file.rows)
  const rows = [...byCode(found.file.rows)].map(([code, reported]) => ({
    code,
    // With several currencies, the oldest time counts.
    asOf: new Date(
      Math.min(...reported.map(({ asOf }) => (asOf ?? found.changedAt).getTime())),
    ).toISOString(),
    balances: reported.flatMap(({ balance }) => balance ?? []),
    ...(documentsOf
      ? { documents: (documentsOf.get(code) ?? []).flatMap(({ document }) => document ?? []) }
      : {}),
  }))
  return {
    // With only some of a customer's rows, their balance would be wrong.
    rows: rows.filter(({ code }) => !unreadable.has(code)),
    refused: problems.map(({ code, line, reason }) => ({
      name: `${code} (${line})`,
      reason: refusedAs[reason] ?? 'numberOutOfRange',
    })),
    cursor: '',
    isLast: true,
  }
}

const refusedAs: Partial<Record<BalanceFileProblem['reason'], RefusedReason>> = {
  currency: 'currencyUnknown',
  unknownCurrency: 'currencyUnknown',
  date: 'dateUnknown',
  required: 'codeTooLong',
  tooLong: 'codeTooLong',
  twice: 'twice',
}

async function readFound(
  store: FileStore,
  task: Omit<BalanceFileTask, 'file'>,
  signal: AbortSignal,
): Promise<{ file: BalanceFile; changedAt: Date } | undefined> {
  const listed = await store.list('.', signal)
  const entry = listed.find(({ name }) => new RegExp(`^${task.kind}\\.(csv|xlsx)$`, 'i').test(name))
  const content = entry && (await store.read(entry.name, signal, maxBalanceFileBytes))
  if (!entry || !content) return undefined
  await using folder = await temporaryFolder()
  try {
    const copy = path.join(folder.path, task.kind)
    await writeFile(copy, content)
    const file = await readInTurn(store, balanceFileReader, { ...task, file: copy }, { signal })
    if (file.hasTooManyRows) throw notRead(entry.name, `it has more than ${maxBalanceFileRows} rows`)
    if (file.missing.length > 0) throw notRead(entry.name, `it has no column for ${file.missing.join(', ')}`)
    return { file, changedAt: entry.changedAt }
  } catch (error) {
    if (error instanceof ImportProblem) throw notRead(entry.name, error.message)
    throw error
  }
}

const notRead = (name: string, problem: string) =>
  new ErpError('rejected', `${name} cannot be read: ${problem.slice(0, 300)}`)
