import { Skeleton } from '@mantine/core'
import { t } from '#web/i18n.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { FacetFields } from './FacetFields.tsx'
import classes from './Facets.module.css'
import { useChangeList, useFacetCounts } from './facets.ts'
import { facetsOf, type ProductListSearch } from './productListSearch.ts'
import type { ProductCall } from './productQuery.ts'

/** The wide layout's facets; choices apply at once. */
export function FacetColumn({ search, call }: { search: ProductListSearch; call: ProductCall }) {
  const counts = useFacetCounts(call)
  const changeList = useChangeList()
  return (
    <section className={classes.column} aria-label={t('ordering.facets.title')}>
      {counts.error && <Failure error={counts.error} onRetry={() => void counts.refetch()} />}
      {counts.isPending && <Skeleton height={420} radius="md" />}
      {counts.data && (
        <FacetFields
          counts={counts.data}
          chosen={facetsOf(search) ?? {}}
          categoryId={search.categoryId}
          onChange={(facets) => changeList({ facets })}
        />
      )}
    </section>
  )
}
