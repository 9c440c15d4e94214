import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { withChosen } from '../customers/choices.ts'
import { ChoiceChip } from './ChoiceChip.tsx'
import { type Finder, useFound } from './found.ts'

type Props = {
  label: string
  finder: Finder
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** A filter that is one of thousands, found by the server: by more than what the labels show. */
export function FoundChip({ label, finder, value, onChange }: Props) {
  const [isOpened, setIsOpened] = useState(false)
  const [typed, setTyped] = useState('')
  const [asked] = useDebouncedValue(typed.trim(), 250)
  const found = useFound(finder, asked, isOpened)
  const named = useFound(finder, value ?? '', value !== undefined).data?.filter((one) => one.value === value)
  const options = found.data ?? []
  const isHere = options.some((one) => one.value === value)
  return (
    <ChoiceChip
      label={label}
      value={value}
      onChange={onChange}
      // What is chosen is offered too, unless something else is looked for.
      options={isHere || typed !== '' ? options : withChosen([...(named ?? []), ...options], value)}
      finding={{
        onOpen: () => setIsOpened(true),
        onType: setTyped,
        isBusy: found.isFetching || asked !== typed.trim(),
      }}
    />
  )
}
