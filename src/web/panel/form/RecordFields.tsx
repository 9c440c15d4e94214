import { Select, Switch, Textarea, TextInput, type TextInputProps } from '@mantine/core'
import { z } from 'zod'
import type { RecordField } from '#shared/records/recordField.ts'
import { t } from '#web/i18n.ts'
import { DayField } from '#web/ui/days/DayField.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { innerType } from './draft.ts'
import type { ChoiceField, FlagField, NumberFieldProps, TextField } from './fields.ts'

/** What differs in one form from the field's table. */
export type FieldOverride = Pick<
  TextInputProps,
  'description' | 'disabled' | 'readOnly' | 'required' | 'rightSection' | 'rightSectionWidth' | 'variant'
> & { value?: string; kind?: 'amount' | 'whole' }

type Props<Name extends string> = {
  /** Whose fields have these names. */
  form: {
    text: (path: never) => TextField
    number: (path: never) => NumberFieldProps
    choice: (path: never) => object
    flag: (path: never) => FlagField
  }
  fields: Partial<Record<Name, RecordField>>
  /** Which, in this order. */
  names: readonly Name[]
  but?: Partial<Record<Name, FieldOverride>>
}

/** Inputs of a record's fields, as its table describes them. */
export function RecordFields<Name extends string>({ form, fields, names, but }: Props<Name>) {
  return names.map((name) => {
    const field: RecordField | undefined = fields[name]
    if (!field) throw new Error(`No field is called ${name}`)
    return <FieldInput key={name} form={form} name={name} field={field} but={but?.[name] ?? {}} />
  })
}

type InputProps = { form: Props<string>['form']; name: string; field: RecordField; but: FieldOverride }

function FieldInput({ form, name, field, but }: InputProps) {
  const { schema, label, hint, input, words } = field
  const described = { label: t(label), description: hint && t(hint) }
  const path = name as never
  const type = innerType(schema)
  if (type instanceof z.ZodBoolean) {
    const { disabled = false, description = described.description } = but
    return <Switch {...described} {...form.flag(path)} disabled={disabled} description={description} />
  }
  if (type instanceof z.ZodNumber) {
    const kind = input === 'amount' || input === 'percent' ? input : 'whole'
    const unit = input === 'percent' ? { rightSection: '%', rightSectionPointerEvents: 'none' as const } : {}
    const { value: _value, ...more } = but
    return <NumberField kind={kind} {...unit} {...described} {...form.number(path)} {...more} />
  }
  if (type instanceof z.ZodISODate) {
    const { value, onChange, error } = form.choice(path) as ChoiceField<string>
    const day = { value: value ?? undefined, onChange: (to: string | undefined) => onChange(to ?? null) }
    return <DayField label={t(label)} path={name} isWide error={error} {...day} />
  }
  if (words) {
    const data = [...words].map(([value, word]) => ({ value: value as string, label: t(word) }))
    // Something is always chosen.
    const choice = form.choice(path) as ChoiceField<string>
    return <Select allowDeselect={false} data={data} {...described} {...choice} required={false} />
  }
  if (input === 'note')
    return <Textarea autosize minRows={2} maxRows={10} {...described} {...form.text(path)} />
  const { kind: _kind, ...texts } = but
  return (
    <TextInput
      // It is not about the user, so the browser fills in nothing.
      autoComplete="off"
      {...described}
      {...(input ? inputProps[input] : {})}
      {...form.text(path)}
      {...texts}
    />
  )
}

const inputProps: Partial<Record<NonNullable<RecordField['input']>, TextInputProps>> = {
  email: { type: 'email', dir: 'ltr' },
  phone: { type: 'tel', dir: 'ltr' },
  // Typed as they are.
  code: { autoCapitalize: 'none', spellCheck: false, dir: 'ltr' },
  wide: { style: { gridColumn: '1 / -1' } },
}
