import { TextInput } from '@mantine/core'
import { useState } from 'react'

type Props = { label: string; value: string | undefined; onChange: (value: string | undefined) => void }

/** A day. While its year is being typed it is a day of long ago, which is kept here and not yet asked for. */
export function DayField({ label, value, onChange }: Props) {
  const [typed, setTyped] = useState<string>()
  return (
    <TextInput
      type="date"
      label={label}
      min="2000-01-01"
      max="2099-12-31"
      value={typed ?? value ?? ''}
      onChange={(event) => {
        const next = event.currentTarget.value
        setTyped(next)
        if (next === '' || next >= '2000') onChange(next || undefined)
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}
