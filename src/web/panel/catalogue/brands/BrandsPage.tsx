import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { foldForSearch } from '#shared/text.ts'
import { t } from '#web/i18n.ts'
import { createFixedExporter } from '../../list/exporters.ts'
import { NamesPage } from '../NamesPage.tsx'
import { BrandList } from './BrandList.tsx'
import { useBrands } from './useBrands.ts'

type StateFilter = 'all' | 'active' | 'passive'

export function BrandsPage() {
  const all = useBrands()
  const [text, setText] = useState('')
  const [state, setState] = useState<StateFilter>('all')
  const brands = all.brands.data ?? []
  const needle = foldForSearch(text.trim())
  const visible = brands.filter(
    ({ brandName, isActive }) =>
      foldForSearch(brandName).includes(needle) && (state === 'all' || isActive === (state === 'active')),
  )
  return (
    <NamesPage
      title={t('panel.brands')}
      query={all.brands}
      total={t('panel.brandList.total', { count: visible.length })}
      exporter={createFixedExporter('/api/Shop/ExportBrands', {
        search: text.trim() || undefined,
        isActive: state === 'all' ? undefined : state === 'active',
      })}
      newName={t('panel.brandList.newName')}
      onAdd={all.add}
      search={{ label: t('panel.brands.search'), text, onChange: setText }}
      tools={
        <SegmentedControl
          aria-label={t('panel.brandList.state')}
          value={state}
          onChange={(next) => setState(next)}
          data={[
            { value: 'all', label: t('panel.brandList.all') },
            { value: 'active', label: t('panel.brandList.active') },
            { value: 'passive', label: t('panel.brandList.passive') },
          ]}
        />
      }
      empty={{ title: t('panel.brandList.emptyTitle'), text: t('panel.brandList.emptyText') }}
      hint={t('panel.brandList.hint')}
    >
      {visible.length > 0 && (
        <BrandList all={all} brands={visible} isSortable={visible.length === brands.length} />
      )}
    </NamesPage>
  )
}
