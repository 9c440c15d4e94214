import { t } from '#web/i18n.ts'
import { FilterSelect } from '../../list/FilterSelect.tsx'
import type { ListSearch } from '../../list/listSearch.ts'
import { SearchField } from '../../list/SearchField.tsx'
import { brandOptions, categoryOptions, useProductChoices } from './productChoices.ts'
import type { productList } from './productSearch.ts'

type Search = Omit<ListSearch<typeof productList>, 'sort' | 'order' | 'page' | 'limit'>
type Props = {
  search: Search
  set: (change: { [Name in keyof Search]?: Search[Name] | undefined }) => void
  /** What of their states can be asked for; all unless told. */
  states?: readonly NonNullable<Search['state']>[]
}

/** What products are found by. */
export function ProductFilters({ search, set, states = ['active', 'inactive', 'deleted'] }: Props) {
  const choices = useProductChoices()
  return (
    <>
      <SearchField label={t('panel.product.search')} value={search.text} onChange={(text) => set({ text })} />
      <FilterSelect
        label={t('product.brand')}
        width={150}
        value={search.brandId}
        onChange={(brandId) => set({ brandId })}
        options={brandOptions(choices)}
      />
      <FilterSelect
        label={t('product.category')}
        width={190}
        value={search.categoryId}
        onChange={(categoryId) => set({ categoryId })}
        options={categoryOptions(choices)}
      />
      <FilterSelect
        label={t('order.state')}
        width={130}
        value={search.state}
        onChange={(state) => set({ state })}
        options={states.map((value) => ({
          value,
          label: t(`panel.product.state.${value}`),
        }))}
      />
      <FilterSelect
        label={t('panel.product.stock')}
        width={125}
        value={search.inStock}
        onChange={(inStock) => set({ inStock })}
        options={[
          { value: true, label: t('panel.product.inStock') },
          { value: false, label: t('panel.product.soldOut') },
        ]}
      />
      <FilterSelect
        label={t('panel.product.missing')}
        width={130}
        value={search.missing}
        onChange={(missing) => set({ missing })}
        options={(['photo', 'price'] as const).map((value) => ({
          value,
          label: t(`panel.product.missing.${value}`),
        }))}
      />
    </>
  )
}
