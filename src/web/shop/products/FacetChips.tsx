import { IconX } from '@tabler/icons-react'
import { t } from '#web/i18n.ts'
import classes from './FacetChips.module.css'
import { type Chosen, useChangeList } from './facets.ts'

export function FacetChips({ chosen }: { chosen: Chosen[] }) {
  const changeList = useChangeList()
  return (
    <ul className={classes.chips} aria-label={t('ordering.facets.chosen')}>
      {chosen.map(({ key, label, without }) => (
        <li key={key}>
          <button
            type="button"
            className={classes.chip}
            aria-label={t('ordering.facets.remove', { value: label })}
            onClick={() => changeList({ facets: without })}
          >
            <bdi>{label}</bdi>
            <IconX size={15} aria-hidden />
          </button>
        </li>
      ))}
      <li>
        <button type="button" className={classes.all} onClick={() => changeList({ facets: {} })}>
          {t('ordering.facets.clearAll')}
        </button>
      </li>
    </ul>
  )
}
