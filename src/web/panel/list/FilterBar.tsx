import {
  Combobox,
  Group,
  Popover,
  type Primitive,
  TextInput,
  UnstyledButton,
  useCombobox,
} from '@mantine/core'
import { useDebouncedCallback, useDebouncedValue } from '@mantine/hooks'
import { IconCheck, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { textMatcher } from '#shared/text/textMatch.ts'
import { language, t } from '#web/i18n.ts'
import { CalendarButton } from '#web/ui/days/CalendarButton.tsx'
import { DayInput } from '#web/ui/days/DayField.tsx'
import { type DayRange, formatDay } from '#web/ui/days/days.ts'
import { withChosen } from '../customers/choices.ts'
import { type Period, periods } from '../periods.ts'
import chipClasses from './Chip.module.css'
import { Chip, ChipButton, FixedChip } from './Chip.tsx'
import classes from './FilterBar.module.css'
import { type OptionFinder, useOptionSearch } from './FinderSelect.tsx'
import type { DayFilter } from './listSearch.ts'
import { SavedChip } from './SavedChip.tsx'
import type { SavableFilters } from './savedFilters.ts'

/** A chip that sets one filter. `resets` names filters that choosing or clearing it removes. */
export type Filter<Value extends Primitive> = { resets?: string[] } & (
  | { label: string; options: Option<Value>[] }
  /** For thousands of options. */
  | { label: string; finder: OptionFinder }
  /** Chosen elsewhere; here it can only be cleared. */
  | { fixedText: string }
)

type Chosen<Value> = Extract<Exclude<Value, undefined>, Primitive>

/** A list's chips by filter, in the order they are shown. 'days' stands for period, from and to. */
export type Filters<Search> = {
  [Name in keyof Search]?: Filter<Chosen<Search[Name]>> | 'days' | false
}

export function optionsOf<const Value extends Primitive>(
  values: readonly Value[],
  labelOf: (value: Value) => string,
): Option<Value>[] {
  return values.map((value) => ({ value, label: labelOf(value) }))
}

type Props<Search> = {
  label: string
  search: Search
  set: (change: { [Name in keyof Search]?: Search[Name] | undefined }) => void
  /** From useList, if filters can be saved. */
  saved?: SavableFilters | undefined
  filters?: Filters<Search> | undefined
}

/** Chips scroll sideways if they do not fit. */
export function FilterBar<Search extends { text?: string }>({
  label,
  search,
  set,
  saved,
  filters,
}: Props<Search>) {
  return (
    <search className={classes.bar}>
      <SearchField label={label} value={search.text} onChange={(text) => set({ text } as never)} />
      {filters && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset does not scroll sideways.
        <div className={classes.chips} role="group" aria-label={t('ordering.facets.title')}>
          {saved && <SavedChip {...saved} />}
          {Object.entries(filters as Filters<Record<string, Primitive>>).map(
            ([name, filter]) =>
              filter && (
                <FilterChip
                  key={name}
                  name={name}
                  filter={filter}
                  search={search as Record<string, Primitive>}
                  set={set}
                />
              ),
          )}
        </div>
      )}
    </search>
  )
}

type FilterChipProps = {
  name: string
  filter: Filter<Primitive> | 'days'
  search: Record<string, Primitive>
  set: (change: object) => void
}

function FilterChip({ name, filter, search, set }: FilterChipProps) {
  if (filter === 'days') return <DaysChip search={search} set={set} />
  const value = search[name]
  const choose = (next: Primitive | undefined) =>
    set({ ...Object.fromEntries((filter.resets ?? []).map((other) => [other, undefined])), [name]: next })
  if ('fixedText' in filter) {
    return value !== undefined && <FixedChip text={filter.fixedText} onClear={() => choose(undefined)} />
  }
  if ('finder' in filter) {
    return <FinderChip {...filter} value={value as string | undefined} onChange={choose} />
  }
  return <ChoiceChip {...filter} value={value} onChange={choose} />
}

type SearchFieldProps = {
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** Debounced. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
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

type Option<Value> = { value: Value; label: string }

type ChoiceChipProps<Value extends Primitive> = {
  label: string
  value: Value | undefined
  onChange: (value: Value | undefined) => void
  options: Option<Value>[]
  /** Search on the server; without it, labels are searched. */
  remoteSearch?: { onOpen: () => void; onType: (text: string) => void; isBusy: boolean }
}

function ChoiceChip<Value extends Primitive>(props: ChoiceChipProps<Value>) {
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
  const isFound = textMatcher(searchText)
  const visibleOptions = remoteSearch ? options : options.filter((option) => isFound(option.label))
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
        <Combobox.Options aria-label={label} className={chipClasses.options}>
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
    <Combobox.Option value={index} active={isChosen} aria-selected={isChosen} className={chipClasses.option}>
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
function FinderChip({ label, finder, value, onChange }: FinderProps) {
  const [isOpened, setIsOpened] = useState(false)
  const [searchText, setSearchText] = useState('')
  const [debouncedText] = useDebouncedValue(searchText.trim(), 250)
  const results = useOptionSearch(finder, debouncedText, isOpened)
  const chosenOptions = useOptionSearch(finder, value ?? '', value !== undefined).data?.filter(
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

type DaysChipProps = {
  search: DayFilter
  set: (change: Required<DayFilter>) => void
}

function DaysChip({ search: { period, from, to }, set }: DaysChipProps) {
  const [isOpen, setIsOpen] = useState(false)
  const label = t('panel.dashboard.period')
  const valueText = daysText({ period, from, to })
  const setDays = (range: DayRange) => set({ period: undefined, ...range })
  const choose = (newPeriod: Period | undefined) => {
    set({ period: newPeriod, from: undefined, to: undefined })
    setIsOpen(false)
  }
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-start" trapFocus returnFocus>
      <Chip label={label} value={valueText} onClear={() => choose(undefined)}>
        <Popover.Target>
          <ChipButton label={label} value={valueText} onClick={() => setIsOpen(!isOpen)} />
        </Popover.Target>
      </Chip>
      <Popover.Dropdown className={chipClasses.days} aria-label={label}>
        <div className={chipClasses.periods}>
          {periods.map((option) => (
            <UnstyledButton
              key={option}
              className={chipClasses.period}
              aria-pressed={option === period}
              onClick={() => choose(option === period ? undefined : option)}
            >
              {t(`panel.dashboard.period.${option}`)}
            </UnstyledButton>
          ))}
        </div>
        <Group gap={4} wrap="nowrap" align="flex-start">
          <DayInput label={t('orders.from')} value={from} onChange={(day) => setDays({ from: day, to })} />
          <DayInput
            label={t('orders.to')}
            value={to}
            onChange={(day) => setDays({ from, to: day })}
            calendar={<CalendarButton range={{ from, to }} onChange={setDays} />}
          />
        </Group>
      </Popover.Dropdown>
    </Popover>
  )
}

/** 'This week', '01/05/2026 – 31/05/2026', '01/05/2026 –'. */
function daysText({ period, from, to }: DayFilter): string | undefined {
  if (period) return t(`panel.dashboard.period.${period}`)
  if (!from && !to) return undefined
  const [first, last] = [from, to].map((day) => (day ? formatDay(day, language) : ''))
  return first === last ? first : `${first} – ${last}`.trim()
}
