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
}

/** A day, typed or taken from a calendar, the way of the page's language. */
export function DayField({ label, value, onChange }: Props) {
  const calendar = <CalendarButton value={value} onChange={onChange} />
  return <DayInput label={label} value={value} onChange={onChange} calendar={calendar} />
}

type InputProps = Props & { calendar?: ReactNode }

/** What is typed stays as it was typed until it is a day, and until the field is left. */
export function DayInput({ label, value, onChange, calendar }: InputProps) {
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
      w={150}
      label={label}
      // Numbers and what parts them: on a phone their keys are enough.
      inputMode="decimal"
      autoComplete="off"
      placeholder={t('panel.day.example')}
      value={typed ?? (value ? writeDay(value, language) : '')}
      error={isWrong && t('panel.day.invalid')}
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
