import { z } from 'zod'

/** Odoo sends `false` for empty values. */
export const text = z
  .union([z.string(), z.literal(false), z.null()])
  .transform((value) => (typeof value === 'string' ? value : ''))
/** A many2one: id and display name. */
export const reference = z
  .union([z.tuple([z.int(), z.string()]).rest(z.unknown()), z.literal(false), z.null()])
  .transform((value) => (Array.isArray(value) ? { id: value[0], name: value[1] } : undefined))
export const anyReply = z.unknown()

/** To cents; rounds half away from zero. */
export function minorOf(amount: number): number {
  // toFixed removes binary noise: 1.005 × 100 is 100.49999999999999.
  const cents = Math.round(Number((Math.abs(amount) * 100).toFixed(4)))
  return amount < 0 && cents > 0 ? -cents : cents
}

/** Odoo's format, in UTC: 2026-03-02 09:14:58. */
export const timeOf = (iso: string | Date) => new Date(iso).toISOString().slice(0, 19).replace('T', ' ')

export const earlier = (time: string, milliseconds: number) =>
  timeOf(new Date(Date.parse(`${time.replace(' ', 'T')}Z`) - milliseconds))
