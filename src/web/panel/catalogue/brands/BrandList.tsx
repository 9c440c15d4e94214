import { useState } from 'react'
import type { BrandRow } from '#shared/brands.ts'
import { t } from '#web/i18n.ts'
import { Sortable } from '../../Sortable.tsx'
import { BrandItem } from './BrandItem.tsx'
import classes from './Brands.module.css'
import { MergeDialog } from './MergeDialog.tsx'
import type { Brands } from './useBrands.ts'

type Props = { all: Brands; brands: BrandRow[]; isSortable: boolean }

export function BrandList({ all, brands, isSortable }: Props) {
  const [merging, setMerging] = useState<BrandRow>()
  return (
    <>
      <Sortable
        items={brands.map(({ brandId, brandName }) => ({ id: brandId, name: brandName }))}
        help={t('panel.list.moveHelp')}
        isDisabled={!isSortable}
        onSort={(ids) => void all.reorder(ids)}
      >
        <ul className={classes.list} aria-label={t('panel.brands')}>
          {brands.map((brand) => (
            <BrandItem
              key={brand.brandId}
              brand={brand}
              all={all}
              isSortable={isSortable}
              onMerge={() => setMerging(brand)}
            />
          ))}
        </ul>
      </Sortable>
      {merging && <MergeDialog brand={merging} all={all} onClose={() => setMerging(undefined)} />}
    </>
  )
}
