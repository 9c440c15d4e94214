import { openFolderStore } from './folderStore.ts'
import type { ObjectStore } from './objectStore.ts'
import { openS3Store, type S3Place } from './s3Store.ts'

/** Plain data, so that threads can open the same store. */
export type StorePlace = { folder: string } | S3Place

export function openObjectStore(place: StorePlace): ObjectStore {
  return 'folder' in place ? openFolderStore(place.folder) : openS3Store(place)
}
