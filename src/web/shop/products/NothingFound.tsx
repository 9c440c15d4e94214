import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { t } from '#web/i18n.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { PopularProducts } from '../home/ProductStrips.tsx'
import { useEmptySearch } from '../search/useEmptySearch.ts'
import { useChangeList } from './facets.ts'
import type { ProductListSearch } from './productListSearch.ts'
import type { ProductCall } from './productQuery.ts'
import { useChosen } from './useChosen.ts'

export function NothingFound({ search, call }: { search: ProductListSearch; call: ProductCall }) {
  const chosen = useChosen(search, call)
  const changeList = useChangeList()
  useEmptySearch(chosen.length > 0 ? undefined : search.text)
  if (chosen.length > 0) {
    return (
      <Empty title={t('products.emptyTitle')}>
        <p>{t('ordering.facets.tooMany', { filters: chosen.map(({ label }) => `“${label}”`).join(', ') })}</p>
        <Button onClick={() => changeList({ facets: {} })}>{t('ordering.facets.clearAll')}</Button>
      </Empty>
    )
  }
  return (
    <>
      <Empty title={t('products.emptyTitle')}>
        {search.text !== undefined && <p>{t('ordering.search.tips')}</p>}
        <Link to="/shop">{t('products.emptyText')}</Link>
      </Empty>
      <PopularProducts />
    </>
  )
}
