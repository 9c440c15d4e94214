import { IconX } from '@tabler/icons-react'
import { t } from '#web/i18n.ts'
import classes from './FacetChips.module.css'
import { type Chosen, useNarrow } from './facets.ts'

/** What a list is narrowed by: each can be taken away, or all of it. */
export function FacetChips({ chosen }: { chosen: Chosen[] }) {
  const narrow = useNarrow()
  return (
    <ul className={classes.chips} aria-label={t('ordering.facets.chosen')}>
      {chosen.map(({ key, label, without }) => (
        <li key={key}>
          <button
            type="button"
            className={classes.chip}
            aria-label={t('ordering.facets.remove', { value: label })}
            onClick={() => narrow({ facets: without })}
          >
            <bdi>{label}</bdi>
            <IconX size={15} aria-hidden />
          </button>
        </li>
      ))}
      <li>
        <button type="button" className={classes.all} onClick={() => narrow({ facets: {} })}>
          {t('ordering.facets.clearAll')}
        </button>
      </li>
    </ul>
  )
}
