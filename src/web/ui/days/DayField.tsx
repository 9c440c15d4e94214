import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { language, t } from '#web/i18n.ts'
import { CalendarButton } from './CalendarButton.tsx'
import { type Day, formatDay, isCompleteDay, readDay } from './days.ts'

type Props = {
  label: string
  value: Day | undefined
  onChange: (value: Day | undefined) => void
  isWide?: boolean
  error?: ReactNode
  /** Path of the form field whose problems are shown here. */
  path?: string
}

/** A day, typed or picked. */
export function DayField(props: Props) {
  const { value, onChange } = props
  return <DayInput {...props} calendar={<CalendarButton value={value} onChange={onChange} />} />
}

type InputProps = Props & { calendar?: ReactNode }

/** Keeps the typed text until it is valid and the field is left. */
export function DayInput({ label, value, onChange, calendar, isWide = false, error, path }: InputProps) {
  const [typed, setTyped] = useState<string>()
  const [isWrong, setIsWrong] = useState(false)
  const commitText = (text: string) => {
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
      data-path={path}
      inputMode="decimal"
      autoComplete="off"
      placeholder={t('day.example')}
      value={typed ?? (value ? formatDay(value, language) : '')}
      error={isWrong ? t('day.invalid') : error}
      rightSection={calendar}
      rightSectionPointerEvents="all"
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text)
        setIsWrong(false)
        const day = isCompleteDay(text) ? readDay(text, new Date()) : undefined
        if (day !== undefined || text === '') onChange(day)
      }}
      onBlur={() => {
        if (typed !== undefined) commitText(typed.trim())
      }}
      onKeyDown={({ key }) => {
        if (key === 'Enter' && typed !== undefined) commitText(typed.trim())
      }}
    />
  )
}
