import { TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { latinDigits } from '#shared/text/text.ts'
import classes from './CodeField.module.css'

const codeLength = 6

type Props = {
  label: string
  text?: ReactNode
  value: string
  onChange: (code: string) => void
  onComplete: (code: string) => void
  error?: ReactNode
  isBusy?: boolean
  takesFocus?: boolean
}

/** A six-digit code, typed, autofilled or pasted with other text. A wrong code is selected for overtyping. */
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
        const code = latinDigits(event.currentTarget.value).replace(/\D/g, '').slice(0, codeLength)
        onChange(code)
        if (code.length === codeLength && code !== value) onComplete(code)
      }}
    />
  )
}
