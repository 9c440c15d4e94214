import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { prepared } from '#server/db/statement.ts'
import type { Database } from '#server/db/tenant.ts'
import type { ObjectStore } from '#server/images/objectStore.ts'
import { tenantKey } from '#server/images/photoStore.ts'
import { ImportProblem } from '#server/tableFiles/report.ts'

/*
 * Files of imports are kept in the store of the photos: the server that checks or applies a run may not be
 * the one that took its file. A step works on copies in a folder of its own.
 */

/** The upload, its good rows in COPY's format, and its photo names. */
const runFiles = ['file', 'rows', 'photos'] as const
type RunFileName = (typeof runFiles)[number]

/** How long the files of a run that is never applied are kept. */
export const runFileLifetimeMs = 7 * 24 * 60 * 60 * 1000

type Run = { tenantId: string; runId: string }

const keyOf = ({ tenantId, runId }: Run, name: RunFileName) => tenantKey(tenantId, 'imports', runId, name)

/** Path of a copy. */
export const fileIn = (folder: string, name: RunFileName) => path.join(folder, name)

export async function keepRunFile(
  objects: ObjectStore,
  run: Run,
  name: RunFileName,
  file: string,
): Promise<void> {
  await objects.put(keyOf(run, name), { file }, 'application/octet-stream')
}

/**
 * Copies a file of a run into a folder, under its name. Returns its path.
 * @throws ImportProblem `fileGone`
 */
export async function bringRunFile(
  objects: ObjectStore,
  run: Run,
  name: RunFileName,
  folder: string,
): Promise<string> {
  const stored = await objects.get(keyOf(run, name))
  if (!stored) throw new ImportProblem('fileGone')
  const file = fileIn(folder, name)
  await pipeline(stored.stream, createWriteStream(file, { mode: 0o600 }))
  return file
}

export async function dropRunFiles(objects: ObjectStore, run: Run): Promise<void> {
  await objects.remove(...runFiles.map((name) => keyOf(run, name)))
}

const findOld = prepared(
  `select id as "runId" from change_sets where tenant_id = $1 and file_kept_until <= $2 limit 1000`,
)
const noteDropped = prepared(
  `update change_sets set file_kept_until = null where tenant_id = $1 and id = any ($2)`,
)

/** Deletes the files of runs that were never applied, and what a crash left of other runs. */
export async function dropOldRunFiles(
  { database, objects }: { database: Database; objects: ObjectStore },
  tenantId: string,
  now: Date,
): Promise<void> {
  const runs = await database.inTenant(tenantId, 'read', (tx) => tx.query<{ runId: string }>(findOld, now))
  for (const { runId } of runs) await dropRunFiles(objects, { tenantId, runId })
  const ids = runs.map(({ runId }) => runId)
  if (ids.length > 0) await database.inTenant(tenantId, 'write', (tx) => tx.query(noteDropped, ids))
}
