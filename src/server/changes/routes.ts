import type { AnyServed } from '#server/http.ts'
import { downloadChanges } from './changeExport.ts'
import { listChanges } from './changeList.ts'

export const changeVerbs: AnyServed[] = [listChanges, downloadChanges]
