import { Button, TextInput, type TextInputProps } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { locale, t } from '#web/i18n.ts'
import { typedText } from '#web/numberText.ts'
import classes from './NumberField.module.css'
import {
  defaultLimits,
  type FieldReading,
  judgeNumber,
  type Limits,
  type NumberKind,
  numberKinds,
  readField,
} from './numberKinds.ts'

/** A text is what was typed and is no number that the field takes; '' is an empty field. */
export type FieldNumber = number | string

/** Whether the field holds what cannot be saved. */
export const isUnread = (value: FieldNumber | null | undefined) => typeof value === 'string' && value !== ''

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'min' | 'max' | 'error'> & {
  kind: NumberKind
  /** 0 by default. */
  min?: number | undefined
  max?: number | undefined
  error?: ReactNode
  value: FieldNumber | null | undefined
  onChange: (value: FieldNumber) => void
}

/**
 * The field for a number. The text stays as it is typed; when the field is left, a number is shown as the reader's language
 * writes it, and anything else is refused in place. What may mean thousands or decimals is asked.
 */
export function NumberField({ kind, min, max, value, onChange, error, ...props }: Props) {
  const { maxDecimals, ...format } = numberKinds[kind]
  const shown = (number: number) => format.shown(number, locale)
  const typedOf = (number: number) => format.typed(number, locale)
  const limits = { min: min ?? defaultLimits.min, max: max ?? defaultLimits.max }
  const input = useRef<HTMLInputElement>(null)
  /** While somebody types. */
  const [typed, setTyped] = useState<string>()
  const stored = value ?? ''
  const isTyped = typed !== undefined && valueOf(kind, typed, limits) === stored
  const read =
    typeof stored === 'number' ? judgeNumber(kind, stored, limits) : stored && readField(kind, stored, limits)
  const refusal = read && 'problem' in read && (!isTyped || error) ? read : undefined
  const choose = (number: number) => {
    onChange(number)
    input.current?.focus()
  }
  const step = (event: KeyboardEvent, by: number) => {
    if (maxDecimals > 0 || props.readOnly || isUnread(stored)) return
    event.preventDefault()
    const next = Math.min(limits.max, Math.max(limits.min, Number(stored) + by))
    setTyped(typedOf(next))
    onChange(next)
  }
  return (
    <TextInput
      ref={input}
      // Phones have no minus among digits.
      inputMode={limits.min < 0 ? 'text' : maxDecimals > 0 ? 'decimal' : 'numeric'}
      autoComplete="off"
      {...props}
      value={
        isTyped
          ? typed
          : typeof stored === 'string'
            ? stored
            : refusal
              ? typedText(stored, locale)
              : shown(stored)
      }
      error={refusal ? <Refusal refusal={refusal} shown={shown} onChoose={choose} /> : error}
      aria-invalid={Boolean(refusal ?? error)}
      onFocus={(event) => {
        props.onFocus?.(event)
        if (typeof stored !== 'number' || props.readOnly || shown(stored) === typedOf(stored)) return
        // Grouped, it would be unclear as soon as a digit is changed.
        flushSync(() => setTyped(typedOf(stored)))
        event.currentTarget.select()
      }}
      onChange={(event) => {
        const { value: text } = event.currentTarget
        setTyped(text)
        onChange(valueOf(kind, text, limits))
      }}
      onBlur={(event) => {
        setTyped(undefined)
        props.onBlur?.(event)
      }}
      onKeyDown={(event) => {
        props.onKeyDown?.(event)
        if (event.key === 'Enter') setTyped(undefined)
        if (event.key === 'ArrowUp') step(event, 1)
        if (event.key === 'ArrowDown') step(event, -1)
      }}
    />
  )
}

function valueOf(kind: NumberKind, text: string, limits: Limits): FieldNumber {
  if (text.trim() === '') return ''
  const read = readField(kind, text, limits)
  return 'number' in read ? read.number : text
}

type RefusalProps = {
  refusal: Exclude<FieldReading, { number: number }>
  shown: (number: number) => string
  onChoose: (number: number) => void
}

/** Why the text is refused, or which of two numbers it is. */
function Refusal({ refusal: { problem, choices, limit }, shown, onChoose }: RefusalProps) {
  const text = t(problem, limit === undefined ? {} : { limit: shown(limit) })
  if (choices.length === 0) return text
  return (
    <span role="group" aria-label={text}>
      {text}
      <span className={classes.choices}>
        {choices.map((number) => (
          <Button key={number} size="compact-sm" variant="default" onClick={() => onChoose(number)}>
            <bdi>{shown(number)}</bdi>
          </Button>
        ))}
      </span>
    </span>
  )
}
