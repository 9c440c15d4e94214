import type { AnyServed } from '#server/http/http.ts'
import { listDrafts, readDraft, remove, restore } from './drafts.ts'
import { keepLiveCart, readLiveCart } from './liveCart.ts'
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
