import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'

type Props = { label: string; text: string; onChange: (text: string) => void }

/** Searches within what is loaded; Enter does not submit the form. */
export function FormSearch({ label, text, onChange }: Props) {
  return (
    <TextInput
      flex="1 1 220px"
      type="search"
      label={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.preventDefault()
      }}
    />
  )
}
