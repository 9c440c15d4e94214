import { z } from 'zod'

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
export const anyReply = z.unknown()

/** Without a clause on `active`, Tryton omits archived records. */
export const includeArchived = ['active', 'in', [true, false]]
