import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { latinDigits } from '#shared/text.ts'
import { locale } from '#web/i18n.ts'
import { numberText } from '#web/numberText.ts'

type Props = Omit<TextInputProps, 'value' | 'onChange'> & {
  percent: number
  onPercent: (percent: number) => void
}

/** A percent with up to two decimals; empty for none. Takes effect when the field is left, or by Enter. */
export function PercentField({ percent, onPercent, ...props }: Props) {
  const [typed, setTyped] = useState<string>()
  const read = readPercent(typed ?? '')
  const apply = () => {
    if (typed === undefined || read === undefined) return
    setTyped(undefined)
    if (read !== percent) onPercent(read)
  }
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      rightSection="%"
      rightSectionPointerEvents="none"
      maxLength={8}
      {...props}
      error={typed !== undefined && read === undefined ? true : props.error}
      value={typed ?? (percent > 0 ? numberText(percent, locale) : '')}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={(event) => {
        apply()
        props.onBlur?.(event)
      }}
      onKeyDown={(event) => event.key === 'Enter' && apply()}
    />
  )
}

/** Undefined for what is no percent. */
function readPercent(text: string): number | undefined {
  const plain = latinDigits(text).replace(/[%٪\s]/g, '')
  if (plain === '') return 0
  if (!/^\d{1,3}(?:[.,]\d{1,2})?$/.test(plain)) return undefined
  const percent = Number(plain.replace(',', '.'))
  return percent <= 100 ? percent : undefined
}
