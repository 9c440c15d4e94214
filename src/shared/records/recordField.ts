import { z } from 'zod'
import type { MessageKey } from '#shared/i18n/keys.ts'

/**
 * A field of a record that the office edits. Its calls, columns, change log, lists and forms are made of it.
 */
export type RecordField = {
  /** With the field's bounds. */
  schema: z.ZodType
  /** A new record that omits the field has this; a change that omits it leaves it. Fields without one have to be given. */
  initial?: unknown
  /** Heads the field in forms, lists, files and the change log. */
  label: MessageKey
  /** Below the field in forms. */
  hint?: MessageKey
  /** Where forms do not follow from the schema; `wide`: across all columns. */
  input?: 'email' | 'phone' | 'code' | 'wide' | 'note' | 'amount' | 'percent'
  /** What people call the values of an enumeration, in the order of choices. */
  words?: FieldWords
  /** One of the things in a list, for the change log. */
  textOf?: (item: never) => string
  /** The field with the name of what this id stands for: the change log shows that one. */
  namedBy?: string
  /** By default the name in snake case; null for what is not a column of the record's own. */
  column?: string | null
}

export type RecordFields = Record<string, RecordField>

// An interface, so that the compiler writes its name instead of all keys.
export interface FieldWords extends ReadonlyMap<unknown, MessageKey> {}

export const wordsOf = <Value>(values: readonly Value[], wordOf: (value: Value) => MessageKey): FieldWords =>
  new Map(values.map((value) => [value, wordOf(value)]))

type Shape<Fields extends RecordFields, Kind extends 'new' | 'change'> = {
  [Name in keyof Fields]: Fields[Name] extends { initial: unknown }
    ? Kind extends 'new'
      ? z.ZodDefault<Fields[Name]['schema']>
      : z.ZodOptional<Fields[Name]['schema']>
    : Fields[Name]['schema']
}

/** The fields of a new record, for an endpoint's input. */
export const newShape = <const Fields extends RecordFields>(fields: Fields): Shape<Fields, 'new'> =>
  shapeOf(fields, ({ schema, initial }) => schema.default(initial)) as never

/** The fields of a change. */
export const changeShape = <const Fields extends RecordFields>(fields: Fields): Shape<Fields, 'change'> =>
  shapeOf(fields, ({ schema }) => schema.optional()) as never

/** All fields, as a record has them. */
export const storedShape = <const Fields extends RecordFields>(
  fields: Fields,
): { [Name in keyof Fields]: Fields[Name]['schema'] } => shapeOf(fields, ({ schema }) => schema) as never

function shapeOf(fields: RecordFields, withInitial: (field: RecordField) => z.ZodType) {
  const shape = Object.entries(fields).map(([name, field]) => [
    name,
    'initial' in field ? withInitial(field) : field.schema,
  ])
  return Object.fromEntries(shape)
}

/** What a record is, for those who read it. */
export type RecordOf<Fields extends RecordFields> = {
  [Name in keyof Fields]: z.output<Fields[Name]['schema']>
}

export const fieldNames = <Fields extends RecordFields>(fields: Fields) =>
  Object.keys(fields) as (keyof Fields & string)[]
