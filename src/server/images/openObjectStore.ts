import { openFolderStore } from './folderStore.ts'
import type { ObjectStore } from './objectStore.ts'
import { openS3Store, type S3Place } from './s3Store.ts'

/** Where files are kept: plain data, so that another thread can open the same store. */
export type StorePlace = { folder: string } | S3Place

export function openObjectStore(place: StorePlace): ObjectStore {
  return 'folder' in place ? openFolderStore(place.folder) : openS3Store(place)
}
