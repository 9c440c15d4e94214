import type { ReactNode } from 'react'
import { t } from '#web/i18n.ts'
import classes from './FilterBar.module.css'
import { SavedChip } from './SavedChip.tsx'
import { SearchField } from './SearchField.tsx'
import type { SavableFilters } from './savedFilters.ts'

type Props = {
  label: string
  search: { text?: string }
  set: (change: { text: string | undefined }) => void
  /** From useList, if filters can be saved. */
  saved?: SavableFilters | undefined
  children?: ReactNode
}

/** Chips scroll sideways if they do not fit. */
export function FilterBar({ label, search, set, saved, children }: Props) {
  return (
    <search className={classes.bar}>
      <SearchField label={label} value={search.text} onChange={(text) => set({ text })} />
      {children && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset does not scroll sideways.
        <div className={classes.chips} role="group" aria-label={t('ordering.facets.title')}>
          {saved && <SavedChip {...saved} />}
          {children}
        </div>
      )}
    </search>
  )
}
