import type { AnyServed } from '#server/http/http.ts'
import { undoRecord } from '#server/records/undoRecord.ts'
import { downloadChanges, listChanges } from './changeList.ts'

export const changeVerbs: AnyServed[] = [listChanges, downloadChanges, undoRecord]
