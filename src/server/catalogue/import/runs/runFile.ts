import path from 'node:path'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { ImportDefaults } from '#shared/imports.ts'
import type { ImportEncoding } from '#shared/importTerms.ts'
import type { Shop } from '../file/columns.ts'
import type { Mapping } from '../file/mapTable.ts'
import type { Preview } from '../file/reading.ts'

/** How the file is read, as chosen for the check. */
export type RunOptions = { mapping: Mapping; defaults: ImportDefaults; shop: Shop; encoding: ImportEncoding }

export type RunFile = {
  fileName: string
  preview: Preview
  options: RunOptions
  rows: number
  badCount: number
}

/** The upload, its good rows and its photo names. */
export const uploadedFile = (folder: string) => path.join(folder, 'file')
export const spooledRows = (folder: string) => path.join(folder, 'rows')
export const spooledNames = (folder: string) => path.join(folder, 'photos')

const readRun = prepared(`
  select file_name as "fileName", preview, options, row_count as rows, bad_count as "badCount"
  from change_sets where tenant_id = $1 and id = $2`)

export async function readRunFile(tx: Tx, runId: string): Promise<RunFile> {
  const [run] = await tx.query<RunFile>(readRun, runId)
  if (!run) throw new Error('The run is gone')
  return run
}
