import { z } from 'zod'
import { answer, endpoint, id } from '#shared/endpoint.ts'

export const undoRecordChange = endpoint({
  call: 'POST /api/Account/UndoRecordChange',
  summary:
    'Undoes a logged change of a user, agent, customer, brand, category or the settings, as a change of its own. Fields that were changed since stay; kept names them',
  access: { pages: ['changes'] },
  /** The logged change's id. */
  input: z.object({ id }),
  reply: answer(z.object({ kept: z.array(z.string()) })),
  errors: [
    'notFound',
    'permission.denied',
    'change.undone',
    'request.invalid',
    'user.notYours',
    'user.oneself',
    'user.lastAdmin',
    'record.inUse',
    'brand.hasProducts',
    'category.notEmpty',
    'category.hasDeleted',
    'category.tooDeep',
  ],
})
