import { randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import type { Config } from '#server/config.ts'
import { errorCode } from '#server/db/error-code.ts'
import type { Database } from '#server/db/tenant.ts'
import { spaceOf } from '#server/files/storageSpace.ts'
import { StartupProblem } from './startup.ts'

/* Each process that serves has a row in the database while it runs. */

const seenEveryMs = 30_000
/** Without a sign of life a process is taken for gone. */
const goneAfterMs = 3 * seenEveryMs
const gone = `now() - interval '${goneAfterMs} ms'`

/**
 * Names of the places that servers must have in common, alike on every server that reaches them. `erpFolder` is '' while
 * it cannot be written to: a server starts without it.
 */
export type SharedPlaces = { photos: string; erpFolder: string }

export async function nameSharedPlaces({
  photos,
  erpFolder,
}: Pick<Config, 'photos' | 'erpFolder'>): Promise<SharedPlaces> {
  return {
    photos: 'folder' in photos ? await nameFolder(photos.folder) : `${photos.endpoint} ${photos.bucket}`,
    erpFolder: await nameFolder(erpFolder).catch(() => ''),
  }
}

/** It has its name in a file. */
async function nameFolder(folder: string): Promise<string> {
  const file = join(folder, 'toptan.id')
  await mkdir(folder, { recursive: true })
  await writeFile(file, randomUUID(), { flag: 'wx' }).catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw error
  })
  return `folder ${(await readFile(file, 'utf8')).trim()}`
}

/**
 * Says if a server that runs has another folder for ERPs, which matters only if an ERP link writes to a folder.
 * @throws StartupProblem if one keeps its photos elsewhere
 */
export async function compareSharedPlaces(
  database: Database,
  { photos, erpFolder }: SharedPlaces,
  say: (line: string) => void,
): Promise<void> {
  const [other] = await database.global<{ name: string; hasOtherPhotos: boolean }>(
    `select name, photos <> $1 as "hasOtherPhotos" from servers
     where (photos <> $1 or ($2 <> '' and erp_folder not in ($2, ''))) and seen_at > ${gone}
     order by photos <> $1 desc limit 1`,
    [photos, erpFolder],
  )
  if (!other) return
  if (other.hasOtherPhotos)
    throw new StartupProblem(
      `Another server of this database (${other.name}) keeps its photos elsewhere. Several servers need one bucket ` +
        '(S3_ENDPOINT and so on) or one shared folder: see docs/scaling.md.',
    )
  say(
    `Another server of this database (${other.name}) has another folder for ERPs. If an ERP link writes to a folder, ` +
      'ERP_FOLDER must be one shared folder: see docs/scaling.md.',
  )
}

/** Whether a server runs, or was killed less than 90 seconds ago. */
export async function isAnyServerRunning(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query(`select from servers where seen_at > ${gone} limit 1`)
  return rows.length > 0
}

function disksOf(folders: Record<string, string>) {
  return Object.entries(folders).flatMap(([name, folder]) => {
    const space = spaceOf(folder)
    return space ? [{ name, ...space }] : []
  })
}

export type Presence = { leave(): Promise<void> }

/** Shows this process to the others until it leaves, or is gone. */
export async function showServer(
  database: Database,
  { photos, erpFolder }: SharedPlaces,
  folders: Record<string, string>,
): Promise<Presence> {
  const id = randomUUID()
  const show = () =>
    database.global(
      `with old as (delete from servers where seen_at <= ${gone} and id <> $1)
       insert into servers (id, name, photos, erp_folder, disks) values ($1, $2, $3, $4, $5)
       on conflict (id) do update set seen_at = now(), disks = excluded.disks`,
      [id, `${hostname()} ${process.pid}`, photos, erpFolder, JSON.stringify(disksOf(folders))],
    )
  await show()
  const timer = setInterval(() => void show().catch(() => {}), seenEveryMs)
  timer.unref()
  return {
    leave: async () => {
      clearInterval(timer)
      await database.global('delete from servers where id = $1', [id]).catch(() => {})
    },
  }
}
