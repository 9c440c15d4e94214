import { SegmentedControl, Switch, TextInput, UnstyledButton } from '@mantine/core'
import { IconArrowMerge, IconGripVertical, IconLanguage, IconPhotoOff, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { BrandRow } from '#shared/catalogue/brands.ts'
import { textMatcher } from '#shared/text/textMatch.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { queryClient } from '#web/queryClient.ts'
import { DropMenu } from '#web/ui/DropMenu.tsx'
import { createFixedExporter } from '../../list/exporters.ts'
import { MenuItem } from '../../MenuItem.tsx'
import { refetch } from '../../refetch.ts'
import { Sortable, useSortableItem } from '../../Sortable.tsx'
import shared from '../NamesPage.module.css'
import { NamesPage } from '../NamesPage.tsx'
import { PictureButton } from '../PictureButton.tsx'
import { reasonOf } from '../reasonOf.ts'
import { SelectDialog } from '../SelectDialog.tsx'
import { TextLanguagesDialog } from '../texts/TextLanguages.tsx'
import { otherLanguages } from '../texts/textSearch.ts'
import classes from './Brands.module.css'
import { brandsQueryKey, fetchBrands } from './brandCalls.ts'

type StateFilter = 'all' | 'active' | 'passive'

export function BrandsPage() {
  const all = useBrands()
  const [text, setText] = useState('')
  const [state, setState] = useState<StateFilter>('all')
  const brands = all.brands.data ?? []
  const isFound = textMatcher(text)
  const visible = brands.filter(
    ({ brandName, isActive }) => isFound(brandName) && (state === 'all' || isActive === (state === 'active')),
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

type BrandListProps = { all: Brands; brands: BrandRow[]; isSortable: boolean }

function BrandList({ all, brands, isSortable }: BrandListProps) {
  const [merging, setMerging] = useState<BrandRow>()
  return (
    <>
      <Sortable
        items={brands.map(({ brandId, brandName }) => ({ id: brandId, name: brandName }))}
        help={t('panel.list.moveHelp')}
        isDisabled={!isSortable}
        onSort={(ids) => void all.reorder(ids)}
      >
        <ul className={shared.list} aria-label={t('panel.brands')}>
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

type MergeProps = { brand: BrandRow; all: Brands; onClose: () => void }

function MergeDialog({ brand, all, onClose }: MergeProps) {
  const others = (all.brands.data ?? []).filter(({ brandId }) => brandId !== brand.brandId)
  return (
    <SelectDialog
      title={t('panel.brandList.mergeTitle', { name: brand.brandName })}
      text={t('panel.brandList.mergeText', { count: brand.productCount })}
      label={t('panel.brandList.mergeInto')}
      options={others.map(({ brandId, brandName }) => ({ value: brandId, label: brandName }))}
      action={t('panel.brandList.merge')}
      onChoose={async (id) => {
        const into = others.find(({ brandId }) => brandId === id)
        return into !== undefined && all.merge(brand, into)
      }}
      onClose={onClose}
    />
  )
}

type ItemProps = { brand: BrandRow; all: Brands; isSortable: boolean; onMerge: () => void }

function BrandItem({ brand, all, isSortable, onMerge }: ItemProps) {
  const { brandName: name, productCount, excludedCount, isActive } = brand
  const { item, handle } = useSortableItem(brand.brandId)
  const [isTranslating, setIsTranslating] = useState(false)
  return (
    <li className={classes.item} data-passive={!isActive || undefined} {...item}>
      <UnstyledButton
        className={classes.handle}
        {...handle}
        disabled={!isSortable}
        aria-label={t('panel.brandList.moveLabel', { name })}
      >
        <IconGripVertical size={18} aria-hidden />
      </UnstyledButton>
      <PictureButton name={name} image={brand.image} onFile={(file) => all.setImage(brand, file)} />
      <div className={classes.what}>
        <NameField name={name} onRename={(brandName) => all.change(brand, { brandName })} />
        <span className={classes.counts}>
          <Link to="/panel-urunler/index" search={{ brandId: brand.brandId } as never}>
            {t('home.productCount', { count: productCount })}
          </Link>
          {excludedCount > 0 && <span>{t('panel.brandList.excluded', { count: excludedCount })}</span>}
        </span>
      </div>
      <Switch
        className={classes.state ?? ''}
        checked={isActive}
        label={t(isActive ? 'panel.brandList.active' : 'panel.brandList.passive')}
        aria-label={t('panel.brandList.activeLabel', { name })}
        onChange={({ currentTarget }) => void all.change(brand, { isActive: currentTarget.checked })}
      />
      <DropMenu label={t('panel.brandList.more', { name })} button={<span aria-hidden>⋯</span>}>
        {brand.image && (
          <MenuItem Icon={IconPhotoOff} onClick={() => void all.removeImage(brand)}>
            {t('panel.brandList.dropImage')}
          </MenuItem>
        )}
        {otherLanguages.length > 0 && (
          <MenuItem Icon={IconLanguage} onClick={() => setIsTranslating(true)}>
            {t('panel.texts.inLanguages')}
          </MenuItem>
        )}
        <MenuItem Icon={IconArrowMerge} onClick={onMerge}>
          {t('panel.brandList.merge')}
        </MenuItem>
        <MenuItem Icon={IconTrash} onClick={() => void all.remove(brand)}>
          {t('panel.brandList.delete')}
        </MenuItem>
      </DropMenu>
      {isTranslating && (
        <TextLanguagesDialog kind="brand" source={name} onClose={() => setIsTranslating(false)} />
      )}
    </li>
  )
}

type NameFieldProps = { name: string; onRename: (name: string) => Promise<boolean> }

/** Esc reverts; a rejected name stays. */
function NameField({ name, onRename }: NameFieldProps) {
  const [typed, setTyped] = useState<string>()
  const save = async () => {
    const next = typed?.trim()
    if (!next || next === name) return setTyped(undefined)
    if (await onRename(next)) setTyped(undefined)
  }
  return (
    <TextInput
      variant="unstyled"
      classNames={{ input: classes.name ?? '' }}
      aria-label={t('panel.brandList.nameLabel', { name })}
      maxLength={100}
      value={typed ?? name}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={() => void save()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
        if (event.key === 'Escape') setTyped(undefined)
      }}
    />
  )
}

/** Actions show their errors and always reload the brands. */
function useBrands() {
  const brands = useQuery({
    queryKey: brandsQueryKey,
    queryFn: ({ signal }) => fetchBrands({ signal }),
    staleTime: 0,
  })
  const refresh = () => refetch('brands')
  const run = async (work: () => Promise<unknown>, message?: string): Promise<boolean> => {
    try {
      await work()
      if (message) notifyDone(message)
      return true
    } catch (error) {
      notifyFailure(reasonOf(error))
      return false
    } finally {
      await refresh()
    }
  }
  const setCached = (next: BrandRow[]) => queryClient.setQueryData(brandsQueryKey, next)
  return {
    brands,
    add: (brandName: string) =>
      run(
        () => api.post('/api/Shop/AddBrand', { brandName }),
        t('panel.brandList.added', { name: brandName }),
      ),
    change: (brand: BrandRow, change: Partial<Pick<BrandRow, 'brandName' | 'isActive'>>) => {
      const { brandId, brandName, isActive, version } = brand
      return run(() =>
        api.post('/api/Shop/UpdateBrand', { brandId, brandName, isActive, version, ...change }),
      )
    },
    /** Optimistic. */
    reorder: (ids: string[]) => {
      setCached(
        (brands.data ?? []).toSorted((one, other) => ids.indexOf(one.brandId) - ids.indexOf(other.brandId)),
      )
      return run(() => api.post('/api/Shop/SortBrands', { ids }))
    },
    remove: ({ brandId, brandName }: BrandRow) =>
      run(
        () => api.get('/api/Shop/DeleteBrand', { id: brandId }),
        t('panel.brandList.deleted', { name: brandName }),
      ),
    merge: (brand: BrandRow, into: BrandRow) =>
      run(
        () => api.post('/api/Shop/MergeBrand', { id: brand.brandId, intoId: into.brandId }),
        t('panel.brandList.merged', { name: brand.brandName, into: into.brandName }),
      ),
    setImage: ({ brandId }: BrandRow, file: File) =>
      run(() => api.upload('/api/Shop/PostBrandImage', file, { fields: { brandId } })),
    removeImage: ({ brandId }: BrandRow) => run(() => api.get('/api/Shop/DeleteBrandImage', { id: brandId })),
  }
}
type Brands = ReturnType<typeof useBrands>
