import { z } from 'zod'
import { answer, endpoint, id } from '#shared/endpoint.ts'

export const undoRecordChange = endpoint({
  call: 'POST /api/Account/UndoRecordChange',
  summary:
    'Undoes a logged change of a user, agent, customer, brand, category, price rule, quantity rule or the settings, as a change of its own. Fields that were changed since stay; kept names them, and isUndone says whether there were others',
  access: { pages: ['changes'] },
  input: z.object({
    /** The logged change's id. */
    id,
    /** Also if a price rule then takes more than half off a list price; otherwise `priceRule.belowHalf` refuses that. */
    confirmed: z.boolean().default(false),
  }),
  reply: answer(z.object({ isUndone: z.boolean(), kept: z.array(z.string()) })),
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
    'priceRule.tooMany',
    'priceRule.belowHalf',
  ],
})
