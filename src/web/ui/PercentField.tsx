import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { percentUnit, readNumberWith } from '#shared/numbers/readNumber.ts'
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
        // What cannot be read stays, to be mended.
        if (read !== undefined) props.onBlur?.(event)
      }}
      onKeyDown={(event) => event.key === 'Enter' && apply()}
    />
  )
}

/** Undefined for what is no percent. */
function readPercent(text: string): number | undefined {
  if (text.trim() === '') return 0
  const [percent, other] = readNumberWith(percentUnit, text)
  if (!percent || other || percent.decimals > 2) return undefined
  return percent.number >= 0 && percent.number <= 100 ? percent.number : undefined
}
