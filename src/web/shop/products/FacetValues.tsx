import { type ReactNode, useState } from 'react'
import { textMatcher } from '#shared/text/textMatch.ts'
import { t } from '#web/i18n.ts'
import { FacetCheck, FacetGroup } from './FacetGroup.tsx'
import classes from './Facets.module.css'

/** `mark`: stands before the label. */
type Value = { value: string; label: string; count?: number | undefined; mark?: ReactNode }
type Props = { title: string; values: Value[]; chosen: string[]; onToggle: (value: string) => void }

/** Longer lists get a search. */
const searchAboveValues = 8

/** Hidden where there is no choice. */
export function FacetValues(props: Props) {
  if (props.values.length < 2 && props.chosen.length === 0) return null
  return (
    <FacetGroup title={props.title}>
      <FacetValueList {...props} />
    </FacetGroup>
  )
}

export function FacetValueList({ title, values, chosen, onToggle }: Props) {
  const [typed, setTyped] = useState('')
  const isFound = textMatcher(typed)
  const found = values.filter(({ label }) => isFound(label))
  return (
    <>
      {values.length > searchAboveValues && (
        <input
          type="search"
          className={classes.search}
          aria-label={t('ordering.facets.search', { facet: title })}
          placeholder={t('ordering.facets.searchShort')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {/* The checkboxes make this scrollable list reachable by keyboard. */}
      <div className={classes.values}>
        {found.map(({ value, label, count, mark }) => (
          <FacetCheck
            key={value}
            label={label}
            mark={mark}
            count={count}
            checked={chosen.includes(value)}
            onChange={() => onToggle(value)}
          />
        ))}
        {found.length === 0 && <p className={classes.none}>{t('list.nothingFound')}</p>}
      </div>
    </>
  )
}
