import type { Primitive } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ChangeEvent, ReactNode } from 'react'
import type { z } from 'zod'
import { isRequired } from './draft.ts'

/** The path of a field: 'name', or 'lines.0.qty' within lists and groups. */
export type Path<Values> = (keyof Values & string) | `${keyof Values & string}.${string}`

type Within<Value, Name extends string> =
  NonNullable<Value> extends readonly (infer Item)[]
    ? Item
    : Name extends keyof NonNullable<Value>
      ? NonNullable<Value>[Name]
      : never
export type At<Value, Where extends string> = Where extends `${infer Name}.${infer Rest}`
  ? At<Within<Value, Name>, Rest>
  : Within<Value, Where>

/** What a list at a path is made of. */
export type ItemAt<Value, Where extends string> =
  NonNullable<At<Value, Where>> extends readonly (infer One)[] ? One : never

type Choice<Value> = Extract<Exclude<Value, null | undefined | ''>, Primitive>
type Chosen<Values, Where extends string> = Extract<ItemAt<Values, Where>, Primitive>

/** What every field gets. */
type Common = {
  'data-path': string
  error: ReactNode
  'aria-invalid': boolean
  onFocus: () => void
  onBlur: () => void
}
/** A field with a value; `required` where the schema takes none that is empty. */
type Field<Value, Change = Value> = Common & {
  required: boolean
  value: Value
  onChange: (change: Change) => void
}
export type TextField = Field<string, ChangeEvent<HTMLInputElement | HTMLTextAreaElement>>
export type NumberField = Field<number | string>
export type ChoiceField<Value extends Primitive> = Field<Value | null>
export type ChoicesField<Value extends Primitive> = Field<Value[]>
export type FlagField = Common & {
  checked: boolean
  onChange: (change: ChangeEvent<HTMLInputElement>) => void
}

/** Gives Mantine's inputs what ties them to a form: spread it into a component that is named. */
export type Fields<Values> = {
  /** TextInput, Textarea, PasswordInput. */
  text: (path: Path<Values>) => TextField
  /** NumberInput. */
  number: (path: Path<Values>) => NumberField
  /** Select. */
  choice: <Where extends Path<Values>>(path: Where) => ChoiceField<Choice<At<Values, Where>>>
  /** MultiSelect. */
  choices: <Where extends Path<Values>>(path: Where) => ChoicesField<Chosen<Values, Where>>
  /** Switch, Checkbox. */
  flag: (path: Path<Values>) => FlagField
}

/** The fields of a form whose values the schema rules. */
export function fieldsOf<Values>(
  form: UseFormReturnType<Record<string, unknown>>,
  schema: z.ZodType,
): Fields<Values> {
  const common = (path: string) => {
    const { value, ...props } = form.getInputProps(path)
    return { value: value as unknown, props: { ...props, 'aria-invalid': Boolean(props.error) } }
  }
  const field =
    <Empty>(empty: Empty) =>
    (path: string) => {
      const { value, props } = common(path)
      const isEmpty = value === undefined || value === null || value === ''
      return { ...props, required: isRequired(schema, path), value: isEmpty ? empty : value }
    }
  const flag = (path: string) => {
    const { value, props } = common(path)
    return { ...props, checked: value === true }
  }
  // Typed by the schema outside, untyped within, where a path is a mere text.
  return { text: field(''), number: field(''), choice: field(null), choices: field([]), flag } as never
}
