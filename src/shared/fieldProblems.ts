import type { ZodError } from 'zod'
import type { MessageKey } from './i18n/keys.ts'

/** What is wrong with a field: the key of its sentence, and the limit that the sentence names. */
export type FieldProblem = { key: MessageKey; values: { limit?: number } }

type Issue = ZodError['issues'][number]
type Limited = Extract<Issue, { code: 'too_small' | 'too_big' }>

/**
 * What a schema refused, by the path of the field ('lines.0.qty'; 'body' for the whole), the first of each. Server
 * and forms say it by the same sentences. A custom issue names its own by `params: { key: 'field.…' }`.
 */
export function fieldProblems(error: ZodError): Record<string, FieldProblem> {
  const problems = new Map<string, FieldProblem>()
  for (const issue of error.issues) {
    const unknown = unknownFields(issue)
    const path = pathOf(issue)
    if (unknown.length === 0 && !problems.has(path)) problems.set(path, problemOf(issue))
    for (const field of unknown) if (!problems.has(field)) problems.set(field, notKnown)
  }
  return Object.fromEntries(problems)
}

const notKnown: FieldProblem = { key: 'field.notKnown', values: {} }
const pathOf = ({ path }: Pick<Issue, 'path'>) => path.map(String).join('.') || 'body'

/** The paths of fields that the schema does not know; of several allowed shapes those that none of them knows. */
function unknownFields(issue: Issue): string[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => pathOf({ path: [...issue.path, key] }))
  if (issue.code !== 'invalid_union') return []
  const [first = [], ...others] = issue.errors.map((shape) =>
    shape.flatMap((one) => unknownFields({ ...one, path: [...issue.path, ...one.path] })),
  )
  return first.filter((field) => others.every((fields) => fields.includes(field)))
}

function problemOf(issue: Issue): FieldProblem {
  if (issue.code === 'custom') return ownProblem(issue.params)
  if (isAboutNothing(issue)) return { key: 'field.required', values: {} }
  if (issue.code === 'too_small' || issue.code === 'too_big') return limitProblem(issue)
  if (issue.code === 'invalid_format' && issue.format === 'email') return { key: 'field.email', values: {} }
  if (issue.code === 'invalid_union') return unionProblem(issue.errors)
  return { key: 'field.invalid', values: {} }
}

function ownProblem(params: Record<string, unknown> = {}): FieldProblem {
  const { key, limit } = params
  return {
    key: typeof key === 'string' ? (key as MessageKey) : 'field.invalid',
    values: typeof limit === 'number' ? { limit } : {},
  }
}

/**
 * Whether nothing stands where something is needed. What stood there is known where the schema was asked to report
 * it, as forms do; else a missing value is told by zod's own English sentence alone.
 */
function isAboutNothing(issue: Issue): boolean {
  if (issue.code === 'too_small' && issue.minimum === 1 && /^(string|array)$/.test(issue.origin)) return true
  if ('input' in issue) return isNothing(issue.input)
  return issue.code === 'invalid_type' && /received (undefined|null)$/.test(issue.message)
}

const isNothing = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

function limitProblem(issue: Limited): FieldProblem {
  // 'More than 0' has no sentence: 'At least 0' would be wrong.
  if (issue.inclusive === false) return { key: 'field.invalid', values: {} }
  const limit = Number(issue.code === 'too_small' ? issue.minimum : issue.maximum)
  const isText = issue.origin === 'string'
  if (issue.code === 'too_small')
    return { key: isText ? 'field.tooShort' : 'field.tooSmall', values: { limit } }
  return { key: isText ? 'field.tooLong' : 'field.tooBig', values: { limit } }
}

/** Of several allowed shapes the one that was meant: it is of the right type, and no fixed value such as ''. */
function unionProblem(shapes: Issue[][]): FieldProblem {
  const meant = shapes.find(
    ([first]) => first && first.path.length === 0 && !/^invalid_(type|value)$/.test(first.code),
  )?.[0]
  return meant ? problemOf(meant) : { key: 'field.invalid', values: {} }
}
