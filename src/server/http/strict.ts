import { z } from 'zod'

type Schema = z.core.$ZodType

/** Enough to mend a call by; a thousand lines have thousands of problems. */
export const maxProblems = 10
const maxRecordKeys = 1000

/**
 * Refuses unknown keys in all objects of a schema; records keep free keys. Keys known only to `read`, the schema for
 * reading, are dropped instead. A list is measured before its elements are looked at, and after {@link maxProblems}
 * the others are not. Throws at startup for unsupported schemas, and for lists without a bound.
 */
export function strict<S extends Schema>(schema: S, read?: Schema): S {
  return makeStrict(schema, read) as S
}

function makeStrict(schema: Schema, read?: Schema): Schema {
  const def = defOf(schema)
  const change = (inner: object) => z.core.clone(schema, z.core.util.mergeDefs(def, inner) as typeof def)
  switch (def.type) {
    case 'object': {
      const known = shapeOf(read)
      const fields = Object.entries(def.shape).map(([name, field]) => [name, makeStrict(field, known[name])])
      const strictShape = change({ shape: Object.fromEntries(fields), catchall: def.catchall ?? z.never() })
      const onlyRead = Object.keys(known).filter((name) => !(name in def.shape))
      return onlyRead.length > 0
        ? z.preprocess((value) => without(value, onlyRead), strictShape)
        : strictShape
    }
    case 'array':
      return stopsEarly(change({ element: makeStrict(def.element, elementOf(read)) }))
    case 'tuple':
      return change({
        items: def.items.map((item) => makeStrict(item)),
        rest: def.rest && makeStrict(def.rest),
      })
    case 'record':
      return measured(change({ valueType: makeStrict(def.valueType) }))
    case 'union':
      return change({ options: def.options.map((option) => makeStrict(option, read)) })
    case 'pipe':
      return change({ in: makeStrict(def.in, read), out: makeStrict(def.out) })
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
      return change({ innerType: makeStrict(def.innerType, read) })
    case 'boolean':
    case 'enum':
    case 'literal':
    case 'never':
    case 'null':
    case 'number':
    case 'string':
    case 'transform':
    case 'unknown':
      return schema
    default:
      throw new Error(`An input of type ${def.type} cannot be made strict yet`)
  }
}

/** A list that does not look at further elements once there are enough problems. */
function stopsEarly(list: Schema): Schema {
  const { element, checks = [] } = defOf(list) as z.core.$ZodArrayDef
  const bounds = checks.flatMap(({ _zod: { def: check } }) => {
    if ('maximum' in check) return [Number(check.maximum)]
    return 'length' in check ? [Number(check.length)] : []
  })
  if (bounds.length === 0) throw new Error('A list of an input needs a bound')
  const mostElements = Math.min(...bounds)
  // oxlint-disable-next-line no-underscore-dangle -- zod's own name
  list._zod.parse = (payload, context) => {
    const { value: input } = payload
    const wrong = { input, inst: list, continue: false } as const
    if (!Array.isArray(input)) {
      payload.issues.push({ ...wrong, code: 'invalid_type', expected: 'array' })
      return payload
    }
    if (input.length > mostElements) {
      const tooBig = { code: 'too_big', origin: 'array', maximum: mostElements, inclusive: true } as const
      payload.issues.push({ ...wrong, ...tooBig })
      return payload
    }
    const parsed: unknown[] = []
    for (const [index, one] of input.entries()) {
      // oxlint-disable-next-line no-underscore-dangle -- zod's own name
      const found = element._zod.run({ value: one, issues: [] }, context)
      if (found instanceof Promise) throw new Error('Inputs are read at once')
      payload.issues.push(...z.core.util.prefixIssues(index, found.issues))
      parsed.push(found.value)
      if (payload.issues.length >= maxProblems) break
    }
    payload.value = parsed
    return payload
  }
  return list
}

/** Free keys, but not any number of them. */
function measured(record: Schema): Schema {
  const isSmall = (value: unknown) =>
    typeof value !== 'object' || value === null || Object.keys(value).length <= maxRecordKeys
  return z.unknown().refine(isSmall, { abort: true }).pipe(record)
}

type Definition = z.core.$ZodTypes['_zod']['def']
const defOf = (schema: Schema) => (schema as unknown as { def: Definition }).def

function shapeOf(read: Schema | undefined): Record<string, Schema> {
  const def = read && defOf(read)
  return def?.type === 'object' ? def.shape : {}
}

function elementOf(read: Schema | undefined): Schema | undefined {
  const def = read && defOf(read)
  return def?.type === 'array' ? def.element : undefined
}

function without(value: unknown, names: string[]): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))
}
