import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { productSorts } from '#shared/catalogue/listing.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'
import { lazyPart } from '../lazy.ts'
import { OverlayPlace } from '../OverlayPlace.tsx'
import { useOverlay } from '../overlay.ts'
import { useIsWide } from '../useIsWide.ts'
import { currenciesInOrder } from './byPrice.ts'
import { FacetChips } from './FacetChips.tsx'
import { useChangeList, useFacetCounts } from './facets.ts'
import classes from './ListToolbar.module.css'
import type { ProductListSearch } from './productListSearch.ts'
import type { ProductCall } from './productQuery.ts'
import { useChosen } from './useChosen.ts'

const FacetSheet = lazyPart(async () => (await import('./FacetSheet.tsx')).FacetSheet)

export function ListToolbar({ search, call }: { search: ProductListSearch; call: ProductCall }) {
  const isWide = useIsWide()
  const sheet = useOverlay('filters')
  const chosen = useChosen(search, call)
  return (
    <>
      <div className={classes.row}>
        {!isWide && (
          <button type="button" className={classes.filters} aria-haspopup="dialog" onClick={sheet.open}>
            <IconAdjustmentsHorizontal size={20} stroke={1.7} aria-hidden />
            {t('ordering.facets.title')}
            {chosen.length > 0 && <span className={classes.badge}>{formatCount(chosen.length)}</span>}
          </button>
        )}
        <SortChoice search={search} call={call} />
      </div>
      <p className={classes.note}>{t('tax.pricesWithout')}</p>
      {chosen.length > 0 && <FacetChips chosen={chosen} />}
      {!isWide && sheet.isOpen && (
        <OverlayPlace onClose={sheet.close}>
          <FacetSheet search={search} call={call} onClose={sheet.close} />
        </OverlayPlace>
      )}
    </>
  )
}

function SortChoice({ search, call }: { search: ProductListSearch; call: ProductCall }) {
  const changeList = useChangeList()
  const isByPrice = search.sort === 'priceAsc' || search.sort === 'priceDesc'
  const { data } = useFacetCounts(call, { enabled: isByPrice })
  const currencies = currenciesInOrder(data?.prices ?? [], settings.currencyCode)
  // Searches sort by match, other lists by code.
  const defaultSort = search.text ? 'match' : 'itemCode'
  const sorts = search.text ? (['match', ...productSorts] as const) : productSorts
  const nameOf = (sort: (typeof sorts)[number]) =>
    isByPrice && sort === search.sort && currencies.length > 1
      ? `${t(`ordering.sort.${sort}`)} (${currencies.join(', ')})`
      : t(`ordering.sort.${sort}`)
  return (
    <select
      className={classes.sort}
      aria-label={t('ordering.sort.label')}
      value={search.sort ?? defaultSort}
      onChange={(event) => {
        const sort = productSorts.find((one) => one === event.currentTarget.value)
        changeList({ sort: sort === defaultSort ? undefined : sort })
      }}
    >
      {sorts.map((sort) => (
        <option key={sort} value={sort}>
          {nameOf(sort)}
        </option>
      ))}
    </select>
  )
}
