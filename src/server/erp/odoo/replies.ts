import { z } from 'zod'

/** Pieces that Odoo's answers are made of. It says `false` where there is nothing. */
export const text = z
  .union([z.string(), z.literal(false), z.null()])
  .transform((value) => (typeof value === 'string' ? value : ''))
/** A record that is referred to, with what it is called. */
export const reference = z
  .union([z.tuple([z.int(), z.string()]).rest(z.unknown()), z.literal(false), z.null()])
  .transform((value) => (Array.isArray(value) ? { id: value[0], name: value[1] } : undefined))
/** What a call answers that is asked for what it does. */
export const anything = z.unknown()

/** An amount of Odoo, which is a floating number, in cents; halves away from zero. */
export function minorOf(amount: number): number {
  // Without the dust of the binary fraction: 1.005 × 100 is 100.49999999999999.
  const cents = Math.round(Number((Math.abs(amount) * 100).toFixed(4)))
  return amount < 0 && cents > 0 ? -cents : cents
}

/** A moment as Odoo writes it, in UTC, to the second: 2026-03-02 09:14:58. */
export const timeOf = (iso: string | Date) => new Date(iso).toISOString().slice(0, 19).replace('T', ' ')

/** A time of {@link timeOf}, so many milliseconds earlier. */
export const earlier = (time: string, milliseconds: number) =>
  timeOf(new Date(Date.parse(`${time.replace(' ', 'T')}Z`) - milliseconds))
