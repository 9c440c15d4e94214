import { Combobox, type Primitive, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '#web/i18n.ts'
import { withChosen } from '../customers/choices.ts'
import classes from './Chip.module.css'
import { Chip, ChipButton } from './Chip.tsx'
import { type OptionFinder, useFoundOptions } from './FinderSelect.tsx'

export type Option<Value> = { value: Value; label: string }

type Props<Value extends Primitive> = {
  label: string
  value: Value | undefined
  onChange: (value: Value | undefined) => void
  options: Option<Value>[]
  /** Search on the server; without it, labels are searched. */
  remoteSearch?: { onOpen: () => void; onType: (text: string) => void; isBusy: boolean }
}

export function ChoiceChip<Value extends Primitive>(props: Props<Value>) {
  const { label, value, onChange, options, remoteSearch } = props
  const [searchText, setSearchText] = useState('')
  const search = (text: string) => {
    setSearchText(text)
    remoteSearch?.onType(text)
    store.updateSelectedOptionIndex()
  }
  const isSearchable = remoteSearch !== undefined || options.length > 10
  const store = useCombobox({
    onDropdownOpen: () => {
      remoteSearch?.onOpen()
      if (isSearchable) store.focusSearchInput()
      store.updateSelectedOptionIndex('active')
    },
    onDropdownClose: () => {
      store.resetSelectedOption()
      if (isSearchable) {
        store.focusTarget()
        search('')
      }
    },
  })
  const needle = searchText.trim().toLocaleLowerCase()
  const visibleOptions =
    remoteSearch || needle === ''
      ? options
      : options.filter((option) => option.label.toLocaleLowerCase().includes(needle))
  const chosenLabel = options.find((option) => option.value === value)?.label
  const valueText = value === undefined ? undefined : (chosenLabel ?? '…')
  return (
    <Combobox
      store={store}
      width="max-content"
      position="bottom-start"
      onOptionSubmit={(index) => {
        onChange(visibleOptions[Number(index)]?.value)
        store.closeDropdown()
      }}
    >
      <Chip label={label} value={valueText} onClear={() => onChange(undefined)}>
        <Combobox.Target targetType="button" withExpandedAttribute>
          <ChipButton label={label} value={valueText} onClick={() => store.toggleDropdown()} />
        </Combobox.Target>
      </Chip>
      <Combobox.Dropdown miw={180} maw="calc(100vw - 24px)">
        {isSearchable && (
          <Combobox.Search
            aria-label={t('ordering.facets.search', { facet: label })}
            placeholder={t('ordering.facets.searchShort')}
            value={searchText}
            onChange={({ currentTarget }) => search(currentTarget.value)}
          />
        )}
        <Combobox.Options aria-label={label} className={classes.options}>
          {searchText === '' && (
            <Item index="all" isChosen={value === undefined}>
              {t('list.all')}
            </Item>
          )}
          {visibleOptions.map((option, index) => (
            <Item key={String(option.value)} index={String(index)} isChosen={option.value === value}>
              {option.label}
            </Item>
          ))}
          {visibleOptions.length === 0 && (
            <Combobox.Empty>{t(remoteSearch?.isBusy ? 'page.loading' : 'list.nothingFound')}</Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

function Item({ index, isChosen, children }: { index: string; isChosen: boolean; children: string }) {
  return (
    <Combobox.Option value={index} active={isChosen} aria-selected={isChosen} className={classes.option}>
      <IconCheck size={16} aria-hidden />
      {children}
    </Combobox.Option>
  )
}

type FinderProps = {
  label: string
  finder: OptionFinder
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** For thousands of options. The server also matches text that labels do not show. */
export function FinderChip({ label, finder, value, onChange }: FinderProps) {
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
