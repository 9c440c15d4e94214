import { z } from 'zod'
import type { ErrorCode } from './errors.ts'

export const roles = ['admin', 'sp', 'customer'] as const
export type Role = (typeof roles)[number]

/**
 * Who may call: `open` everybody; `shop` everybody where the tenant's shop needs no login, else whoever is
 * signed in; `signedIn` whoever is signed in; a list: whoever has one of these roles.
 */
export type Access = 'open' | 'shop' | 'signedIn' | readonly Role[]

/**
 * One call of the wire, said once: the server validates, guards and serialises by it, the browser is typed by
 * it, and the OpenAPI document is made from it.
 * `transaction` is what the verb runs in; `own` leaves it to the verb (for work that must not hold one open).
 */
export type Endpoint<
  Method extends 'GET' | 'POST' = 'GET' | 'POST',
  Path extends string = string,
  Input extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
  Who extends Access = Access,
> = {
  method: Method
  path: Path
  summary: string
  access: Who
  transaction: 'read' | 'write' | 'own'
  input: Input
  reply: Reply
  errors: readonly ErrorCode[]
  /** Calls a minute: of one address, and for one user name whatever the address. No limit where absent. */
  perMinute?: { address: number; username?: number }
}

export function endpoint<
  const Method extends 'GET' | 'POST',
  const Path extends `/api/${string}`,
  Input extends z.ZodType,
  Reply extends z.ZodType,
  const Who extends Access,
>(definition: Endpoint<Method, Path, Input, Reply, Who>): Endpoint<Method, Path, Input, Reply, Who> {
  return definition
}

/** Input of a call without any. */
export const nothing = z.object({})

/** `{success, data}`: the answer of every call whose fields the contract does not list flat. */
export function answer<Data extends z.ZodType>(data: Data) {
  return z.object({ success: z.literal(true), data })
}

/** The answer of a call that only does something. */
export const done = z.object({ success: z.literal(true) })

/** A page of rows. `total` counts all rows that match, not those of the page. */
export function page<Row extends z.ZodType>(row: Row) {
  return answer(z.object({ items: z.array(row), total: z.int() }))
}

/** What every list takes: page from 1, limit 20 unless told, 200 at most. */
export const paging = {
  page: z.int().min(1).max(1_000_000).default(1),
  limit: z.int().min(1).max(200).default(20),
}

/** In lower case, as the database writes it, however it was sent. */
export const id = z.uuid().toLowerCase()
export const orderTypes = ['Rpt', 'Season'] as const
export type OrderType = (typeof orderTypes)[number]
export const orderType = z.enum(orderTypes)
/** An account code, '' or absent where none is chosen. */
export const optionalAccountCode = z.string().max(30).optional()
