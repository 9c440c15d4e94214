import { z } from 'zod'
import { fieldProblems } from '#shared/fieldProblems.ts'

/** A record being edited. Every key is required: a missing one would be saved as its default. */
export type Draft<Values> = {
  [Name in keyof Values]-?: NonNullable<Values[Name]> extends readonly unknown[] | boolean
    ? NonNullable<Values[Name]>
    : Values[Name] | '' | null | undefined
}

/** The zod internals that {@link fieldAt} reads. */
type SchemaNode = z.ZodType & {
  def: {
    type: string
    innerType?: SchemaNode
    in?: SchemaNode
    element?: SchemaNode
    shape?: Record<string, SchemaNode>
  }
}

/** A new record, with the defaults of the endpoint's input. */
export function newDraft<Schema extends z.ZodType>(schema: Schema): Draft<z.input<Schema>> {
  const fields = Object.entries(shapeOf(schema)).map(([name, field]) => {
    const { data = '' } = field.safeParse(undefined)
    return [name, data]
  })
  return Object.fromEntries(fields) as never
}

/** A stored record, without what the endpoint's input does not have. The version is not typed; saving adds it. */
export function draftFrom<Schema extends z.ZodType>(schema: Schema, record: object): Draft<z.input<Schema>> {
  const stored = new Map(Object.entries(record))
  return Object.fromEntries(
    Object.keys(shapeOf(schema)).map((name) => [
      name,
      name === 'version' ? undefined : (stored.get(name) ?? ''),
    ]),
  ) as never
}

const shapeOf = (schema: z.ZodType): Record<string, SchemaNode> => unwrap(schema).def.shape ?? {}

export function isRequired(schema: z.ZodType, path: string): boolean {
  const field = fieldAt(schema, path)
  return field !== undefined && emptyValues.every((empty) => !accepts(field, empty))
}

/** The values to send, or the problems by field path. */
export function checkDraft<Schema extends z.ZodType>(
  schema: Schema,
  draft: object,
):
  | { values: z.input<Schema>; problems?: never }
  | { problems: ReturnType<typeof fieldProblems>; values?: never } {
  const values = withoutEmpty(schema, draft)
  const { error } = schema.safeParse(values, { reportInput: true })
  return error ? { problems: fieldProblems(error) } : { values: values as z.input<Schema> }
}

/** The schema of a field, without what makes it optional: it tells the type, choices and limits. */
export function innerField(schema: z.ZodType, path: string): z.ZodType | undefined {
  const field = fieldAt(schema, path)
  return field && unwrap(field)
}

/** A schema without what makes it optional. */
export const innerType = (schema: z.ZodType): z.ZodType => unwrap(schema)

/** Treats '', null and undefined as equal. */
export function isSameDraft(a: object, b: object): boolean {
  const serialize = (draft: object) =>
    JSON.stringify(draft, (_, value: unknown) => (value === '' || value === null ? undefined : value))
  return serialize(a) === serialize(b)
}

const emptyValues = ['', [], null, undefined]
const accepts = (field: SchemaNode, value: unknown) => field.safeParse(value).success

/** Sends each empty field as the first of unchanged, null or absent that the schema accepts. */
function withoutEmpty(schema: z.ZodType, draft: object): object {
  const entries = Object.entries(draft).flatMap(([name, value]: [string, unknown]) => {
    const field = fieldAt(schema, name)
    if (value !== '' && value !== null && value !== undefined) return [[name, value]]
    const sent = field ? [value, null, undefined].find((empty) => accepts(field, empty)) : value
    return sent === undefined ? [] : [[name, sent]]
  })
  return Object.fromEntries(entries)
}

function fieldAt(schema: z.ZodType, path: string): SchemaNode | undefined {
  let node: SchemaNode | undefined = schema
  for (const name of path.split('.')) {
    const { def }: SchemaNode = unwrap(node)
    node = def.shape ? def.shape[name] : def.element
    if (!node) return undefined
  }
  return node
}

/** Unwraps optional, nullable, default and pipe. */
function unwrap(node: SchemaNode): SchemaNode {
  const inner = node.def.innerType ?? node.def.in
  return inner ? unwrap(inner) : node
}
