import type { ReactNode } from 'react'
import { t } from '#web/i18n.ts'
import classes from './FilterBar.module.css'
import { SavedChip } from './SavedChip.tsx'
import { SearchField } from './SearchField.tsx'
import type { Savable } from './savedFilters.ts'

type Props = {
  /** What the text is looked for in: 'Order number or customer'. */
  label: string
  search: { text?: string }
  set: (change: { text: string | undefined }) => void
  /** From useList: the filters can be kept under a name. */
  saved?: Savable | undefined
  /** Chips, one for each filter. */
  children?: ReactNode
}

/** What a list is narrowed by: a text, and one row of chips that can be moved sideways where they do not fit. */
export function FilterBar({ label, search, set, saved, children }: Props) {
  return (
    <search className={classes.bar}>
      <SearchField label={label} value={search.text} onChange={(text) => set({ text })} />
      {children && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset does not move sideways.
        <div className={classes.chips} role="group" aria-label={t('ordering.facets.title')}>
          {saved && <SavedChip {...saved} />}
          {children}
        </div>
      )}
    </search>
  )
}
