import type { Facets, ProductFacets } from '#shared/catalogue/catalogue.ts'
import { attributeLabel } from '#web/attributes.ts'
import { t } from '#web/i18n.ts'
import { useCart } from '../cart/stored/cartStore.ts'
import { CategoryFacet } from './CategoryFacet.tsx'
import { ColorFacet } from './ColorFacet.tsx'
import { FacetCheck, FacetGroup } from './FacetGroup.tsx'
import { FacetValues } from './FacetValues.tsx'
import { facetFlags, toggle, withoutFlag } from './facets.ts'
import { PriceFacet } from './PriceFacet.tsx'
import { SizeFacet } from './SizeFacet.tsx'

type Props = {
  counts: ProductFacets
  chosen: Facets
  /** Offers this category's subcategories. */
  categoryId: string | undefined
  onChange: (facets: Facets) => void
}

/** Values of a facet are alternatives; facets combine. */
export function FacetFields({ counts, chosen, categoryId, onChange }: Props) {
  const isSeason = useCart((cart) => cart.orderType === 'Season')
  const flags = facetFlags.filter((flag) => {
    if (flag === 'inStock') return !isSeason
    const count = counts[flag] ?? 0
    // A filter that would find everything or nothing is of no use.
    return chosen[flag] || (count > 0 && count < counts.total)
  })
  return (
    <>
      {flags.map((flag) => (
        <FacetCheck
          key={flag}
          label={t(`ordering.facets.${flag}`)}
          count={counts[flag]}
          checked={chosen[flag] === true}
          onChange={() => onChange(chosen[flag] ? withoutFlag(chosen, flag) : { ...chosen, [flag]: true })}
        />
      ))}
      <ColorFacet counts={counts} chosen={chosen} onChange={onChange} />
      <SizeFacet counts={counts} chosen={chosen} onChange={onChange} />
      <CategoryFacet
        categories={counts.categories}
        within={categoryId}
        chosen={chosen.categoryIds ?? []}
        onToggle={(id) => onChange({ ...chosen, categoryIds: toggle(chosen.categoryIds, id) })}
      />
      <FacetValues
        title={t('product.brand')}
        values={counts.brands.map(({ brandId, brandName, count }) => ({
          value: brandId,
          label: brandName,
          count,
        }))}
        chosen={chosen.brandIds ?? []}
        onToggle={(id) => onChange({ ...chosen, brandIds: toggle(chosen.brandIds, id) })}
      />
      <FacetGroup title={t('ordering.facets.price')}>
        <PriceFacet prices={counts.prices} chosen={chosen} onChange={onChange} />
      </FacetGroup>
      {counts.attributes.map(({ name, values }) => (
        <FacetValues
          key={name}
          title={attributeLabel(name) ?? t('ordering.facets.attribute', { number: Number(name.slice(-2)) })}
          values={values.map(({ value, label = value, count }) => ({ value, label, count }))}
          chosen={chosen.attributes?.[name] ?? []}
          onToggle={(value) =>
            onChange({
              ...chosen,
              attributes: { ...chosen.attributes, [name]: toggle(chosen.attributes?.[name], value) },
            })
          }
        />
      ))}
    </>
  )
}
