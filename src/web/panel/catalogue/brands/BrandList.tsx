import { Switch, UnstyledButton } from '@mantine/core'
import { IconArrowMerge, IconGripVertical, IconPhotoOff, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { BrandRow } from '#shared/brands.ts'
import { t } from '#web/i18n.ts'
import { DropMenu, DropMenuItem } from '#web/ui/DropMenu.tsx'
import { Sortable, useSortableItem } from '../../Sortable.tsx'
import shared from '../NamesPage.module.css'
import { PictureButton } from '../PictureButton.tsx'
import { SelectDialog } from '../SelectDialog.tsx'
import classes from './Brands.module.css'
import { NameField } from './NameField.tsx'
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
          <DropMenuItem
            icon={<IconPhotoOff size={18} aria-hidden />}
            onClick={() => void all.removeImage(brand)}
          >
            {t('panel.brandList.dropImage')}
          </DropMenuItem>
        )}
        <DropMenuItem icon={<IconArrowMerge size={18} aria-hidden />} onClick={onMerge}>
          {t('panel.brandList.merge')}
        </DropMenuItem>
        <DropMenuItem icon={<IconTrash size={18} aria-hidden />} onClick={() => void all.remove(brand)}>
          {t('panel.brandList.delete')}
        </DropMenuItem>
      </DropMenu>
    </li>
  )
}
