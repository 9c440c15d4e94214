import { Group, SegmentedControl, Skeleton, Text, TextInput, Title } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { foldForSearch } from '#shared/text.ts'
import { t } from '#web/i18n.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Failure } from '#web/ui/Failure.tsx'
import { createFixedExporter } from '../../list/exporters.ts'
import { ListExport } from '../../list/TableTools.tsx'
import { AddBrand } from './AddBrand.tsx'
import { BrandList } from './BrandList.tsx'
import classes from './Brands.module.css'
import { useBrands } from './useBrands.ts'

type StateFilter = 'all' | 'active' | 'passive'

export function BrandsPage() {
  const all = useBrands()
  const [text, setText] = useState('')
  const [state, setState] = useState<StateFilter>('all')
  const { data, error, refetch } = all.brands
  const needle = foldForSearch(text.trim())
  const visible = data?.filter(
    ({ brandName, isActive }) =>
      foldForSearch(brandName).includes(needle) && (state === 'all' || isActive === (state === 'active')),
  )
  const exporter = createFixedExporter('/api/Shop/ExportBrands', {
    search: text.trim() || undefined,
    isActive: state === 'all' ? undefined : state === 'active',
  })
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Title order={1} size="h3">
          {t('panel.brands')}
        </Title>
        <Group gap="md">
          <Text size="sm" c="var(--ink-soft)" aria-live="polite">
            {data && t('panel.brandList.total', { count: visible?.length ?? 0 })}
          </Text>
          {data && data.length > 0 && <ListExport exporter={exporter} />}
        </Group>
      </Group>
      <AddBrand onAdd={all.add} />
      {data && data.length > 8 && (
        <Group gap="xs" mb="md" component="search" align="flex-end">
          <TextInput
            flex="1 1 220px"
            type="search"
            label={t('panel.brands.search')}
            leftSection={<IconSearch size={16} aria-hidden />}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
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
        </Group>
      )}
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={420} radius="md" />}
      {data?.length === 0 && (
        <Empty title={t('panel.brandList.emptyTitle')}>
          <p>{t('panel.brandList.emptyText')}</p>
        </Empty>
      )}
      {data && data.length > 0 && visible?.length === 0 && (
        <Empty title={t('list.nothingFound')}>
          <p>{t('panel.list.nothingMatches')}</p>
        </Empty>
      )}
      {data && visible && visible.length > 0 && (
        <>
          <p className={classes.hint}>{t('panel.brandList.hint')}</p>
          <BrandList all={all} brands={visible} isSortable={visible.length === data.length} />
        </>
      )}
    </>
  )
}
