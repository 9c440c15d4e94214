import { Badge, Switch } from '@mantine/core'
import { IconCopy, IconExternalLink, IconFileTypePdf, IconPlus, IconTable } from '@tabler/icons-react'
import { type LinkProps } from '@tanstack/react-router'
import { pages } from '#shared/pages.ts'
import type { ProductRow } from '#shared/productLists.ts'
import { api } from '#web/api.ts'
import { formatCount, formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { Money } from '#web/ui/Money.tsx'
import { ProductPhoto } from '#web/ui/ProductPhoto.tsx'
import { useMayOpen } from '../../access.ts'
import type { Column } from '../../list/DataTable.tsx'
import { createFixedExporter } from '../../list/exporters.ts'
import { ListPage } from '../../list/ListPage.tsx'
import { toCall } from '../../list/listSearch.ts'
import { RowAction, RowActions } from '../../list/removal.tsx'
import { useList } from '../../list/useList.ts'
import { PageButton } from '../../PageButton.tsx'
import { readSheetSearch } from '../sheet/sheetSearch.ts'
import { useBulkActions } from './BulkActions.tsx'
import classes from './ProductListPage.module.css'
import { useProductFilters } from './productFilters.ts'
import { type ProductSort, productList } from './productSearch.ts'
import { useProductChange } from './useProductChange.ts'

const nameOf = ({ itemCode, colorCode, colorDescription }: ProductRow) =>
  [itemCode, colorDescription || colorCode].filter(Boolean).join(' ')

const columns: Column<ProductRow, ProductSort>[] = [
  { name: t('product.itemCode'), sort: 'itemCode', cell: (row) => <Codes row={row} /> },
  { name: t('panel.product.name'), sort: 'itemDescription', cell: (row) => <Names row={row} /> },
  { name: t('product.brand'), sort: 'brandName', cell: (row) => row.brandName },
  { name: t('product.category'), sort: 'categoryName', cell: (row) => row.categoryName },
  { key: 'sizes', name: t('product.sizes'), cell: (row) => <Sizes row={row} /> },
  { key: 'prices', name: t('panel.product.price'), isNumber: true, cell: (row) => <Prices row={row} /> },
  {
    key: 'inventory',
    name: t('panel.product.stock'),
    isNumber: true,
    cell: (row) => <bdi className="number">{formatCount(row.inventory)}</bdi>,
  },
  { key: 'isActive', name: t('panel.product.isActive'), cell: (row) => <State row={row} /> },
  {
    name: t('panel.product.changedAt'),
    sort: 'updatedDate',
    isOptional: true,
    cell: (row) => <time dateTime={row.updatedDate}>{formatDateTime(row.updatedDate)}</time>,
  },
]

export function ProductListPage() {
  const list = useList({
    savedAs: 'products',
    definition: productList,
    queryKey: ['products'],
    load: (request, options) => api.post('/api/Shop/GetProducts', toCall(request), options),
  })
  const mayEdit = useMayOpen(pages.productEdit)
  const { actions, dialog } = useBulkActions(list.search)
  return (
    <>
      <ListPage
        title={t('panel.products')}
        list={list}
        total={(count) => t('panel.product.total', { count })}
        empty={{ title: t('panel.product.emptyTitle'), text: t('panel.product.emptyText') }}
        actions={
          <>
            <PageButton page={pages.imagesPdf} Icon={IconFileTypePdf} />
            <PageButton
              page={pages.productSheet}
              link={{ search: readSheetSearch(list.search) as never }}
              Icon={IconTable}
            >
              {t('panel.sheet.open')}
            </PageButton>
            <PageButton page={pages.productCreate} Icon={IconPlus} isMain />
          </>
        }
        search={t('panel.product.search')}
        filters={useProductFilters(['active', 'inactive', 'deleted'])}
        columns={columns}
        rowLink={(row) => (mayEdit ? linkOf(row) : undefined)}
        rowActions={rowActions}
        bulkActions={actions.length > 0 ? actions : undefined}
        exporter={
          mayEdit ? createFixedExporter('/api/Shop/ExportProducts', toCall(list.criteria)) : undefined
        }
      />
      {dialog}
    </>
  )
}

const linkOf = ({ itemCode, colorCode }: ProductRow): LinkProps => ({
  to: '/panel-urunler/edit/$itemCode',
  params: { itemCode },
  ...(colorCode ? { search: { color: colorCode } } : {}),
})

function Codes({ row }: { row: ProductRow }) {
  const images = row.image ? [row.image] : []
  return (
    <span className={classes.codes}>
      <span className={classes.photo}>
        <ProductPhoto of={{ ...row, images }} />
      </span>
      <span>
        <bdi className={classes.code}>{row.itemCode}</bdi>
        {row.colorCode && <bdi className={classes.small}>{row.colorCode}</bdi>}
      </span>
    </span>
  )
}

function Names({ row }: { row: ProductRow }) {
  return (
    <span className={classes.lines}>
      <bdi>{row.itemDescription}</bdi>
      <span className={classes.small}>
        <bdi>{row.colorDescription}</bdi>
        {row.colors > 1 && ` · ${t('panel.product.colors', { count: row.colors })}`}
      </span>
    </span>
  )
}

function Sizes({ row: { sizes, lots } }: { row: ProductRow }) {
  if (sizes + lots === 0) return '–'
  return (
    <span className={`${classes.lines} ${classes.whole}`}>
      {sizes > 0 && <span>{t('panel.product.sizeCount', { count: sizes })}</span>}
      {lots > 0 && <span>{t('panel.product.lotCount', { count: lots })}</span>}
    </span>
  )
}

/** Lowest to highest, in the company's own price group. */
function Prices({ row: { prices, unpriced } }: { row: ProductRow }) {
  return (
    <span className={classes.lines}>
      {prices.map(({ currencyCode, min, max }) => (
        <span key={currencyCode} className={classes.whole}>
          <Money amount={min} currency={currencyCode} />
          {max > min && (
            <>
              {' – '}
              <Money amount={max} currency={currencyCode} />
            </>
          )}
        </span>
      ))}
      {unpriced > 0 && (
        <span className={classes.warning}>{t('panel.product.unpriced', { count: unpriced })}</span>
      )}
    </span>
  )
}

function State({ row }: { row: ProductRow }) {
  const mayEdit = useMayOpen(pages.productEdit)
  const name = nameOf(row)
  const { show } = useProductChange(row, name)
  if (row.isDeleted) {
    return (
      <Badge variant="light" color="gray">
        {t('panel.product.state.deleted')}
      </Badge>
    )
  }
  if (!mayEdit) return t(row.isActive ? 'panel.product.state.active' : 'panel.product.state.inactive')
  return (
    <Switch
      className={classes.switch}
      aria-label={t('panel.product.activeName', { name })}
      checked={row.isActive}
      onChange={(event) => show(event.currentTarget.checked)}
    />
  )
}

const rowActions = (row: ProductRow) => <Actions row={row} />

function Actions({ row }: { row: ProductRow }) {
  const name = nameOf(row)
  const removal = useProductChange(row, name)
  const mayEdit = useMayOpen(pages.productEdit)
  const color = row.colorCode ? `?color=${encodeURIComponent(row.colorCode)}` : ''
  return (
    <RowActions name={name} isDeleted={row.isDeleted} removal={mayEdit ? removal : undefined}>
      <RowAction
        Icon={IconExternalLink}
        label={t('panel.product.openInShop', { name })}
        link={{ href: `/shop/items/${encodeURIComponent(row.itemCode)}${color}`, target: '_blank' }}
      />
      {mayEdit && (
        <RowAction
          Icon={IconCopy}
          label={t('panel.product.copyName', { name: row.itemCode })}
          link={{ to: '/panel-urunler/create', search: { from: row.itemCode } }}
        />
      )}
    </RowActions>
  )
}
