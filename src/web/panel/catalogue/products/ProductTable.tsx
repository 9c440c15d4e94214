import { ActionIcon, Badge, Button, Switch } from '@mantine/core'
import { IconArrowBackUp, IconCopy, IconExternalLink, IconTrash } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { pages } from '#shared/pages.ts'
import type { ProductRow } from '#shared/productLists.ts'
import { formatCount, formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { Money } from '#web/ui/Money.tsx'
import { ProductPhoto } from '#web/ui/ProductPhoto.tsx'
import { useMayOpen } from '../../access.ts'
import type { Exporter } from '../../list/bulk.ts'
import { type Column, DataTable } from '../../list/DataTable.tsx'
import { focusAfter } from '../../list/focusAfter.ts'
import type { useList } from '../../list/useList.ts'
import type { Selection } from '../../list/useSelection.ts'
import { useBulkActions } from './BulkActions.tsx'
import classes from './ProductTable.module.css'
import type { ProductSort, productList } from './productSearch.ts'
import { useProductChange } from './useProductChange.ts'

type ProductList = ReturnType<typeof useList<typeof productList, ProductRow>>

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

type Props = {
  list: ProductList
  rows: ProductRow[]
  selection: Selection<ProductRow>
  /** Absent without permission to edit products. */
  exporter: Exporter | undefined
}

export function ProductTable({ list, rows, selection, exporter }: Props) {
  const mayEdit = useMayOpen(pages.productEdit)
  const { actions, dialog } = useBulkActions(list.search)
  return (
    <>
      <DataTable
        label={t('panel.products')}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        rowLink={(row) => (mayEdit ? linkOf(row) : undefined)}
        rowActions={rowActions}
        sorting={list.sorting}
        list={list}
        columnsName="products"
        {...(actions.length > 0 ? { selection } : {})}
        bulkActions={actions}
        {...(exporter ? { exporter } : {})}
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
  const { remove, restore, isBusy } = useProductChange(row, name)
  const mayEdit = useMayOpen(pages.productEdit)
  if (row.isDeleted) {
    return (
      mayEdit && (
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={18} aria-hidden />}
          aria-label={t('panel.person.restoreName', { name })}
          aria-busy={isBusy}
          onClick={({ currentTarget }) => {
            const next = focusAfter(currentTarget)
            restore(() => next?.focus())
          }}
        >
          {t('panel.person.restore')}
        </Button>
      )
    )
  }
  const color = row.colorCode ? `?color=${encodeURIComponent(row.colorCode)}` : ''
  return (
    <>
      <ActionIcon
        {...iconButtonProps(t('panel.product.openInShop', { name }))}
        component="a"
        href={`/shop/items/${encodeURIComponent(row.itemCode)}${color}`}
        target="_blank"
      >
        <IconExternalLink size={18} aria-hidden />
      </ActionIcon>
      {mayEdit && (
        <>
          <ActionIcon
            {...iconButtonProps(t('panel.product.copyName', { name: row.itemCode }))}
            renderRoot={(props) => (
              <Link to="/panel-urunler/create" search={{ from: row.itemCode }} {...props} />
            )}
          >
            <IconCopy size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon
            {...iconButtonProps(t('panel.person.deleteName', { name }))}
            color="red"
            aria-busy={isBusy}
            onClick={({ currentTarget }) => {
              const next = focusAfter(currentTarget)
              remove(() => next?.focus())
            }}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </>
      )}
    </>
  )
}

const iconButtonProps = (name: string) => ({
  variant: 'subtle',
  size: 36,
  className: classes.action,
  'aria-label': name,
  title: name,
})
