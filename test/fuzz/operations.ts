import type { Schema } from './input.ts'

/** An operation of our OpenAPI document with its input schema. */
export type Operation = { method: 'GET' | 'POST'; path: string; input: Schema; isForm: boolean }

type Content = Record<string, { schema: Schema }>
type Described = {
  parameters?: { name?: string; required?: boolean; schema?: Schema }[]
  requestBody?: { content: Content }
}
type Document = { paths: Record<string, { get?: Described; post?: Described }> }

/** End sessions or change permissions, so later calls would be refused. */
const disruptsOthers = /Logout|Session|UpdateTenantSettings|ChangeRole|PasswordChange|UpdateUser|Totp/
/** Delete the callers' own records, so nobody could sign in again. */
const deletesCallers = /Delete(User|SalesPerson|Customer)$/

/** The table of an operation's `id`; the first match counts. */
const tables: [part: RegExp, table: string][] = [
  [/OrderNote$/, 'order_notes'],
  [/OrderMail$/, 'order_mails'],
  [/PhotoCatalogue/, 'photo_catalogues'],
  [/Draft/, 'drafts'],
  [/FileImport/, 'file_imports'],
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

/** All operations, disruptive ones last. */
export function operationsOf(document: unknown): Operation[] {
  const { paths } = document as Document
  const operations = Object.entries(paths).flatMap(([path, { get, post }]): Operation[] => [
    ...(get ? [{ method: 'GET' as const, path, input: queryOf(get), isForm: false }] : []),
    ...(post ? [postOf(path, post)] : []),
  ])
  const rank = ({ path }: Operation) =>
    Number(disruptsOthers.test(path)) + 2 * Number(deletesCallers.test(path))
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
