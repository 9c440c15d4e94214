import { z } from 'zod'

/** Pieces that Tryton's answers are made of. */
export const number = z.int()
export const optionalNumber = z.int().nullable()
export const text = z
  .string()
  .nullable()
  .transform((value) => value ?? '')
export const decimal = z.object({ __class__: z.literal('Decimal'), decimal: z.string() })
export const time = z.object({
  __class__: z.literal('datetime'),
  year: z.int(),
  month: z.int(),
  day: z.int(),
  hour: z.int(),
  minute: z.int(),
  second: z.int(),
  microsecond: z.int(),
})
/** What a call answers that is asked for what it does. */
export const anything = z.unknown()

/** Finds what is archived too; Tryton leaves it out where nothing is said. */
export const archivedToo = ['active', 'in', [true, false]]
