import { Button, Group, Text } from '@mantine/core'
import { IconChevronRight, IconEyeOff, IconPhotoOff, IconUserSearch } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { memo, useState } from 'react'
import type { BrandRow } from '#shared/catalogue/brands.ts'
import { type Account, type AccountRow, postExcludeBrands } from '#shared/customers/customers.ts'
import { pages } from '#shared/pages.ts'
import { textMatcher } from '#shared/text/textMatch.ts'
import { api, CallFailed } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { fetchBrands } from '../catalogue/brands/brandCalls.ts'
import { FormPage, FormSection } from '../form/FormPage.tsx'
import { FormSearch } from '../form/FormSearch.tsx'
import { useRecordForm } from '../form/useRecordForm.ts'
import { useRecordQuery } from '../form/useRecordQuery.ts'
import { Hint } from '../Hint.tsx'
import { Loaded, RecordPage } from '../Loaded.tsx'
import { SearchField } from '../list/FilterBar.tsx'
import { PageButton } from '../PageButton.tsx'
import { PageHead } from '../PageHead.tsx'
import { PageLink } from '../PageLink.tsx'
import { refetch } from '../refetch.ts'
import { usePageParams, usePageTitle } from '../shell/pageAddress.ts'
import { useCall } from '../useCall.ts'
import classes from './Brands.module.css'
import { customersLink, DeletedCustomer } from './CustomerTitle.tsx'
import { getCustomer } from './customerDraft.ts'
import { useStableHandlers } from './useStableHandlers.ts'

export function ExcludeBrandsPage() {
  const { userId } = usePageParams()
  return userId ? <CustomerBrands key={userId} userId={userId} /> : <CustomerChooser />
}

function CustomerBrands({ userId }: { userId: string }) {
  const choice = useRecordQuery(['customer', 'brands', userId], async (options) => ({
    data: await fetchBrandChoice(userId, options),
  }))
  const { data } = choice
  usePageTitle(data && `${t('panel.excludeBrands')}: ${data.customer.currAccDescription}`)
  return (
    <RecordPage title={t('panel.excludeBrands')} back={customersLink} query={choice} height={600}>
      {({ customer, ...brands }) =>
        customer.isDeleted ? (
          <DeletedCustomer account={customer} />
        ) : (
          <BrandChoiceForm customer={customer} {...brands} />
        )
      }
    </RecordPage>
  )
}

/** Ticked brands are hidden from the customer. */
function BrandChoiceForm({ customer, brands, excluded }: BrandChoice) {
  const form = useRecordForm({
    schema: postExcludeBrands.input,
    initial: { userId: customer.id, brandIds: excluded },
    save: (values) => api.post('/api/Shop/PostExcludeBrands', values),
    onSaved: () => void refetch('customers'),
  })
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
        <PageLink page={pages.customerEdit} link={{ params: { id: customer.id } as never }}>
          {customer.currAccDescription}
        </PageLink>{' '}
        <bdi className="soft">{customer.currAccCode}</bdi>
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
  const isFound = textMatcher(text)
  const visible = brands.filter((brand) => isFound(brand.brandName))
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
          <Hint>
            {visible.length === 0
              ? t('list.nothingFound')
              : t('panel.brands.onlyShown', { count: visible.length })}
          </Hint>
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
          <span className="soft">
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

/** Picks the customer whose brands are edited. */
function CustomerChooser() {
  const [search, setSearch] = useState<string>()
  const customers = useCall(
    ['customers', 'choice', search],
    (options) => api.post('/api/Account/GetCustomerList', { search, limit: 50 }, options),
    {
      placeholderData: keepPreviousData,
    },
  )
  return (
    <div className={classes.page}>
      <PageHead title={t('panel.excludeBrands')} text={t('panel.brands.chooseCustomer')} />
      <SearchField label={t('panel.customer.search')} value={search} onChange={setSearch} />
      <Loaded query={customers} height={420}>
        {(found) => <CustomerResults {...found} isSearched={search !== undefined} />}
      </Loaded>
    </div>
  )
}

function CustomerResults({
  items,
  total,
  isSearched,
}: {
  items: AccountRow[]
  total: number
  isSearched: boolean
}) {
  if (items.length === 0) {
    return (
      <Empty title={t('panel.customer.emptyTitle')}>
        {isSearched ? t('panel.list.nothingMatches') : t('panel.customer.emptyText')}
      </Empty>
    )
  }
  return (
    <>
      <ul className={classes.list}>
        {items.map((customer) => (
          <li key={customer.id}>
            <Link
              to="/customer/exclude-brands/{-$userId}"
              params={{ userId: customer.id }}
              className={classes.customer}
            >
              <span className={classes.customerName}>
                {customer.currAccDescription} <bdi className="soft">{customer.currAccCode}</bdi>
              </span>
              <span className="soft">
                {t('panel.customer.excludedBrands', { count: customer.excludedBrands })}
              </span>
              <IconChevronRight size={18} aria-hidden className={classes.arrow} />
            </Link>
          </li>
        ))}
      </ul>
      {total > items.length && (
        <Hint mt="sm">{t('panel.brands.moreCustomers', { shown: items.length, total })}</Hint>
      )}
    </>
  )
}

type Options = { signal: AbortSignal }
type BrandChoice = { customer: Account; brands: BrandRow[]; excluded: string[] }

/** All brands and a customer's hidden ones. `userId` is the id of the customer or of one of their users. */
async function fetchBrandChoice(userId: string, options: Options): Promise<BrandChoice> {
  const customer = await fetchCustomerOf(userId, options)
  if (customer.isDeleted) return { customer, brands: [], excluded: [] }
  const [brands, excluded] = await Promise.all([
    fetchBrands(options, 'brandName'),
    api.get('/api/Shop/GetExcludeBrands', { userId: customer.id }, options),
  ])
  // In brand order, so that ticking and unticking does not count as a change.
  return { customer, brands, excluded: inBrandOrder(brands, new Set(excluded.data)) }
}

function inBrandOrder(brands: BrandRow[], chosen: ReadonlySet<string>): string[] {
  return brands.flatMap(({ brandId }) => (chosen.has(brandId) ? [brandId] : []))
}

async function fetchCustomerOf(userId: string, options: Options): Promise<Account> {
  try {
    return (await getCustomer(userId, options)).data
  } catch (error) {
    if (!(error instanceof CallFailed) || error.code !== 'notFound') throw error
    const { data: user } = await api.get('/api/Account/GetSystemUserById', { id: userId }, options)
    if (!user.currAccCode) throw error
    return (await getCustomer(user.currAccCode, options)).data
  }
}
