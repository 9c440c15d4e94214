import type { ObjectStore } from '#server/images/objectStore.ts'
import { listBackups, manifestKey, pictureKey, readManifest } from './manifest.ts'
import { readPictures } from './pictures.ts'

const dayMs = 24 * 60 * 60_000
/** Whatever their age, so that a clock set wrong does not take all of them. */
const keptAlways = 3

/** `isThinned`: several are made a day; of those older than a day, only the first of each stays. */
export type Keeping = { keepDays: number; isThinned: boolean }

/** Removes backups older than `keepDays`, and pictures that only they held. Returns the removed backups. */
export async function removeOldBackups(
  store: ObjectStore,
  { keepDays, isThinned }: Keeping,
  now: Date,
): Promise<string[]> {
  const all = await listBackups(store)
  const complete = all.filter(({ isComplete }) => isComplete)
  const kept = new Set(complete.slice(-keptAlways).map(({ name }) => name))
  const old: typeof all = []
  let lastDay = ''
  for (const backup of all) {
    const { name, isComplete } = backup
    const isFirstOfDay = isComplete && dayOf(name) !== lastDay
    if (isComplete) lastDay = dayOf(name)
    if (kept.has(name)) continue
    // What was interrupted is of no use; what is being made is younger.
    const maxDays = isComplete && (isFirstOfDay || !isThinned) ? keepDays : 1
    if (now.getTime() - timeOf(name) > maxDays * dayMs) old.push(backup)
    else kept.add(name)
  }
  if (old.length === 0) return []
  for (const { name, keys } of old) {
    // First that which makes it complete.
    await store.remove(manifestKey(name))
    await removeAll(store, keys)
  }
  const held = new Set<string>()
  for (const { name, isComplete } of all)
    if (isComplete && kept.has(name)) for (const key of await picturesOf(store, name)) held.add(key)
  const unheld: string[] = []
  for await (const key of store.keys(pictureKey(''))) if (!held.has(key)) unheld.push(key)
  await removeAll(store, unheld)
  return old.map(({ name }) => name)
}

/** A name is a moment: `2026-03-01T02-00-00Z`. */
const timeOf = (name: string) => Date.parse(name.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'))

/** By UTC, as its name has it. */
const dayOf = (name: string) => name.slice(0, 10)

async function picturesOf(store: ObjectStore, name: string): Promise<string[]> {
  const { tenants } = await readManifest(store, name)
  const lists = []
  for (const tenant of tenants) lists.push(await readPictures(store, name, tenant))
  return lists.flat().map(pictureKey)
}

/** A few at a time. */
export async function removeAll(store: Pick<ObjectStore, 'remove'>, keys: string[]): Promise<void> {
  for (let at = 0; at < keys.length; at += 50) await store.remove(...keys.slice(at, at + 50))
}
