import { TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { t } from '#web/i18n.ts'
import classes from './Categories.module.css'

type Props = {
  label: string
  value: string
  /** Answers whether the name was saved; a rejected one stays. */
  onName: (name: string) => Promise<boolean>
  /** 'taken' after saving; 'left' after Esc or without a change. */
  onDone: (outcome: 'taken' | 'left') => void
  placeholder?: string
}

export function NameField({ label, value, onName, onDone, placeholder }: Props) {
  const [typed, setTyped] = useState(value)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const [isBusy, setIsBusy] = useState(false)
  const save = async () => {
    if (isBusy) return
    const name = typed.trim()
    if (!name || name === value) return onDone('left')
    setIsBusy(true)
    const isSaved = await onName(name)
    setIsBusy(false)
    if (isSaved) {
      setTyped(value)
      onDone('taken')
    }
  }
  return (
    <TextInput
      ref={field}
      classNames={{ input: classes.field ?? '' }}
      aria-label={label}
      placeholder={placeholder ?? t('panel.categoryTree.name')}
      maxLength={100}
      value={typed}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={() => void save()}
      onKeyDown={(event) => {
        // Keeps keys from the row.
        event.stopPropagation()
        if (event.key === 'Enter') void save()
        if (event.key === 'Escape') onDone('left')
      }}
    />
  )
}
