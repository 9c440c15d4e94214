import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'

type Props = { label: string; value: string | undefined; onChange: (value: string | undefined) => void }

/** Debounced. */
export function SearchField({ label, value, onChange }: Props) {
  // Only while focused; otherwise the URL decides, so that Back updates the field.
  const [typed, setTyped] = useState<string>()
  const apply = useDebouncedCallback((text: string) => onChange(text.trim() || undefined), 300)
  return (
    <TextInput
      flex="1 1 220px"
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      maxLength={100}
      value={typed ?? value ?? ''}
      onBlur={() => {
        apply.flush()
        setTyped(undefined)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply.flush()
      }}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        apply(event.currentTarget.value)
      }}
    />
  )
}
