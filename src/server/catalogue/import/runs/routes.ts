import type { AnyServed } from '#server/http/http.ts'
import { badRowsFile, listImportChanges } from './changes.ts'
import { apply, check, discard, undo } from './runActions.ts'
import { listRuns, runById } from './runs.ts'
import { rereadFile, takeFile } from './uploadFile.ts'

export const importVerbs: AnyServed[] = [
  takeFile,
  listRuns,
  runById,
  rereadFile,
  check,
  listImportChanges,
  badRowsFile,
  apply,
  undo,
  discard,
]
