import { Button, MultiSelect, Select, SimpleGrid, Switch, TextInput, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconFileTypePdf } from '@tabler/icons-react'
import { keepPreviousData, useMutation } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import type { PhotoCatalogue } from '#shared/photos/photoCatalogues.ts'
import {
  type CatalogueLayout,
  catalogueLayouts,
  catalogueSections,
  maxCatalogueProducts,
} from '#shared/photos/photoLayouts.ts'
import type { PhotoProduct } from '#shared/photos/photos.ts'
import { api } from '#web/api.ts'
import { formatCount, formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { Failure } from '#web/ui/Failure.tsx'
import {
  useBrandOptions,
  useCategoryOptions,
  useProductChoices,
} from '../catalogue/products/productChoices.ts'
import { FormSection } from '../form/FormPage.tsx'
import { Hint } from '../Hint.tsx'
import { IconButton } from '../IconButton.tsx'
import { MadeFile } from '../MadeFile.tsx'
import { PageHead } from '../PageHead.tsx'
import { refetch } from '../refetch.ts'
import { useCall } from '../useCall.ts'
import { filterOf, productKey, setChoice, useCatalogueChoice } from './catalogueChoice.ts'
import classes from './ImagesPdf.module.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'

/** Makes a PDF catalogue of chosen products. */
export function ImagesPdfPage() {
  const choice = useCatalogueChoice()
  const [filter] = useDebouncedValue(filterOf(choice), 300)
  const counted = useCall(
    ['catalogueProducts', filter],
    (options) => api.post('/api/Shop/CountCatalogueProducts', filter, options),
    {
      placeholderData: keepPreviousData,
    },
  )
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
      <PageHead title={t('panel.imagesPdf')} />
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
        <Hint role="status" aria-busy={counted.isPlaceholderData}>
          {counted.data && countText(counted.data, choice.onlyWithPhoto)}
        </Hint>
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

const cataloguesQueryKey = ['photoCatalogues']
const pollIntervalMs = 1000

/** The user's catalogues, kept for a day. */
function CatalogueList() {
  const query = useCall(
    cataloguesQueryKey,
    (options) => api.get('/api/Shop/GetPhotoCatalogues', {}, options),
    {
      staleTime: 0,
      refetchInterval: ({ state }) =>
        state.data?.some((catalogue) => catalogue.state === 'drawing') ? pollIntervalMs : false,
    },
  )
  const catalogues = query.data ?? []
  if (query.error) return <Failure error={query.error} onRetry={() => void query.refetch()} />
  if (catalogues.length === 0) return null
  return (
    <section className={classes.made} aria-labelledby="catalogues">
      <Title order={2} size="h5" id="catalogues">
        {t('panel.catalogue.made')}
      </Title>
      <Hint>{t('panel.catalogue.madeText')}</Hint>
      <ul>
        {catalogues.map((catalogue) => (
          <CatalogueRow key={catalogue.id} catalogue={catalogue} />
        ))}
      </ul>
    </section>
  )
}

type RowProps = { catalogue: PhotoCatalogue }

function CatalogueRow({ catalogue: { id, fileName, state, products, done, createdAt } }: RowProps) {
  const isDrawing = state === 'drawing'
  return (
    <li>
      <MadeFile
        fileName={fileName}
        state={isDrawing ? 'making' : state}
        done={done}
        total={products}
        about={
          <Hint>
            {formatDateTime(createdAt)} · {t('panel.catalogue.products', { count: products })}
          </Hint>
        }
        texts={{
          making: t('panel.catalogue.drawing', { file: fileName }),
          failed: t('panel.catalogue.failed'),
          download: t('panel.catalogue.download'),
          remove: t(isDrawing ? 'panel.catalogue.giveUp' : 'panel.photos.deleteOne', { file: fileName }),
        }}
        download={() => api.download('/api/Shop/GetPhotoCatalogue', { id })}
        remove={() => api.post('/api/Shop/DeletePhotoCatalogue', { id })}
        queryKey={cataloguesQueryKey}
      />
    </li>
  )
}

type ManySelectProps = {
  label: string
  data: { value: string; label: string }[]
  value: string[]
  onChange: (value: string[]) => void
}

/** No choice means all. */
function ManySelect({ value, ...props }: ManySelectProps) {
  return (
    <MultiSelect
      searchable
      clearable
      placeholder={value.length === 0 ? t('list.all') : ''}
      nothingFoundMessage={t('list.nothingFound')}
      value={value}
      {...props}
    />
  )
}

type ProductSelectProps = { value: string[]; onChange: (value: string[]) => void }

/** Values are from productKey. */
function ProductSelect({ value, onChange }: ProductSelectProps) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 250)
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map())
  const results = useCall(
    ['photoProducts', search],
    (options) => api.post('/api/Shop/FindPhotoProducts', { search, limit: 30 }, options),
    {
      placeholderData: keepPreviousData,
    },
  )
  const foundOptions = new Map((results.data ?? []).map((product) => [productKey(product), nameOf(product)]))
  const chosenOptions = value
    .filter((key) => !foundOptions.has(key))
    .map((key) => [key, chosen.get(key) ?? key] as const)
  return (
    <MultiSelect
      label={t('panel.catalogue.certain')}
      placeholder={value.length === 0 ? t('list.all') : ''}
      searchable
      clearable
      // The server also matches text that labels do not show.
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={t('list.nothingFound')}
      data={[...foundOptions, ...chosenOptions].map(([key, label]) => ({ value: key, label }))}
      value={value}
      onChange={(next) => {
        setChosen(new Map([...chosen, ...foundOptions]))
        onChange(next)
      }}
    />
  )
}

const nameOf = ({ itemCode, colorCode, colorDescription, itemDescription }: PhotoProduct) =>
  [itemCode, colorDescription || colorCode, itemDescription].filter(Boolean).join(' · ')
