import { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { PageName } from './pages.ts'

/**
 * Who may call: `open` anybody; `shop` guests if the tenant's shop needs no login; `order` guests if the tenant takes
 * guest orders; `signedIn` users; `pages` users who may open one of these pages; `operator` who runs the deployment.
 */
export type Access = 'open' | 'shop' | 'order' | 'signedIn' | 'operator' | { pages: readonly PageName[] }

type Downloaded = string | readonly string[] | undefined

/**
 * A call for the server, the typed client and the OpenAPI document. `transaction`: what the verb runs in; `own` for verbs
 * that must not hold one open.
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
  /** Calls per minute and address; unlimited if absent. `onlyVisitors`: guests only. */
  perMinute?: { address: number; onlyVisitors?: true }
  /** Body fields of a POST that clients may also send as query parameters. */
  alsoInQuery?: readonly string[]
  /** Largest body; by default 1 MB, for calls without a user 64 KB. */
  maxBytes?: number
  /** As multipart/form-data. */
  file?: { maxBytes: number }
  /** As multipart/form-data, beside the fields. */
  files?: { maxBytes: number; maxFiles: number }
  /** Answers a file of this content type instead of JSON. */
  download?: Download
  /**
   * The record as read. Clients may send it back whole: fields that only reads return are then ignored. All other
   * unknown fields are refused, in every call.
   */
  sentBack?: z.ZodType
  /** Texts of the catalogue are answered in the caller's language. */
  isTranslated?: true
  /** Texts of other systems: unstorable characters are removed instead of refused. */
  foreignText?: true
  /** Never refused when the server is busy; goes first in the database queue. */
  isUrgent?: true
  /** Allowed before a required second factor is set up. */
  beforeSecondFactor?: true
}

type Given<Address, Input, Reply, Who, Download> = Omit<
  Partial<Endpoint>,
  'method' | 'path' | 'input' | 'reply' | 'access' | 'download'
> & {
  /** Method and path. A GET reads and a POST writes, unless `transaction` says otherwise. */
  call: Address
  summary: string
  access: Who
  input?: Input
  /** By default {@link done}. */
  reply?: Reply
  download?: Download
}

type MethodOf<Address> = Address extends `${infer Method extends 'GET' | 'POST'} ${string}` ? Method : never
type PathOf<Address> = Address extends `${string} ${infer Path}` ? Path : never

export function endpoint<
  const Address extends `${'GET' | 'POST'} /api/${string}`,
  const Who extends Access,
  Input extends z.ZodType = typeof nothing,
  Reply extends z.ZodType = typeof done,
  const Download extends Downloaded = undefined,
>(
  definition: Given<Address, Input, Reply, Who, Download>,
): Endpoint<MethodOf<Address>, PathOf<Address>, Input, Reply, Who, Download> {
  const { call, ...more } = definition
  const [method, path] = call.split(' ')
  const transaction = method === 'GET' ? 'read' : 'write'
  const described = { transaction, input: nothing, reply: done, errors: [], ...more, method, path }
  return described as never
}

/** `sorts`: sortable columns, the default first. */
export function listInput<const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) {
  return {
    ...paging,
    sort: z.enum(sorts).default(sorts[0] as z.core.util.NoUndefined<Sorts[0]>),
    order: z.enum(['asc', 'desc']).default('asc'),
    search: z.string().trim().max(100).optional(),
  }
}

/** Version of the record that was edited; outdated ones are refused. */
export const version = z.int().min(1)

/** One line: control characters become spaces, ends are trimmed. */
export function line(max: number) {
  return z
    .string()
    .transform((text) => text.replace(/\p{Cc}+/gu, ' ').trim())
    .pipe(z.string().max(max))
}

export function requiredLine(max: number) {
  return line(max).pipe(z.string().min(1))
}

/** '' for none. */
export const email = line(254).refine((text) => text === '' || z.regexes.email.test(text), {
  params: { key: 'field.email' },
})

/** ISO 4217. */
export const currencyCode = z.string().regex(/^[A-Z]{3}$/)

export const nothing = z.object({})

/** `{success, data}`, unless the contract lists the fields flat. */
export function answer<Data extends z.ZodType>(data: Data) {
  return z.object({ success: z.literal(true), data })
}

export const done = z.object({ success: z.literal(true) })

/** Lists count and page only this far; filters or the reverse order reach the rest. */
export const maxListed = 10_000

/** A page of rows. `total` counts all matching rows up to {@link maxListed}; `isCapped` if there are more. */
export function page<Row extends z.ZodType>(row: Row) {
  return answer(z.object({ items: z.array(row), total: z.int(), isCapped: z.literal(true).optional() }))
}

export const paging = {
  page: z.int().min(1).max(1_000_000).default(1),
  limit: z.int().min(1).max(200).default(20),
}

/** Lower case, as the database writes it. */
export const id = z.uuid().toLowerCase()
/** '' or absent for none. */
export const optionalId = z.union([id, z.literal('').transform(() => undefined)]).optional()
export const orderTypes = ['Rpt', 'Season'] as const
export type OrderType = (typeof orderTypes)[number]
export const orderType = z.enum(orderTypes)
/** A boolean, in JSON or in a query. */
export const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
/** '' or absent for none. */
export const optionalAccountCode = z.string().max(30).optional()
