import type { ObjectStore } from '#server/images/objectStore.ts'
import { listBackups, manifestKey, pictureKey, readManifest, readPictures } from './manifest.ts'

const dayMs = 24 * 60 * 60_000
/** Whatever their age, so that a clock set wrong does not take all of them. */
const keptAlways = 3

/** Removes backups older than `keepDays`, and pictures that only they held. Returns the removed backups. */
export async function removeOldBackups(store: ObjectStore, keepDays: number, now: Date): Promise<string[]> {
  const all = await listBackups(store)
  const complete = all.filter(({ isComplete }) => isComplete)
  const kept = new Set(complete.slice(-keptAlways).map(({ name }) => name))
  const old: typeof all = []
  for (const backup of all) {
    if (kept.has(backup.name)) continue
    const age = now.getTime() - timeOf(backup.name)
    // What was interrupted is of no use; what is being made is younger.
    if (age > (backup.isComplete ? keepDays : 1) * dayMs) old.push(backup)
    else kept.add(backup.name)
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

async function picturesOf(store: ObjectStore, name: string): Promise<string[]> {
  const { tenants } = await readManifest(store, name)
  const lists = []
  for (const { id } of tenants) lists.push(await readPictures(store, name, id))
  return lists.flat().map(pictureKey)
}

async function removeAll(store: ObjectStore, keys: string[]): Promise<void> {
  for (let at = 0; at < keys.length; at += 50) await store.remove(...keys.slice(at, at + 50))
}
