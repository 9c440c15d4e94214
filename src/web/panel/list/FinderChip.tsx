import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { withChosen } from '../customers/choices.ts'
import { ChoiceChip } from './ChoiceChip.tsx'
import { type OptionFinder, useFoundOptions } from './optionFinder.ts'

type Props = {
  label: string
  finder: OptionFinder
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** For thousands of options. The server also matches text that labels do not show. */
export function FinderChip({ label, finder, value, onChange }: Props) {
  const [isOpened, setIsOpened] = useState(false)
  const [searchText, setSearchText] = useState('')
  const [debouncedText] = useDebouncedValue(searchText.trim(), 250)
  const results = useFoundOptions(finder, debouncedText, isOpened)
  const chosenOptions = useFoundOptions(finder, value ?? '', value !== undefined).data?.filter(
    (option) => option.value === value,
  )
  const options = results.data ?? []
  const hasChosen = options.some((option) => option.value === value)
  return (
    <ChoiceChip
      label={label}
      value={value}
      onChange={onChange}
      // Adds the chosen option unless the user is searching.
      options={
        hasChosen || searchText !== '' ? options : withChosen([...(chosenOptions ?? []), ...options], value)
      }
      remoteSearch={{
        onOpen: () => setIsOpened(true),
        onType: setSearchText,
        isBusy: results.isFetching || debouncedText !== searchText.trim(),
      }}
    />
  )
}
