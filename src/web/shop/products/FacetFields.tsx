import type { Facets, ProductFacets } from '#shared/catalogue/catalogue.ts'
import { attributeLabel } from '#web/attributes.ts'
import { t } from '#web/i18n.ts'
import { useCart } from '../cart/stored/cartStore.ts'
import { CategoryFacet } from './CategoryFacet.tsx'
import { FacetCheck, FacetGroup } from './FacetGroup.tsx'
import { FacetValues } from './FacetValues.tsx'
import { toggle } from './facets.ts'
import { PriceFacet } from './PriceFacet.tsx'

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
  const { inStock: _, ...anyStock } = chosen
  return (
    <>
      {!isSeason && (
        <FacetCheck
          label={t('ordering.facets.inStock')}
          count={counts.inStock}
          checked={chosen.inStock === true}
          onChange={() => onChange(chosen.inStock ? anyStock : { ...chosen, inStock: true })}
        />
      )}
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
