import { TextInput, type TextInputProps } from '@mantine/core'
import type { TextField } from './fields.ts'

type TextProps<Path extends string> = {
  form: { text: (path: Path) => TextField }
  fields: readonly (TextInputProps & { path: Path })[]
}

/** Text inputs from a description. They are not about the user, so the browser fills in nothing. */
export function TextFields<Path extends string>({ form, fields }: TextProps<Path>) {
  return fields.map(({ path, ...props }) => (
    <TextInput key={path} autoComplete="off" {...props} {...form.text(path)} />
  ))
}
