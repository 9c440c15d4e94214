import { useState } from 'react'
import type { Facets, ProductFacets } from '#shared/catalogue/catalogue.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import classes from './ChoiceFacets.module.css'
import { FacetGroup } from './FacetGroup.tsx'
import { FacetValueList } from './FacetValues.tsx'
import { toggle } from './facets.ts'
import { Swatch } from './Swatch.tsx'
import { useSwatches } from './swatches.ts'

type Props = { counts: ProductFacets; chosen: Facets; onChange: (facets: Facets) => void }

/** With more colours than this, families are offered first. */
const maxNames = 10

/** Colours by family; each family stands for its names. */
export function ColorFacet({ counts: { colors, colorFamilies }, chosen, onChange }: Props) {
  const [isNamed, setIsNamed] = useState(false)
  const swatches = useSwatches()
  const picked = chosen.colors ?? []
  if (colors.length < 2 && picked.length === 0) return null
  const hasFamilies = colors.length > maxNames && colorFamilies.length > 1
  const setColors = (names: string[]) => onChange({ ...chosen, colors: names })
  return (
    <FacetGroup title={t('product.color')}>
      {hasFamilies && (
        <ul className={classes.families}>
          {colorFamilies.map(({ family, count }) => {
            const names = colors.filter((one) => one.family === family).map(({ value }) => value)
            const others = picked.filter((name) => !names.includes(name))
            const isAll = names.every((name) => picked.includes(name))
            return (
              <li key={family}>
                <label className={classes.choice} data-none={count === 0 || undefined}>
                  <input
                    type="checkbox"
                    checked={isAll}
                    ref={(input) => {
                      if (input) input.indeterminate = !isAll && others.length < picked.length
                    }}
                    onChange={() => setColors(isAll ? others : [...others, ...names])}
                  />
                  <span className={classes.dot} data-family={family} aria-hidden />
                  {t(`color.${family}`)}
                  {count !== undefined && <span className={classes.count}>{formatCount(count)}</span>}
                </label>
              </li>
            )
          })}
        </ul>
      )}
      {hasFamilies && (
        <button
          type="button"
          className={classes.more}
          aria-expanded={isNamed}
          onClick={() => setIsNamed(!isNamed)}
        >
          {t('ordering.facets.colorNames', { count: colors.length })}
        </button>
      )}
      {(!hasFamilies || isNamed) && (
        <FacetValueList
          title={t('product.color')}
          values={colors.map(({ value, label = value, count }) => ({
            value,
            label,
            count,
            mark: <Swatch name={label} swatches={swatches} />,
          }))}
          chosen={picked}
          onToggle={(name) => setColors(toggle(picked, name))}
        />
      )}
    </FacetGroup>
  )
}
