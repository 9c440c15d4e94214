import { statfsSync } from 'node:fs'
import { errorCode } from '#server/db/error-code.ts'

/** Below this counts as full: PostgreSQL stops if a 16 MiB log file does not fit. */
const minFreeBytes = 32 * 1024 * 1024
/** How long a failed write counts; the database may be on another machine. */
const faultLifetimeMs = 10_000

/** Possibly on different disks. */
type Folders = { data: string; photos?: string }

let watched: Folders | undefined
let lastFaultAt = Number.NEGATIVE_INFINITY

export function watchSpaceOf(folders: Folders): void {
  watched = folders
}

/** Only for the database's disk; our folders are checked directly. */
export function noteStorageFault(error: unknown): void {
  if (errorCode(error) === '53100') lastFaultAt = performance.now()
}

/** Data folder full, or a recent write failure of the database. */
export function isStorageFull(): boolean {
  return performance.now() - lastFaultAt < faultLifetimeMs || isFull(watched?.data)
}

/** Orders may still be possible. */
export function isPhotoStorageFull(): boolean {
  return isFull(watched?.photos)
}

/** Undefined if it cannot be told. */
export function spaceOf(folder: string): { freeBytes: number; totalBytes: number } | undefined {
  try {
    const { bavail, bsize, blocks } = statfsSync(folder)
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
  } catch {
    return undefined
  }
}

function isFull(folder: string | undefined): boolean {
  if (folder === undefined) return false
  try {
    const { bavail, bsize, files, ffree } = statfsSync(folder)
    // Some file systems do not count files.
    return bavail * bsize < minFreeBytes || (files !== 0 && ffree === 0)
  } catch {
    // Not full; other errors show up elsewhere.
    return false
  }
}
