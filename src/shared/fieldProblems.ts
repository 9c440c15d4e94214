import type { ZodError } from 'zod'
import type { MessageKey } from './i18n/keys.ts'

/** A message key and its limit. */
export type FieldProblem = { key: MessageKey; values: { limit?: number } }

type Issue = ZodError['issues'][number]
type Limited = Extract<Issue, { code: 'too_small' | 'too_big' }>

/**
 * The first problem per path ('lines.0.qty'; 'body' for the whole), for server and forms; at most `most`
 * paths. Custom issues set `params: { key: 'field.…' }`.
 */
export function fieldProblems(
  error: ZodError,
  most = Number.POSITIVE_INFINITY,
): Record<string, FieldProblem> {
  const problems = new Map<string, FieldProblem>()
  const note = (field: string, problem: FieldProblem) => {
    if (problems.size < most && !problems.has(field)) problems.set(field, problem)
  }
  const found = error.issues.map((issue) => ({ issue, unknown: unknownFields(issue) }))
  // A mistyped name is often why others are missing.
  if (found.length > most) found.sort((one, other) => other.unknown.length - one.unknown.length)
  for (const { issue, unknown } of found) {
    if (unknown.length === 0) note(pathOf(issue), problemOf(issue))
    for (const field of unknown) note(field, unknownField)
  }
  return Object.fromEntries(problems)
}

/** An object with more unknown keys than this is not a typing mistake. */
const maxUnknownKeys = 1000

const unknownField: FieldProblem = { key: 'field.notKnown', values: {} }
const pathOf = ({ path }: Pick<Issue, 'path'>) => path.map(String).join('.') || 'body'

/** The unknown fields of an issue; for a union, those unknown to all its shapes. */
function unknownFields(issue: Issue): string[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.slice(0, maxUnknownKeys).map((key) => pathOf({ path: [...issue.path, key] }))
  if (issue.code !== 'invalid_union') return []
  const [first = [], ...others] = issue.errors.map((shape) =>
    shape.flatMap((one) => unknownFields({ ...one, path: [...issue.path, ...one.path] })),
  )
  return first.filter((field) => others.every((fields) => fields.includes(field)))
}

function problemOf(issue: Issue): FieldProblem {
  if (issue.code === 'custom') return customProblem(issue.params)
  if (isMissingValue(issue)) return { key: 'field.required', values: {} }
  if (issue.code === 'too_small' || issue.code === 'too_big') return limitProblem(issue)
  if (issue.code === 'invalid_format' && issue.format === 'email') return { key: 'field.email', values: {} }
  if (issue.code === 'invalid_union') return unionProblem(issue.errors)
  return { key: 'field.invalid', values: {} }
}

function customProblem(params: Record<string, unknown> = {}): FieldProblem {
  const { key, limit } = params
  return {
    key: typeof key === 'string' ? (key as MessageKey) : 'field.invalid',
    values: typeof limit === 'number' ? { limit } : {},
  }
}

/** A missing value. Known if the schema reports input, as in forms; else only from zod's message. */
function isMissingValue(issue: Issue): boolean {
  if (issue.code === 'too_small' && issue.minimum === 1 && /^(string|array)$/.test(issue.origin)) return true
  if ('input' in issue) return isEmpty(issue.input)
  return issue.code === 'invalid_type' && /received (undefined|null)$/.test(issue.message)
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

function limitProblem(issue: Limited): FieldProblem {
  // There is no text for 'more than 0'.
  if (issue.inclusive === false) return { key: 'field.invalid', values: {} }
  const limit = Number(issue.code === 'too_small' ? issue.minimum : issue.maximum)
  const isText = issue.origin === 'string'
  if (issue.code === 'too_small')
    return { key: isText ? 'field.tooShort' : 'field.tooSmall', values: { limit } }
  return { key: isText ? 'field.tooLong' : 'field.tooBig', values: { limit } }
}

/** The shape that was meant: right type, no literal. */
function unionProblem(shapes: Issue[][]): FieldProblem {
  const matching = shapes.find(
    ([first]) => first && first.path.length === 0 && !/^invalid_(type|value)$/.test(first.code),
  )?.[0]
  return matching ? problemOf(matching) : { key: 'field.invalid', values: {} }
}
