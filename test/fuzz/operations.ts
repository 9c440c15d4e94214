import type { Schema } from './input.ts'

/** One call of the product's OpenAPI document, with the schema of what it takes. */
export type Operation = { method: 'GET' | 'POST'; path: string; input: Schema; isForm: boolean }

type Content = Record<string, { schema: Schema }>
type Described = {
  parameters?: { name?: string; required?: boolean; schema?: Schema }[]
  requestBody?: { content: Content }
}
type Document = { paths: Record<string, { get?: Described; post?: Described }> }

/** Calls that end sessions, or change who may do what: after these a round would only be refused. */
const breaksRest = /Logout|Session|UpdateTenantSettings|ChangeRole|PasswordChange|UpdateUser|Totp/
/** Calls that take away what the callers themselves stand for: nobody would be signed in again. */
const endsCallers = /Delete(User|SalesPerson|Customer)$/

/** What the `id` of a call is of: the first that its path names. */
const tables: [part: RegExp, table: string][] = [
  [/OrderNote$/, 'order_notes'],
  [/OrderMail$/, 'order_mails'],
  [/PhotoCatalogue/, 'photo_catalogues'],
  [/Draft/, 'drafts'],
  [/Import/, 'change_sets'],
  [/Brand/, 'brands'],
  [/Categor/, 'categories'],
  [/SalesPerson|HandOver/, 'agents'],
  [/Customer/, 'accounts'],
  [/User/, 'users'],
  [/Product/, 'products'],
  [/Order|Transfer|\/Erp\//, 'orders'],
]

export const tableOf = (path: string) => tables.find(([part]) => part.test(path))?.[1]

/** Every call that the document has, those last that take others their ground. */
export function operationsOf(document: unknown): Operation[] {
  const { paths } = document as Document
  const operations = Object.entries(paths).flatMap(([path, { get, post }]): Operation[] => [
    ...(get ? [{ method: 'GET' as const, path, input: queryOf(get), isForm: false }] : []),
    ...(post ? [postOf(path, post)] : []),
  ])
  const rank = ({ path }: Operation) => Number(breaksRest.test(path)) + 2 * Number(endsCallers.test(path))
  return operations.toSorted((one, other) => rank(one) - rank(other))
}

function queryOf({ parameters = [] }: Described): Schema {
  const named = parameters.flatMap(({ name, required, schema }) =>
    name && schema ? [{ name, required, schema }] : [],
  )
  return {
    type: 'object',
    properties: Object.fromEntries(named.map(({ name, schema }) => [name, schema])),
    required: named.filter(({ required }) => required).map(({ name }) => name),
  }
}

function postOf(path: string, { requestBody }: Described): Operation {
  const [[type, { schema }] = ['application/json', { schema: {} }]] = Object.entries(
    requestBody?.content ?? {},
  )
  return { method: 'POST', path, input: schema, isForm: type === 'multipart/form-data' }
}
