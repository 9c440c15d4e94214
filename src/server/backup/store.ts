import type { ObjectStore } from '#server/images/objectStore.ts'

export type BackupTarget = Pick<ObjectStore, 'put' | 'has'> & {
  /** Nothing of a file is there before. */
  finish(): Promise<void>
  /** Removes what is incomplete. */
  abandon(): Promise<void>
}
export type BackupSource = Pick<ObjectStore, 'get' | 'has' | 'keys'> & AsyncDisposable
