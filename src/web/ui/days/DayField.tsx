import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { language, t } from '#web/i18n.ts'
import { CalendarButton } from './CalendarButton.tsx'
import { type Day, isWhole, readDay, writeDay } from './days.ts'

type Props = {
  label: string
  value: Day | undefined
  onChange: (value: Day | undefined) => void
  /** As wide as its place, in place of as wide as a day. */
  isWide?: boolean
}

/** A day, typed or taken from a calendar, the way of the page's language. */
export function DayField(props: Props) {
  const { value, onChange } = props
  return <DayInput {...props} calendar={<CalendarButton value={value} onChange={onChange} />} />
}

type InputProps = Props & { calendar?: ReactNode }

/** What is typed stays as it was typed until it is a day, and until the field is left. */
export function DayInput({ label, value, onChange, calendar, isWide = false }: InputProps) {
  const [typed, setTyped] = useState<string>()
  const [isWrong, setIsWrong] = useState(false)
  const take = (text: string) => {
    const day = readDay(text, new Date())
    setIsWrong(day === undefined && text !== '')
    if (day !== undefined || text === '') {
      if (day !== value) onChange(day)
      setTyped(undefined)
    }
  }
  return (
    <TextInput
      w={isWide ? '100%' : 150}
      label={label}
      // Numbers and what parts them: on a phone their keys are enough.
      inputMode="decimal"
      autoComplete="off"
      placeholder={t('day.example')}
      value={typed ?? (value ? writeDay(value, language) : '')}
      error={isWrong && t('day.invalid')}
      rightSection={calendar}
      rightSectionPointerEvents="all"
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text)
        setIsWrong(false)
        const day = isWhole(text) ? readDay(text, new Date()) : undefined
        if (day !== undefined || text === '') onChange(day)
      }}
      onBlur={() => {
        if (typed !== undefined) take(typed.trim())
      }}
      onKeyDown={({ key }) => {
        if (key === 'Enter' && typed !== undefined) take(typed.trim())
      }}
    />
  )
}
