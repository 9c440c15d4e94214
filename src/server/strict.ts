import { z } from 'zod'

type Schema = z.core.$ZodType

/**
 * Refuses unknown keys in all objects of a schema; records keep free keys. Keys known only to `read`, the schema for
 * reading, are dropped instead. Throws at startup for unsupported schemas.
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
      return change({ element: makeStrict(def.element, elementOf(read)) })
    case 'tuple':
      return change({
        items: def.items.map((item) => makeStrict(item)),
        rest: def.rest && makeStrict(def.rest),
      })
    case 'record':
      return change({ valueType: makeStrict(def.valueType) })
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
