import type { Serve } from '#server/http.ts'
import { getChanges } from '#shared/changes.ts'
import { listChanges } from './changeList.ts'

export function changeRoutes(serve: Serve): void {
  serve(getChanges, listChanges)
}
