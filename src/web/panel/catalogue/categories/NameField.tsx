import { TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { t } from '#web/i18n.ts'
import classes from './Categories.module.css'

type Props = {
  label: string
  value: string
  /** Answers whether the name was taken; what was refused stays to be mended. */
  onName: (name: string) => Promise<boolean>
  /** The field is done with: by Esc, by leaving it as it was, or after its name was taken. */
  onDone: (how: 'taken' | 'left') => void
  placeholder?: string
}

/** Where a category's name is typed, in its row. */
export function NameField({ label, value, onName, onDone, placeholder }: Props) {
  const [typed, setTyped] = useState(value)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const [isBusy, setIsBusy] = useState(false)
  const settle = async () => {
    if (isBusy) return
    const name = typed.trim()
    if (!name || name === value) return onDone('left')
    setIsBusy(true)
    const isTaken = await onName(name)
    setIsBusy(false)
    if (isTaken) {
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
      onBlur={() => void settle()}
      onKeyDown={(event) => {
        // The keys of the row are not those of its text.
        event.stopPropagation()
        if (event.key === 'Enter') void settle()
        if (event.key === 'Escape') onDone('left')
      }}
    />
  )
}
