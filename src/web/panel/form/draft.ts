import type { z } from 'zod'
import { fieldProblems } from '#shared/fieldProblems.ts'

/**
 * A record as it is being typed: a field may still be empty; a list and a yes or no always are what they are. All
 * fields are named: one left out would be set to its default by whoever forgot it.
 */
export type Draft<Values> = {
  [Name in keyof Values]-?: NonNullable<Values[Name]> extends readonly unknown[] | boolean
    ? NonNullable<Values[Name]>
    : Values[Name] | '' | null | undefined
}

/** What of zod's inner structure is looked at here, to find the schema of one field. */
type Node = z.ZodType & {
  def: { innerType?: Node; in?: Node; element?: Node; shape?: Record<string, Node> }
}

/** Whether nothing will do: asked of the schema itself, so that marks and rules cannot differ. */
export function isRequired(schema: z.ZodType, path: string): boolean {
  const field = fieldAt(schema, path)
  return field !== undefined && empties.every((empty) => !accepts(field, empty))
}

/** The draft as it is to be sent, or what is wrong with its fields, by path. */
export function checkDraft<Schema extends z.ZodType>(
  schema: Schema,
  draft: object,
):
  | { values: z.input<Schema>; problems?: never }
  | { problems: ReturnType<typeof fieldProblems>; values?: never } {
  const values = withoutEmpty(schema, draft)
  const { error } = schema.safeParse(values, { reportInput: true })
  // What the schema accepts is of its input's type, whatever the draft was typed as.
  return error ? { problems: fieldProblems(error) } : { values: values as z.input<Schema> }
}

/** Whether two drafts say the same: an emptied field is as good as one that never was filled. */
export function isSameDraft(one: object, other: object): boolean {
  const written = (draft: object) =>
    JSON.stringify(draft, (_, value: unknown) => (value === '' || value === null ? undefined : value))
  return written(one) === written(other)
}

const empties = ['', [], null, undefined]
const accepts = (field: Node, value: unknown) => field.safeParse(value).success

/** An emptied field is sent as the schema wants it: as it is, else as null, else not at all. */
function withoutEmpty(schema: z.ZodType, draft: object): object {
  const entries = Object.entries(draft).flatMap(([name, value]: [string, unknown]) => {
    if (value !== '' && value !== null && value !== undefined) return [[name, value]]
    const field = fieldAt(schema, name)
    const sent = field ? [value, null, undefined].find((empty) => accepts(field, empty)) : value
    return sent === undefined ? [] : [[name, sent]]
  })
  return Object.fromEntries(entries)
}

function fieldAt(schema: z.ZodType, path: string): Node | undefined {
  let node: Node | undefined = schema
  for (const name of path.split('.')) {
    const { def }: Node = bare(node)
    node = def.shape ? def.shape[name] : def.element
    if (!node) return undefined
  }
  return node
}

/** The schema within what makes it optional, gives it a default or passes its value on. */
function bare(node: Node): Node {
  const inner = node.def.innerType ?? node.def.in
  return inner ? bare(inner) : node
}
