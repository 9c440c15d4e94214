import type { Primitive } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ChangeEvent, ReactNode } from 'react'
import { z } from 'zod'
import type { FieldNumber } from '#web/ui/NumberField.tsx'
import { innerField, isRequired } from './draft.ts'

/** 'name', or 'lines.0.qty' inside lists and groups. */
export type Path<Values> = (keyof Values & string) | `${keyof Values & string}.${string}`

type PropertyOf<Value, Name extends string> =
  NonNullable<Value> extends readonly (infer Item)[]
    ? Item
    : Name extends keyof NonNullable<Value>
      ? NonNullable<Value>[Name]
      : never
export type ValueAt<Value, P extends string> = P extends `${infer Name}.${infer Rest}`
  ? ValueAt<PropertyOf<Value, Name>, Rest>
  : PropertyOf<Value, P>

export type ItemAt<Value, P extends string> =
  NonNullable<ValueAt<Value, P>> extends readonly (infer Item)[] ? Item : never

type Choice<Value> = Extract<Exclude<Value, null | undefined | ''>, Primitive>
type Chosen<Values, P extends string> = Extract<ItemAt<Values, P>, Primitive>

type Common = {
  'data-path': string
  error: ReactNode
  'aria-invalid': boolean
  onFocus: () => void
  onBlur: () => void
}
/** `required` where the schema accepts no empty value. */
type Field<Value, Change = Value> = Common & {
  required: boolean
  value: Value
  onChange: (change: Change) => void
}
export type TextField = Field<string, ChangeEvent<HTMLInputElement | HTMLTextAreaElement>>
export type NumberFieldProps = Field<FieldNumber> & { min: number | undefined; max: number | undefined }
export type ChoiceField<Value extends Primitive> = Field<Value | null>
export type ChoicesField<Value extends Primitive> = Field<Value[]>
export type FlagField = Common & {
  checked: boolean
  onChange: (change: ChangeEvent<HTMLInputElement>) => void
}

/** Props that connect Mantine inputs to a form. */
export type Fields<Values> = {
  /** TextInput, Textarea, PasswordInput. */
  text: (path: Path<Values>) => TextField
  /** NumberField, with the limits of the schema. */
  number: (path: Path<Values>) => NumberFieldProps
  /** Select. */
  choice: <P extends Path<Values>>(path: P) => ChoiceField<Choice<ValueAt<Values, P>>>
  /** MultiSelect. */
  choices: <P extends Path<Values>>(path: P) => ChoicesField<Chosen<Values, P>>
  /** Switch, Checkbox. */
  flag: (path: Path<Values>) => FlagField
}

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
  const number = (path: string) => {
    const type = innerField(schema, path)
    const { minValue, maxValue } = type instanceof z.ZodNumber ? type : { minValue: null, maxValue: null }
    return { ...field('')(path), min: minValue ?? undefined, max: maxValue ?? undefined }
  }
  const flag = (path: string) => {
    const { value, props } = common(path)
    return { ...props, checked: value === true }
  }
  // Typed for callers; in here a path is a plain string.
  return { text: field(''), number, choice: field(null), choices: field([]), flag } as never
}
