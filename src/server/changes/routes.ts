import type { AnyServed } from '#server/http/http.ts'
import { downloadChanges, listChanges } from './changeList.ts'

export const changeVerbs: AnyServed[] = [listChanges, downloadChanges]
