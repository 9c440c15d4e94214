import { t } from '#web/i18n.ts'
import { ChoiceChip } from '../../list/ChoiceChip.tsx'
import { FilterBar } from '../../list/FilterBar.tsx'
import type { ListSearch } from '../../list/listSearch.ts'
import type { SavableFilters } from '../../list/savedFilters.ts'
import { brandOptions, categoryOptions, useProductChoices } from './productChoices.ts'
import type { productList } from './productSearch.ts'

type Search = Omit<ListSearch<typeof productList>, 'sort' | 'order' | 'page' | 'limit'>
type Props = {
  search: Search
  set: (change: { [Name in keyof Search]?: Search[Name] | undefined }) => void
  saved?: SavableFilters | undefined
  /** Default: all. */
  states?: readonly NonNullable<Search['state']>[]
}

export function ProductFilters({ search, set, saved, states = ['active', 'inactive', 'deleted'] }: Props) {
  const choices = useProductChoices()
  return (
    <FilterBar saved={saved} label={t('panel.product.search')} search={search} set={set}>
      <ChoiceChip
        label={t('product.brand')}
        value={search.brandId}
        onChange={(brandId) => set({ brandId })}
        options={brandOptions(choices)}
      />
      <ChoiceChip
        label={t('product.category')}
        value={search.categoryId}
        onChange={(categoryId) => set({ categoryId })}
        options={categoryOptions(choices)}
      />
      <ChoiceChip
        label={t('order.state')}
        value={search.state}
        onChange={(state) => set({ state })}
        options={states.map((value) => ({
          value,
          label: t(`panel.product.state.${value}`),
        }))}
      />
      <ChoiceChip
        label={t('panel.product.stock')}
        value={search.inStock}
        onChange={(inStock) => set({ inStock })}
        options={[
          { value: true, label: t('panel.product.inStock') },
          { value: false, label: t('panel.product.soldOut') },
        ]}
      />
      <ChoiceChip
        label={t('panel.product.missing')}
        value={search.missing}
        onChange={(missing) => set({ missing })}
        options={(['photo', 'price'] as const).map((value) => ({
          value,
          label: t(`panel.product.missing.${value}`),
        }))}
      />
    </FilterBar>
  )
}
