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
  /** Absent where all options are here: then what is typed is looked for in their labels. */
  finding?: { onOpen: () => void; onType: (text: string) => void; isBusy: boolean }
}

/** A filter that is one of some values, or none for all. Many of them can be searched. */
export function ChoiceChip<Value extends Primitive>(props: Props<Value>) {
  const { label, value, onChange, options, finding } = props
  const [typed, setTyped] = useState('')
  const type = (text: string) => {
    setTyped(text)
    finding?.onType(text)
    store.updateSelectedOptionIndex()
  }
  const isSearchable = finding !== undefined || options.length > 10
  const store = useCombobox({
    onDropdownOpen: () => {
      finding?.onOpen()
      if (isSearchable) store.focusSearchInput()
      store.updateSelectedOptionIndex('active')
    },
    onDropdownClose: () => {
      store.resetSelectedOption()
      if (isSearchable) {
        store.focusTarget()
        type('')
      }
    },
  })
  const wanted = typed.trim().toLocaleLowerCase()
  const offered =
    finding || wanted === ''
      ? options
      : options.filter((option) => option.label.toLocaleLowerCase().includes(wanted))
  const chosen = options.find((option) => option.value === value)?.label
  const shown = value === undefined ? undefined : (chosen ?? '…')
  return (
    <Combobox
      store={store}
      width="max-content"
      position="bottom-start"
      onOptionSubmit={(index) => {
        onChange(offered[Number(index)]?.value)
        store.closeDropdown()
      }}
    >
      <Chip label={label} value={shown} onClear={() => onChange(undefined)}>
        <Combobox.Target targetType="button" withExpandedAttribute>
          <ChipButton label={label} value={shown} onClick={() => store.toggleDropdown()} />
        </Combobox.Target>
      </Chip>
      <Combobox.Dropdown miw={180} maw="calc(100vw - 24px)">
        {isSearchable && (
          <Combobox.Search
            aria-label={t('ordering.facets.search', { facet: label })}
            placeholder={t('ordering.facets.searchShort')}
            value={typed}
            onChange={({ currentTarget }) => type(currentTarget.value)}
          />
        )}
        <Combobox.Options aria-label={label} className={classes.options}>
          {typed === '' && (
            <Option index="all" isChosen={value === undefined}>
              {t('list.all')}
            </Option>
          )}
          {offered.map((option, index) => (
            <Option key={String(option.value)} index={String(index)} isChosen={option.value === value}>
              {option.label}
            </Option>
          ))}
          {offered.length === 0 && (
            <Combobox.Empty>{t(finding?.isBusy ? 'page.loading' : 'list.nothingFound')}</Combobox.Empty>
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
