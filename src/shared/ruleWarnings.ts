import { z } from 'zod'
import { answer, endpoint, id } from './endpoint.ts'

/**
 * Of two rules for the same. `same`: two fixed prices, of which one never holds. `never`: the other is never reached.
 * `ended`: the other ends this one. `twice`: both discounts are taken off.
 */
const contradictions = ['same', 'never', 'ended', 'twice'] as const
export type Contradiction = (typeof contradictions)[number]

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
          how: z.enum(contradictions),
        }),
      ),
    }),
  ),
  errors: ['notFound'],
})
