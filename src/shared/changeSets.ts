import { z } from 'zod'
import { answer, endpoint, id } from './endpoint.ts'

/** What undoing did, in products, sizes and lots, and of an import brands and categories. */
export const undoCounts = z.object({
  restored: z.int(),
  removed: z.int(),
  deactivated: z.int(),
  /** Left as they are, in whole or in part: somebody changed them since. */
  kept: z.int(),
})
export type UndoCounts = z.infer<typeof undoCounts>

export const undoChanges = endpoint({
  method: 'POST',
  path: '/api/Shop/UndoChanges',
  summary:
    'Undoes what a form, the table of products or a bulk action changed, where nobody has changed it since',
  access: { pages: ['productEdit', 'productSheet'] },
  transaction: 'own',
  /** Of the change set, as saving answers it and the change log has it. */
  input: z.object({ id }),
  reply: answer(undoCounts),
  /** record.changed: somebody else is changing these products at this moment. */
  errors: ['notFound', 'change.undone', 'record.changed'],
})
