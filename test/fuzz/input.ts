import { hostileText, hostileTexts, hostileValue } from './hostile.ts'
import type { Random } from './random.ts'

/** The JSON Schema keywords of our document. */
export type Schema = {
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  propertyNames?: Schema
  items?: Schema
  minItems?: number
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  format?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  default?: unknown
}

/** Existing values by field name; `any` are all ids. */
export type Known = Record<string, readonly string[]> & { any: readonly string[] }

/** A valid value, or nearly, with existing texts and ids. */
export function inputOf(schema: Schema, known: Known, random: Random, name = '', depth = 0): unknown {
  const generate = (inner: Schema, of = name) => inputOf(inner, known, random, of, depth + 1)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return random.pick(schema.enum)
  const options = schema.anyOf ?? schema.oneOf
  if (options) return generate(random.pick(options))
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((one) => generate(one) as object))
  if (schema.type === 'object' || schema.properties) return objectOf(schema, generate, random)
  switch (schema.type) {
    case 'array': {
      const length = Math.max(schema.minItems ?? 0, depth > 4 ? 0 : random.below(4))
      return Array.from({ length }, () => generate(schema.items ?? {}))
    }
    case 'boolean':
      return random.chance(0.5)
    case 'integer':
    case 'number': {
      // Unchanged records have version 1.
      if (name === 'version' && random.chance(0.8)) return 1
      const { minimum = 0, maximum = minimum + 100 } = schema
      return minimum + random.below(Math.min(maximum - minimum, 100) + 1)
    }
    case 'null':
      return null
    case 'string':
      return textOf(schema, known, random, name)
    default:
      return random.pick(['x', 1, null, true, ['x']])
  }
}

function objectOf(
  schema: Schema,
  generate: (schema: Schema, name: string) => unknown,
  random: Random,
): object {
  const object: Record<string, unknown> = {}
  for (const [field, inner] of Object.entries(schema.properties ?? {})) {
    const isRequired = schema.required?.includes(field)
    if (isRequired || random.chance(0.5)) object[field] = generate(inner, field)
  }
  if (typeof schema.additionalProperties === 'object' && schema.propertyNames) {
    for (let count = random.below(3); count > 0; count -= 1) {
      object[String(generate(schema.propertyNames, ''))] = generate(schema.additionalProperties, '')
    }
  }
  return object
}

function textOf(schema: Schema, known: Known, random: Random, name: string): string {
  const ofName = known[name] ?? known[name.replace(/s$/, '')]
  if (schema.format === 'uuid' || /(^id|Id|guidKey|ids)$/i.test(name)) {
    return random.pick(random.chance(0.8) && ofName ? ofName : known.any)
  }
  // Sometimes a new code, for what is added.
  if (ofName && random.chance(0.8)) return random.pick(ofName)
  if (schema.format === 'date') return random.pick(['2026-01-01', '2026-11-24', '1970-01-01'])
  if (schema.format === 'date-time') return random.pick(['2026-01-01T00:00:00Z', '2026-11-24T10:00:00.000Z'])
  const text = `${random.pick(['Ayla', 'x', 'İnce iş'])} ${random.below(100_000)}`
  return text.padEnd(schema.minLength ?? 0, 'x').slice(0, schema.maxLength ?? 200)
}

/** Replaces or removes one place, or adds an unknown field. */
export function makeHostile(value: unknown, random: Random): unknown {
  if (typeof value === 'string' && random.chance(0.7)) return hostileText(random)
  if (typeof value !== 'object' || value === null || random.chance(0.05)) return hostileValue(random)
  const copy = structuredClone(value) as Record<string, unknown>
  const keys = Object.keys(copy)
  if (random.chance(0.05) && !Array.isArray(copy)) {
    Object.defineProperty(copy, random.pick(hostileTexts), { value: 1, enumerable: true, configurable: true })
    return copy
  }
  if (keys.length === 0) return copy
  const key = random.pick(keys)
  if (random.chance(0.05)) delete copy[key]
  else copy[key] = makeHostile(copy[key], random)
  return copy
}
