import { z } from 'zod'
import { answer, endpoint, id } from './endpoint.ts'

/** How many sizes and lots are looked at. */
export const maxCheckedVariants = 20_000

export const checkPriceRule = endpoint({
  call: 'GET /api/Price/CheckPriceRule',
  summary:
    'What speaks against a price rule: sizes it may sell below their floor price, and rules it contradicts',
  access: { pages: ['priceRuleEdit'] },
  input: z.object({ id }),
  reply: answer(
    z.object({
      /** Sizes and lots below their floor price at the highest tiers, with all other rules. */
      belowFloor: z.int(),
      /** Some of their items. */
      items: z.array(z.string()),
      /** More sizes and lots than are looked at. */
      isPartial: z.boolean(),
      contradicted: z.array(
        z.object({
          id,
          name: z.string(),
          /** `same`: two fixed prices for the same, of which one never holds. `never`: the other is never reached. */
          how: z.enum(['same', 'never']),
        }),
      ),
    }),
  ),
  errors: ['notFound'],
})
