import type { Serve } from '#server/http.ts'
import {
  applyImport,
  checkImport,
  discardImport,
  getImport,
  getImportBadRows,
  getImportChanges,
  getImports,
  postImportFile,
  rereadImport,
  undoImport,
} from '#shared/imports.ts'
import { badRowsFile, listImportChanges } from './changes.ts'
import { apply, check, discard, undo } from './runActions.ts'
import { listRuns, runById } from './runs.ts'
import { rereadFile, takeFile } from './uploadFile.ts'

export function importRoutes(serve: Serve): void {
  serve(postImportFile, takeFile)
  serve(getImports, listRuns)
  serve(getImport, runById)
  serve(rereadImport, rereadFile)
  serve(checkImport, check)
  serve(getImportChanges, listImportChanges)
  serve(getImportBadRows, badRowsFile)
  serve(applyImport, apply)
  serve(undoImport, undo)
  serve(discardImport, discard)
}
