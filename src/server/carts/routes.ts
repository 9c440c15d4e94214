import type { Serve } from '#server/http.ts'
import * as carts from '#shared/carts.ts'
import { keepLiveCart, readLiveCart } from './liveCart.ts'
import { listDrafts, readDraft } from './readDrafts.ts'
import { remove, restore } from './removeDraft.ts'
import { saveDraft } from './saveDraft.ts'

export function cartRoutes(serve: Serve): void {
  serve(carts.postLogCart, keepLiveCart)
  serve(carts.getLogCart, readLiveCart)
  serve(carts.getDrafts, listDrafts)
  serve(carts.getDraftById, readDraft)
  serve(carts.saveDraft, saveDraft)
  serve(carts.deleteDraft, remove)
  serve(carts.restoreDraft, restore)
}
