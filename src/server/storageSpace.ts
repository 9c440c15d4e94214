import { statfsSync } from 'node:fs'
import { errorCode } from './db/error-code.ts'

/** Less than this is full, in bytes: PostgreSQL writes its log in files of 16 MiB and ends where one does not fit. */
const neededBytes = 32 * 1024 * 1024
/** How long a failed write of the database counts, in milliseconds: its disk may be another machine's. */
const faultLastsMs = 10_000

/** The data folder, and the folder of photos where they lie in one: they may be on disks of their own. */
type Folders = { data: string; photos: string | undefined }

let watched: Folders | undefined
let lastFaultAt = Number.NEGATIVE_INFINITY

/** Sets the folders whose file systems {@link isStorageFull} and {@link isPhotoStorageFull} look at. */
export function watchSpaceOf(folders: Folders): void {
  watched = folders
}

/** Remembers it when the database could not write for want of space; folders of our own are looked at instead. */
export function noteStorageFault(error: unknown): void {
  if (errorCode(error) === '53100') lastFaultAt = performance.now()
}

/** Whether the disk of the data folder is full, or the database could not write for want of space just now. */
export function isStorageFull(): boolean {
  return performance.now() - lastFaultAt < faultLastsMs || isFull(watched?.data)
}

/** Whether the disk of the photos is full; orders can be taken all the same where it is not the data folder's. */
export function isPhotoStorageFull(): boolean {
  return isFull(watched?.photos)
}

function isFull(folder: string | undefined): boolean {
  if (folder === undefined) return false
  try {
    const { bavail, bsize, files, ffree } = statfsSync(folder)
    // Some file systems do not count files.
    return bavail * bsize < neededBytes || (files !== 0 && ffree === 0)
  } catch {
    // A folder that cannot be looked at is no full one; what fails there says so itself.
    return false
  }
}
