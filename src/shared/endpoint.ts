import { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { PageName } from './pages.ts'

/**
 * Who may call: `open` everybody; `shop` everybody where the tenant's shop needs no login, else whoever is
 * signed in; `order` whoever is signed in, and everybody where the tenant takes orders without login; `signedIn` whoever
 * is signed in; `pages` whoever may open one of these pages.
 */
export type Access = 'open' | 'shop' | 'order' | 'signedIn' | { pages: readonly PageName[] }

type Downloaded = string | readonly string[] | undefined

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
  Download extends Downloaded = Downloaded,
> = {
  method: Method
  path: Path
  summary: string
  access: Who
  transaction: 'read' | 'write' | 'own'
  input: Input
  reply: Reply
  errors: readonly ErrorCode[]
  /** Calls a minute of one address; onlyVisitors: of whoever has not signed in. No limit where absent. */
  perMinute?: { address: number; onlyVisitors?: true }
  /** Fields of a POST's body that clients may send in the query instead, by the names that the contract has there. */
  alsoInQuery?: readonly string[]
  /** The body may have so many bytes; a megabyte where absent. */
  maxBytes?: number
  /** The call carries one file, as multipart/form-data: bytes at most. */
  file?: { maxBytes: number }
  /** The call carries files beside its fields, as multipart/form-data: bytes of each, and how many, at most. */
  files?: { maxBytes: number; most: number }
  /** Answers a file of this content type, or of one of these, to be kept, not JSON; `reply` is then {@link nothing}. */
  download?: Download
  /**
   * The record as it is read. Clients send it back whole with what they have changed, or send a copy of it: what only
   * reading gives is let go then. Anything else that the input does not name is refused, in every call.
   */
  sentBack?: z.ZodType
  /** Its texts are another system's: what cannot be stored is taken out of them, where other calls refuse it. */
  foreignText?: true
  /** Is taken in however busy the server is, and comes before all other calls that wait for the database. */
  isUrgent?: true
  /** May be called before the second factor that the tenant asks of the user's role has been set up. */
  beforeSecondFactor?: true
}

export function endpoint<
  const Method extends 'GET' | 'POST',
  const Path extends `/api/${string}`,
  Input extends z.ZodType,
  Reply extends z.ZodType,
  const Who extends Access,
  const Download extends Downloaded = undefined,
>(
  definition: Endpoint<Method, Path, Input, Reply, Who, Download>,
): Endpoint<Method, Path, Input, Reply, Who, Download> {
  return definition
}

/** How a list is ordered and searched; `sorts` are the columns it can be ordered by, the first unless told. */
export function listInput<const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) {
  return {
    ...paging,
    sort: z.enum(sorts).default(sorts[0] as z.core.util.NoUndefined<Sorts[0]>),
    order: z.enum(['asc', 'desc']).default('asc'),
    search: z.string().trim().max(100).optional(),
  }
}

/** The version of a record that a change was made to: a stale one is refused. */
export const version = z.int().min(1)

/** One line of text as people type it: no control characters, no spaces at the ends. */
export function line(max: number) {
  return z
    .string()
    .transform((text) => text.replace(/\p{Cc}+/gu, ' ').trim())
    .pipe(z.string().max(max))
}

/** A line that may not be empty. */
export function requiredLine(max: number) {
  return line(max).pipe(z.string().min(1))
}

/** An e-mail address, or '' for none. */
export const email = line(254).refine((text) => text === '' || z.regexes.email.test(text), {
  params: { key: 'field.email' },
})

/** An ISO 4217 code. */
export const currencyCode = z.string().regex(/^[A-Z]{3}$/)

/** Input of a call without any. */
export const nothing = z.object({})

/** `{success, data}`: the answer of every call whose fields the contract does not list flat. */
export function answer<Data extends z.ZodType>(data: Data) {
  return z.object({ success: z.literal(true), data })
}

/** The answer of a call that only does something. */
export const done = z.object({ success: z.literal(true) })

/** As far as lists are counted and paged: what lies beyond is found by a filter, or by the other order. */
export const mostListed = 10_000

/**
 * A page of rows. `total` counts all rows that match, not those of the page; `isCapped` where more match than the
 * {@link mostListed} that it says then.
 */
export function page<Row extends z.ZodType>(row: Row) {
  return answer(z.object({ items: z.array(row), total: z.int(), isCapped: z.literal(true).optional() }))
}

/** What every list takes: page from 1, limit 20 unless told, 200 at most. */
export const paging = {
  page: z.int().min(1).max(1_000_000).default(1),
  limit: z.int().min(1).max(200).default(20),
}

/** In lower case, as the database writes it, however it was sent. */
export const id = z.uuid().toLowerCase()
/** An id, '' or absent where none is chosen. */
export const optionalId = z.union([id, z.literal('').transform(() => undefined)]).optional()
export const orderTypes = ['Rpt', 'Season'] as const
export type OrderType = (typeof orderTypes)[number]
export const orderType = z.enum(orderTypes)
/** Yes or no, as JSON has it, or as it stands in a query. */
export const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
/** An account code, '' or absent where none is chosen. */
export const optionalAccountCode = z.string().max(30).optional()
