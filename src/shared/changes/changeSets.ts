import { z } from 'zod'
import { answer, endpoint, id } from '#shared/endpoint.ts'

/** In products and variants; for imports also brands and categories. */
export const undoCounts = z.object({
  restored: z.int(),
  removed: z.int(),
  deactivated: z.int(),
  /** Not restored, at least partly, because somebody changed them since. */
  kept: z.int(),
})
export type UndoCounts = z.infer<typeof undoCounts>

export const undoChanges = endpoint({
  call: 'POST /api/Shop/UndoChanges',
  summary:
    'Undoes changes by a form, the product sheet or a bulk action, except where somebody has changed them since',
  access: { pages: ['productEdit', 'productSheet'] },
  transaction: 'own',
  /** The change set's id, from saving or the change log. */
  input: z.object({ id }),
  reply: answer(undoCounts),
  /** record.changed: somebody else is changing these products. */
  errors: ['notFound', 'change.undone', 'record.changed'],
})
