import { type Primitive, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '#web/i18n.ts'
import { FixedChip } from './Chip.tsx'
import { ChoiceChip, FinderChip, type Option } from './ChoiceChip.tsx'
import { DaysChip } from './DaysChip.tsx'
import classes from './FilterBar.module.css'
import type { OptionFinder } from './FinderSelect.tsx'
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
