import type { Serve } from '#server/http.ts'
import { exportChanges, getChanges } from '#shared/changes.ts'
import { downloadChanges } from './changeExport.ts'
import { listChanges } from './changeList.ts'

export function changeRoutes(serve: Serve): void {
  serve(getChanges, listChanges)
  serve(exportChanges, downloadChanges)
}
