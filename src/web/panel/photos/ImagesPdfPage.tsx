import { Button, Select, SimpleGrid, Switch, Text, TextInput, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconFileTypePdf } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import {
  type CatalogueLayout,
  catalogueLayouts,
  catalogueSections,
  maxCatalogueProducts,
} from '#shared/photoLayouts.ts'
import { api } from '#web/api.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { Failure } from '#web/ui/Failure.tsx'
import {
  useBrandOptions,
  useCategoryOptions,
  useProductChoices,
} from '../catalogue/products/productChoices.ts'
import { FormSection } from '../form/FormSection.tsx'
import { IconButton } from '../IconButton.tsx'
import { refetch } from '../refetch.ts'
import { CatalogueList, cataloguesQueryKey } from './CatalogueList.tsx'
import { filterOf, setChoice, useCatalogueChoice } from './catalogueChoice.ts'
import classes from './ImagesPdf.module.css'
import { ManySelect } from './ManySelect.tsx'
import { ProductSelect } from './ProductSelect.tsx'

/** Makes a PDF catalogue of chosen products. */
export function ImagesPdfPage() {
  const choice = useCatalogueChoice()
  const [filter] = useDebouncedValue(filterOf(choice), 300)
  const counted = useQuery({
    queryKey: ['catalogueProducts', filter],
    queryFn: async ({ signal }) =>
      (await api.post('/api/Shop/CountCatalogueProducts', filter, { signal })).data,
    placeholderData: keepPreviousData,
  })
  const start = useMutation({
    mutationFn: () => {
      const { title, perPage, sections, withCover, priceGroup } = choice
      const layout = { title, perPage, sections, withCover }
      const request = { ...filterOf(choice), ...layout, ...(priceGroup ? { priceGroup } : {}) }
      return api.post('/api/Shop/StartPhotoCatalogue', request)
    },
    onSettled: () => refetch(cataloguesQueryKey),
  })
  const products = counted.data?.products ?? 0
  const canStart = products > 0 && products <= maxCatalogueProducts
  return (
    <div className={classes.page}>
      <Title order={1} size="h3" mb="md">
        {t('panel.imagesPdf')}
      </Title>
      <ProductSection />
      <LayoutSection />
      <div className={classes.begin}>
        <IconButton
          Icon={IconFileTypePdf}
          variant="filled"
          aria-disabled={!canStart || start.isPending}
          data-disabled={!canStart}
          loading={start.isPending}
          onClick={() => canStart && start.mutate()}
        >
          {t('panel.catalogue.make')}
        </IconButton>
        <Text size="sm" c="var(--ink-soft)" role="status" aria-busy={counted.isPlaceholderData}>
          {counted.data && countText(counted.data, choice.onlyWithPhoto)}
        </Text>
      </div>
      {(start.error ?? counted.error) && <Failure error={start.error ?? counted.error} />}
      <CatalogueList />
    </div>
  )
}

function countText(counted: { products: number; withoutPhoto: number }, onlyWithPhoto: boolean): string {
  const { products, withoutPhoto } = counted
  if (products > maxCatalogueProducts) {
    return t('panel.catalogue.tooMany', {
      count: formatCount(products),
      limit: formatCount(maxCatalogueProducts),
    })
  }
  const all = t('panel.catalogue.products', { count: products })
  if (withoutPhoto === 0) return all
  const key = onlyWithPhoto ? 'panel.catalogue.leftOut' : 'panel.catalogue.withoutPhoto'
  return `${all} · ${t(key, { count: withoutPhoto })}`
}

function ProductSection() {
  const choice = useCatalogueChoice()
  return (
    <FormSection title={t('panel.catalogue.which')} description={t('panel.catalogue.whichText')}>
      <ManySelect
        label={t('product.brand')}
        data={useBrandOptions()}
        value={choice.brandIds}
        onChange={(brandIds) => setChoice({ brandIds })}
      />
      <ManySelect
        label={t('product.category')}
        data={useCategoryOptions()}
        value={choice.categoryIds}
        onChange={(categoryIds) => setChoice({ categoryIds })}
      />
      <TextInput
        type="search"
        label={t('panel.photos.findProduct')}
        maxLength={100}
        value={choice.search}
        onChange={({ currentTarget }) => setChoice({ search: currentTarget.value })}
      />
      {choice.isTicked ? (
        <TickedProducts count={choice.products.length} />
      ) : (
        <ProductSelect value={choice.products} onChange={(products) => setChoice({ products })} />
      )}
      <ChoiceSwitch
        label={t('panel.catalogue.onlyWithPhoto')}
        checked={choice.onlyWithPhoto}
        onChange={({ currentTarget }) => setChoice({ onlyWithPhoto: currentTarget.checked })}
      />
      <ChoiceSwitch
        label={t('panel.catalogue.onlyInStock')}
        checked={choice.onlyInStock}
        onChange={({ currentTarget }) => setChoice({ onlyInStock: currentTarget.checked })}
      />
    </FormSection>
  )
}

/** Too many products to list. */
function TickedProducts({ count }: { count: number }) {
  return (
    <div className={classes.ticked}>
      <span>{t('panel.catalogue.chosen', { count })}</span>
      <Button variant="default" onClick={() => setChoice({ products: [], isTicked: false })}>
        {t('panel.catalogue.forgetChosen')}
      </Button>
    </div>
  )
}

const ChoiceSwitch = (props: ComponentProps<typeof Switch>) => (
  <Switch className={classes.tick ?? ''} {...props} />
)

function LayoutSection() {
  const choice = useCatalogueChoice()
  const priceGroups = useProductChoices()?.priceGroups ?? []
  return (
    <FormSection title={t('panel.catalogue.how')} columns={1}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <TextInput
          label={t('panel.catalogue.title')}
          maxLength={100}
          value={choice.title}
          onChange={({ currentTarget }) => setChoice({ title: currentTarget.value })}
        />
        <Select
          label={t('panel.catalogue.perPage')}
          allowDeselect={false}
          data={catalogueLayouts.map((layout) => ({ value: String(layout), label: layoutName(layout) }))}
          value={String(choice.perPage)}
          onChange={(value) =>
            setChoice({
              perPage: catalogueLayouts.find((layout) => String(layout) === value) ?? choice.perPage,
            })
          }
        />
        <Select
          label={t('panel.catalogue.sections')}
          allowDeselect={false}
          data={catalogueSections.map((value) => ({ value, label: t(`panel.catalogue.sections.${value}`) }))}
          value={choice.sections}
          onChange={(value) =>
            setChoice({
              sections: catalogueSections.find((candidate) => candidate === value) ?? choice.sections,
            })
          }
        />
        <Select
          label={t('panel.catalogue.prices')}
          placeholder={t('panel.catalogue.noPrices')}
          clearable
          data={priceGroups.map(({ priceGroup, currencyCode }) => ({
            value: priceGroup,
            label: `${priceGroup} (${currencyCode})`,
          }))}
          value={choice.priceGroup}
          onChange={(priceGroup) => setChoice({ priceGroup })}
        />
        <ChoiceSwitch
          label={t('panel.catalogue.cover')}
          checked={choice.withCover}
          onChange={({ currentTarget }) => setChoice({ withCover: currentTarget.checked })}
        />
      </SimpleGrid>
    </FormSection>
  )
}

/** The last layout is a list. */
const layoutName = (layout: CatalogueLayout) =>
  layout === catalogueLayouts.at(-1)
    ? t('panel.catalogue.listLayout', { count: formatCount(layout) })
    : formatCount(layout)
