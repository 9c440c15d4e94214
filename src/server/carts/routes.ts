import type { AnyServed } from '#server/http.ts'
import { keepLiveCart, readLiveCart } from './liveCart.ts'
import { listDrafts, readDraft } from './readDrafts.ts'
import { remove, restore } from './removeDraft.ts'
import { saveDraft } from './saveDraft.ts'

export const cartVerbs: AnyServed[] = [
  keepLiveCart,
  readLiveCart,
  listDrafts,
  readDraft,
  saveDraft,
  remove,
  restore,
]
