import { Combobox, type Primitive, useCombobox } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '#web/i18n.ts'
import classes from './Chip.module.css'
import { Chip, ChipButton } from './Chip.tsx'

type Props<Value extends Primitive> = {
  label: string
  value: Value | undefined
  onChange: (value: Value | undefined) => void
  options: { value: Value; label: string }[]
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
            <Option index="all" isChosen={value === undefined}>
              {t('list.all')}
            </Option>
          )}
          {visibleOptions.map((option, index) => (
            <Option key={String(option.value)} index={String(index)} isChosen={option.value === value}>
              {option.label}
            </Option>
          ))}
          {visibleOptions.length === 0 && (
            <Combobox.Empty>{t(remoteSearch?.isBusy ? 'page.loading' : 'list.nothingFound')}</Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

function Option({ index, isChosen, children }: { index: string; isChosen: boolean; children: string }) {
  return (
    <Combobox.Option value={index} active={isChosen} aria-selected={isChosen} className={classes.option}>
      <IconCheck size={16} aria-hidden />
      {children}
    </Combobox.Option>
  )
}
