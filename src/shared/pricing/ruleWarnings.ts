import { z } from 'zod'
import { answer, endpoint, id } from '#shared/endpoint.ts'

/**
 * How two rules for the same contradict. `same`: two fixed prices, one of which never holds. `never`: the
 * other is never reached. `ended`: the other ends this one. `twice`: both discounts are taken off.
 */
const contradictions = ['same', 'never', 'ended', 'twice'] as const
export type Contradiction = (typeof contradictions)[number]

/** How many sizes and lots are checked. */
export const maxCheckedVariants = 20_000

/** A code of this length is not found by trying a few codes an hour. */
export const leastSafeCodeLength = 8
export const isShortCode = (code: string): boolean => code !== '' && code.length < leastSafeCodeLength

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
      /** There are more sizes and lots than are checked. */
      isPartial: z.boolean(),
      contradicted: z.array(
        z.object({
          id,
          name: z.string(),
          how: z.enum(contradictions),
        }),
      ),
      /** Its campaign code can be guessed. */
      isCodeShort: z.boolean(),
    }),
  ),
  errors: ['notFound'],
})
