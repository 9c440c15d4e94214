import { useState } from 'react'
import { fold } from '#shared/text.ts'
import { t } from '#web/i18n.ts'
import { FacetCheck, FacetGroup } from './FacetGroup.tsx'
import classes from './Facets.module.css'

type Value = { value: string; label: string; count: number }
type Props = { title: string; values: Value[]; chosen: string[]; onToggle: (value: string) => void }

/** As many as are seen at a glance; above them one types. */
const few = 8

/** Values of a facet to choose among; many of them can be searched. What leaves no choice is not shown. */
export function FacetValues({ title, values, chosen, onToggle }: Props) {
  const [typed, setTyped] = useState('')
  if (values.length < 2 && chosen.length === 0) return null
  const found = values.filter(({ label }) => fold(label).includes(fold(typed.trim())))
  return (
    <FacetGroup title={title}>
      {values.length > few && (
        <input
          type="search"
          className={classes.search}
          aria-label={t('ordering.facets.search', { facet: title })}
          placeholder={t('ordering.facets.searchShort')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {/* A list that scrolls must be reachable by keyboard: its checkboxes are. */}
      <div className={classes.values}>
        {found.map(({ value, label, count }) => (
          <FacetCheck
            key={value}
            label={label}
            count={count}
            checked={chosen.includes(value)}
            onChange={() => onToggle(value)}
          />
        ))}
        {found.length === 0 && <p className={classes.none}>{t('list.nothingFound')}</p>}
      </div>
    </FacetGroup>
  )
}
