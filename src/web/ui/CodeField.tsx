import { TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './CodeField.module.css'

const length = 6

type Props = {
  label: string
  /** What code is wanted, above the field. */
  text?: ReactNode
  value: string
  onChange: (code: string) => void
  /** All six digits are there. */
  onComplete: (code: string) => void
  error?: ReactNode
  isBusy?: boolean
  takesFocus?: boolean
}

/**
 * Six digits that came by mail or stand in an authenticator: typed, pasted with whatever is around them, or filled in
 * by the device. A wrong code is marked, so that the next one takes its place.
 */
export function CodeField({ value, onChange, onComplete, error, isBusy = false, ...props }: Props) {
  const { label, text, takesFocus = false } = props
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (takesFocus) field.current?.focus()
  }, [takesFocus])
  useEffect(() => {
    if (error && !isBusy) field.current?.select()
  }, [error, isBusy])
  return (
    <TextInput
      ref={field}
      label={label}
      description={text}
      descriptionProps={{ size: 'md', c: 'var(--ink)', mb: 'md' }}
      inputWrapperOrder={['description', 'label', 'input', 'error']}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      size="md"
      required
      withAsterisk={false}
      readOnly={isBusy}
      error={error}
      errorProps={{ role: 'alert' }}
      classNames={{ input: classes.code ?? '' }}
      value={value}
      onChange={(event) => {
        const code = digitsOf(event.currentTarget.value).slice(0, length)
        onChange(code)
        if (code.length === length && code !== value) onComplete(code)
      }}
    />
  )
}

/** The digits of a text, as 0 to 9: an Arabic keyboard writes its own. */
function digitsOf(text: string): string {
  const latin = (zero: string) => (digit: string) => String(digit.charCodeAt(0) - zero.charCodeAt(0))
  return text.replace(/[٠-٩]/g, latin('٠')).replace(/[۰-۹]/g, latin('۰')).replace(/\D/g, '')
}
