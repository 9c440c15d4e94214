import { z } from 'zod'
import { answer, endpoint, id } from '#shared/endpoint.ts'
import type { PageName } from '#shared/pages.ts'
import { importKindPages, importKinds } from './fileTrial.ts'

const access = { pages: [...new Set<PageName>(Object.values(importKindPages))] }

const fileImport = z.object({
  id,
  fileName: z.string(),
  createdAt: z.string(),
  createdBy: z.string(),
  counts: z.object({ added: z.int(), changed: z.int(), removed: z.int() }),
  /** Not once it was undone, nor after a later file that replaces all that it said. */
  canUndo: z.boolean(),
  undoneAt: z.string().optional(),
  undoneBy: z.string().optional(),
})
export type FileImport = z.infer<typeof fileImport>

export const getFileImports = endpoint({
  call: 'GET /api/Shop/GetFileImports',
  summary: 'The last files of a kind that were applied, the newest first',
  access,
  input: z.object({ kind: z.enum(importKinds) }),
  reply: answer(z.array(fileImport)),
  errors: ['permission.denied'],
})

export const undoFileImport = endpoint({
  call: 'POST /api/Shop/UndoFileImport',
  summary: 'Undoes an applied file; what was changed since stays as it is',
  access,
  input: z.object({ id }),
  reply: answer(z.object({ restored: z.int(), removed: z.int(), kept: z.int() })),
  errors: ['notFound', 'permission.denied', 'change.undone', 'import.replaced'],
})
