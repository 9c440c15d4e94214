import { useQuery } from '@tanstack/react-query'
import type { ProductFacets } from '#shared/catalogue/catalogue.ts'
import { formatMoney } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { sizeLabel } from '#web/sizes.ts'
import { homeQuery } from '../home/homeQuery.ts'
import { type Chosen, chosenOf, useFacetCounts } from './facets.ts'
import { facetsOf, type ProductListSearch } from './productListSearch.ts'
import type { ProductCall } from './productQuery.ts'

/** The chosen facet values with labels. */
export function useChosen(search: ProductListSearch, call: ProductCall): Chosen[] {
  const { userId, narrowing } = call
  const facets = facetsOf(search)
  const home = useQuery({
    ...homeQuery(userId, narrowing.currAccCode),
    enabled: facets?.brandIds !== undefined || facets?.categoryIds !== undefined,
    staleTime: 300_000,
  })
  const isNamed = facets?.attributes !== undefined || facets?.colors !== undefined
  const counts = useFacetCounts(call, { enabled: isNamed })
  if (!facets) return []
  const price = (amount: number) => formatMoney(amount, facets.currencyCode ?? '')
  return chosenOf(facets, {
    nameOf: (kind, id) =>
      (kind === 'brand'
        ? home.data?.brands.find(({ brandId }) => brandId === id)?.brandName
        : home.data?.categories.find(({ categoryId }) => categoryId === id)?.categoryName) ?? '…',
    valueOf: (attribute, chosen) =>
      counts.data?.attributes
        .find(({ name }) => name === attribute)
        ?.values.find(({ value }) => value === chosen)?.label ?? chosen,
    colorGroups: (names) => colorGroups(names, counts.data),
    sizeOf: (size) => t('ordering.facets.chipSize', { size: sizeLabel(size) }),
    flagOf: (flag) => t(`ordering.facets.${flag}`),
    from: (amount) => t('ordering.facets.chipFrom', { price: price(amount) }),
    to: (amount) => t('ordering.facets.chipTo', { price: price(amount) }),
  })
}

/** A family of which all colours are chosen is one group; other colours are one each. */
function colorGroups(
  names: string[],
  counts: ProductFacets | undefined,
): { label: string; names: string[] }[] {
  const groups: { label: string; names: string[] }[] = []
  let rest = names
  for (const { family } of counts?.colorFamilies ?? []) {
    const own = counts?.colors.filter((one) => one.family === family).map(({ value }) => value) ?? []
    if (own.length < 2 || !own.every((name) => names.includes(name))) continue
    groups.push({ label: t(`color.${family}`), names: own })
    rest = rest.filter((name) => !own.includes(name))
  }
  const labelOf = (name: string) => counts?.colors.find(({ value }) => value === name)?.label ?? name
  return [...groups, ...rest.map((name) => ({ label: labelOf(name), names: [name] }))]
}
