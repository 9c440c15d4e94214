import { Button, Group, Text } from '@mantine/core'
import { IconEyeOff, IconPhotoOff, IconUserSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo, useState } from 'react'
import type { BrandRow } from '#shared/brands.ts'
import { postExcludeBrands } from '#shared/customers.ts'
import { pages } from '#shared/pages.ts'
import { fold } from '#shared/text.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { useMayOpen } from '../access.ts'
import { FormPage } from '../form/FormPage.tsx'
import { FormSearch } from '../form/FormSearch.tsx'
import { FormSection } from '../form/FormSection.tsx'
import { useRecordForm } from '../form/useRecordForm.ts'
import { PageButton } from '../PageButton.tsx'
import { refetch } from '../refetch.ts'
import classes from './Brands.module.css'
import { customersLink } from './CustomerTitle.tsx'
import { type BrandChoice, inBrandOrder } from './excludedBrands.ts'
import { useStableHandlers } from './useStableHandlers.ts'

/** Ticked brands are hidden from the customer. */
export function BrandChoiceForm({ customer, brands, excluded }: BrandChoice) {
  const mayEdit = useMayOpen(pages.customerEdit)
  const form = useRecordForm({
    schema: postExcludeBrands.input,
    initial: { userId: customer.id, brandIds: excluded },
    save: (values) => api.post('/api/Shop/PostExcludeBrands', values),
    onSaved: () => void refetch('customers'),
  })
  const name = customer.currAccDescription
  return (
    <FormPage
      title={t('panel.excludeBrands')}
      form={form}
      back={customersLink}
      actions={
        <PageButton
          page={pages.excludeBrands}
          link={{ params: { userId: undefined } as never }}
          Icon={IconUserSearch}
        >
          {t('panel.brands.otherCustomer')}
        </PageButton>
      }
    >
      <Text mb="md">
        {mayEdit ? (
          <Link to="/customer/edit/$id" params={{ id: customer.id }}>
            {name}
          </Link>
        ) : (
          name
        )}{' '}
        <bdi className={classes.soft}>{customer.currAccCode}</bdi>
      </Text>
      <FormSection title={t('panel.brands.title')} description={t('panel.brands.text')} columns={1}>
        {brands.length === 0 ? (
          <Text size="sm">{t('panel.brands.empty')}</Text>
        ) : (
          <BrandPicker
            brands={brands}
            chosen={form.values.brandIds}
            onChange={(brandIds) => form.set('brandIds', brandIds)}
          />
        )}
      </FormSection>
    </FormPage>
  )
}

type BrandPickerProps = { brands: BrandRow[]; chosen: string[]; onChange: (brandIds: string[]) => void }

function BrandPicker({ brands, chosen, onChange }: BrandPickerProps) {
  const [text, setText] = useState('')
  const hidden = new Set(chosen)
  const visible = brands.filter((brand) => fold(brand.brandName).includes(fold(text.trim())))
  const isFiltered = visible.length < brands.length
  /** Leaves brands outside the search unchanged. */
  const setVisible = (isHidden: (brandId: string) => boolean) => {
    const next = new Set(chosen)
    for (const { brandId } of visible) {
      if (isHidden(brandId)) next.add(brandId)
      else next.delete(brandId)
    }
    onChange(inBrandOrder(brands, next))
  }
  const handlers = useStableHandlers({
    toggle: (brandId: string) => {
      const next = new Set(chosen)
      if (!next.delete(brandId)) next.add(brandId)
      onChange(inBrandOrder(brands, next))
    },
  })
  return (
    <div>
      <Group align="flex-end" gap="sm" mb="xs">
        <FormSearch label={t('panel.brands.search')} text={text} onChange={setText} />
        <Group gap="xs">
          <Button variant="default" onClick={() => setVisible(() => true)}>
            {t('panel.brands.all')}
          </Button>
          <Button variant="default" onClick={() => setVisible(() => false)}>
            {t('panel.brands.none')}
          </Button>
          <Button variant="default" onClick={() => setVisible((brandId) => !hidden.has(brandId))}>
            {t('panel.brands.invert')}
          </Button>
        </Group>
      </Group>
      <Group justify="space-between" mb="sm">
        <Text size="sm" fw={600} aria-live="polite">
          {t('panel.brands.counter', { hidden: hidden.size, total: brands.length })}
        </Text>
        {isFiltered && (
          <Text size="sm" c="var(--ink-soft)">
            {visible.length === 0
              ? t('list.nothingFound')
              : t('panel.brands.onlyShown', { count: visible.length })}
          </Text>
        )}
      </Group>
      <ul className={classes.grid} aria-label={t('home.brands')}>
        {visible.map((brand) => (
          <BrandTile
            key={brand.brandId}
            brand={brand}
            isHidden={hidden.has(brand.brandId)}
            onToggle={handlers.toggle}
          />
        ))}
      </ul>
    </div>
  )
}

type TileProps = { brand: BrandRow; isHidden: boolean; onToggle: (brandId: string) => void }

function Tile({ brand, isHidden, onToggle }: TileProps) {
  const { brandId, brandName, image, productCount, isActive } = brand
  return (
    <li>
      <label className={classes.tile} data-hidden={isHidden}>
        <input
          type="checkbox"
          className={classes.box}
          checked={isHidden}
          onChange={() => onToggle(brandId)}
        />
        <span className={classes.picture}>
          {image ? (
            <img src={image} alt="" loading="lazy" decoding="async" />
          ) : (
            <IconPhotoOff size={20} aria-hidden />
          )}
        </span>
        <span className={classes.name}>
          {brandName}
          <span className={classes.soft}>
            {t('home.productCount', { count: productCount })}
            {!isActive && ` · ${t('panel.brands.inactive')}`}
          </span>
        </span>
        {isHidden && <IconEyeOff size={18} aria-hidden className={classes.mark} />}
      </label>
    </li>
  )
}

const BrandTile = memo(Tile)
