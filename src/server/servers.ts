import { randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { errorCode } from './db/error-code.ts'
import type { Database } from './db/tenant.ts'
import type { StorePlace } from './images/openObjectStore.ts'
import { StartupProblem } from './startup.ts'
import { spaceOf } from './storageSpace.ts'

/* Each process that serves has a row in the database while it runs. */

const seenEveryMs = 30_000
/** Without a sign of life a process is taken for gone. */
const goneAfterMs = 3 * seenEveryMs
const gone = `now() - interval '${goneAfterMs} ms'`

/** Names a place of photos, alike on every server that reaches it. A folder has its name in a file. */
export async function nameOfPlace(place: StorePlace): Promise<string> {
  if (!('folder' in place)) return `${place.endpoint} ${place.bucket}`
  const file = join(place.folder, 'toptan.id')
  await mkdir(place.folder, { recursive: true })
  await writeFile(file, randomUUID(), { flag: 'wx' }).catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw error
  })
  return `folder ${(await readFile(file, 'utf8')).trim()}`
}

/** @throws StartupProblem if a server that runs keeps its photos elsewhere */
export async function refuseOtherPlaces(database: Database, photos: string): Promise<void> {
  const [other] = await database.global<{ name: string }>(
    `select name from servers where photos <> $1 and seen_at > ${gone} limit 1`,
    [photos],
  )
  if (other)
    throw new StartupProblem(
      `Another server of this database (${other.name}) keeps its photos elsewhere. Several servers need one bucket ` +
        '(S3_ENDPOINT and so on) or one shared folder: see docs/scaling.md.',
    )
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
  photos: string,
  folders: Record<string, string>,
): Promise<Presence> {
  const id = randomUUID()
  const show = () =>
    database.global(
      `with old as (delete from servers where seen_at <= ${gone} and id <> $1)
       insert into servers (id, name, photos, disks) values ($1, $2, $3, $4)
       on conflict (id) do update set seen_at = now(), disks = excluded.disks`,
      [id, `${hostname()} ${process.pid}`, photos, JSON.stringify(disksOf(folders))],
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
