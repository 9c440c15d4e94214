import type { Facets, ProductFacets } from '#shared/catalogue/catalogue.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { sizeLabel } from '#web/sizes.ts'
import classes from './ChoiceFacets.module.css'
import { FacetGroup } from './FacetGroup.tsx'
import { toggle } from './facets.ts'

type Props = { counts: ProductFacets; chosen: Facets; onChange: (facets: Facets) => void }

/** Sizes as chips, in their order. */
export function SizeFacet({ counts: { sizes }, chosen, onChange }: Props) {
  const picked = chosen.sizes ?? []
  if (sizes.length < 2 && picked.length === 0) return null
  return (
    <FacetGroup title={t('product.size')}>
      <ul className={classes.sizes}>
        {sizes.map(({ value, count }) => (
          <li key={value}>
            <label
              className={classes.size}
              data-none={count === 0 || undefined}
              title={count === undefined ? undefined : t('home.productCount', { count })}
            >
              <input
                type="checkbox"
                aria-label={
                  count === undefined ? sizeLabel(value) : `${sizeLabel(value)}, ${formatCount(count)}`
                }
                checked={picked.includes(value)}
                onChange={() => onChange({ ...chosen, sizes: toggle(picked, value) })}
              />
              <bdi>{sizeLabel(value)}</bdi>
            </label>
          </li>
        ))}
      </ul>
    </FacetGroup>
  )
}
