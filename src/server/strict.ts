import { z } from 'zod'

type Schema = z.core.$ZodType

/**
 * The same schema, refusing what it does not name in any object of it, however deep. Records keep their free keys.
 * `read` is the schema of the record as it is read: what only that names is let go, not refused. Throws on a kind of
 * schema that it does not know, when the server starts.
 */
export function strict<S extends Schema>(schema: S, read?: Schema): S {
  return made(schema, read) as S
}

function made(schema: Schema, read?: Schema): Schema {
  const def = defOf(schema)
  const change = (inner: object) => z.core.clone(schema, z.core.util.mergeDefs(def, inner) as typeof def)
  switch (def.type) {
    case 'object': {
      const known = shapeOf(read)
      const fields = Object.entries(def.shape).map(([name, field]) => [name, made(field, known[name])])
      const own = change({ shape: Object.fromEntries(fields), catchall: def.catchall ?? z.never() })
      const onlyRead = Object.keys(known).filter((name) => !(name in def.shape))
      return onlyRead.length > 0 ? z.preprocess((value) => without(value, onlyRead), own) : own
    }
    case 'array':
      return change({ element: made(def.element, elementOf(read)) })
    case 'tuple':
      return change({ items: def.items.map((item) => made(item)), rest: def.rest && made(def.rest) })
    case 'record':
      return change({ valueType: made(def.valueType) })
    case 'union':
      return change({ options: def.options.map((option) => made(option, read)) })
    case 'pipe':
      return change({ in: made(def.in, read), out: made(def.out) })
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
      return change({ innerType: made(def.innerType, read) })
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

/** A copy of an object without some of its fields; anything else as it is. */
function without(value: unknown, names: string[]): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))
}
