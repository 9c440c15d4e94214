import { Badge, Switch } from '@mantine/core'
import {
  IconCategory,
  IconCopy,
  IconExternalLink,
  IconEye,
  IconEyeOff,
  IconFileTypePdf,
  IconPlus,
  IconTable,
  IconTags,
} from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { ProductRow } from '#shared/catalogue/productLists.ts'
import { pages } from '#shared/pages.ts'
import { api } from '#web/api.ts'
import { formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { Money } from '#web/ui/Money.tsx'
import { ProductPhoto } from '#web/ui/ProductPhoto.tsx'
import { useMayOpen } from '../../access.ts'
import { inParts } from '../../inParts.ts'
import { notInState } from '../../list/bulk.ts'
import type { Column } from '../../list/DataTable.tsx'
import { createFixedExporter } from '../../list/exporters.ts'
import { ListPage } from '../../list/ListPage.tsx'
import { type ListSearch, toCall } from '../../list/listSearch.ts'
import { bulkDelete, RowAction, RowActions } from '../../list/removal.tsx'
import type { BulkAction } from '../../list/SelectionBar.tsx'
import { useList } from '../../list/useList.ts'
import { PageButton } from '../../PageButton.tsx'
import { chooseMatching, chooseTicked } from '../../photos/catalogueChoice.ts'
import { refetch } from '../../refetch.ts'
import { usePageNavigate } from '../../shell/pageAddress.ts'
import { useBusy } from '../../useBusy.ts'
import { SelectDialog } from '../SelectDialog.tsx'
import { maxTickedProducts, readSheetSearch, type SheetSearch, storeTicked } from '../sheet/sheetSearch.ts'
import { undoChangeSets } from '../undoChangeSets.ts'
import classes from './ProductListPage.module.css'
import { useBrandOptions, useCategoryOptions, useProductFilters } from './productChoices.ts'
import { type ProductSort, productList } from './productSearch.ts'

const nameOf = ({ itemCode, colorCode, colorDescription }: ProductRow) =>
  [itemCode, colorDescription || colorCode].filter(Boolean).join(' ')

const columns: Column<ProductRow, ProductSort>[] = [
  { name: t('product.itemCode'), sort: 'itemCode', cell: (row) => <Codes row={row} /> },
  {
    name: t('panel.product.name'),
    sort: 'itemDescription',
    isWide: true,
    cell: (row) => <Names row={row} />,
  },
  { name: t('product.brand'), sort: 'brandName', cell: (row) => row.brandName },
  { name: t('product.category'), sort: 'categoryName', cell: (row) => row.categoryName },
  { key: 'sizes', name: t('product.sizes'), cell: (row) => <Sizes row={row} /> },
  {
    key: 'prices',
    name: `${t('panel.product.price')} · ${t('tax.without')}`,
    isNumber: true,
    cell: (row) => <Prices row={row} />,
  },
  { key: 'inventory', name: t('panel.product.stock'), isNumber: true, cell: (row) => row.inventory },
  { key: 'isActive', name: t('panel.product.isActive'), cell: (row) => <State row={row} /> },
  {
    name: t('panel.product.changedAt'),
    sort: 'updatedDate',
    isNamed: true,
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
    return <Badge color="gray">{t('panel.product.state.deleted')}</Badge>
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

type Search = ListSearch<typeof productList>
type Field = 'brandId' | 'categoryId'
/** An open dialog; its action waits for `end`, false if cancelled. */
type PendingChoice = { field: Field; rows: ProductRow[]; resolve: (outcome: false | Promise<void>) => void }

const whyDeleted = (row: ProductRow) =>
  row.isDeleted ? notInState(t('panel.product.state.deleted')) : undefined
const whyHidden = (row: ProductRow) =>
  row.isActive ? undefined : notInState(t('panel.product.state.inactive'))

function useBulkActions(search: Search): { actions: BulkAction<ProductRow>[]; dialog: ReactNode } {
  const mayEdit = useMayOpen(pages.productEdit)
  const change = useProductsChange()
  const catalogue = useCatalogueAction(search)
  const sheet = useSheetAction(search)
  const [pendingChoice, setPendingChoice] = useState<PendingChoice>()
  const message = (rows: ProductRow[]) => t('panel.product.changedCount', { count: rows.length })
  const askFor = (field: Field) => (rows: ProductRow[]) =>
    new Promise<unknown>((resolve) => setPendingChoice({ field, rows, resolve }))
  const actions: BulkAction<ProductRow>[] = [
    {
      label: t('panel.product.show'),
      icon: <IconEye size={18} aria-hidden />,
      whyNot: (row) =>
        whyDeleted(row) ?? (row.isActive ? notInState(t('panel.product.state.active')) : undefined),
      run: (rows) => change(rows, { isActive: true }, message(rows)),
    },
    {
      label: t('panel.product.hide'),
      icon: <IconEyeOff size={18} aria-hidden />,
      whyNot: (row) => whyDeleted(row) ?? whyHidden(row),
      run: (rows) => change(rows, { isActive: false }, message(rows)),
    },
    {
      label: t('panel.product.giveBrand'),
      icon: <IconTags size={18} aria-hidden />,
      whyNot: whyDeleted,
      run: askFor('brandId'),
    },
    {
      label: t('panel.product.giveCategory'),
      icon: <IconCategory size={18} aria-hidden />,
      whyNot: whyDeleted,
      run: askFor('categoryId'),
    },
    {
      ...bulkDelete,
      whyNot: whyDeleted,
      run: (rows) => change(rows, { isDeleted: true }, t('panel.list.deleted', { count: rows.length })),
    },
  ]
  const dialog = pendingChoice && (
    <ChoiceDialog
      pendingChoice={pendingChoice}
      onEnd={(value) => {
        setPendingChoice(undefined)
        pendingChoice.resolve(
          value
            ? change(pendingChoice.rows, { [pendingChoice.field]: value }, message(pendingChoice.rows))
            : false,
        )
      }}
    />
  )
  return {
    actions: [...(sheet ? [sheet] : []), ...(catalogue ? [catalogue] : []), ...(mayEdit ? actions : [])],
    dialog,
  }
}

/** A catalogue of the ticked products, or of all matching ones if the catalogue has equal filters. */
function useCatalogueAction(search: Search): BulkAction<ProductRow> | undefined {
  const mayMake = useMayOpen(pages.imagesPdf)
  const navigate = usePageNavigate()
  if (!mayMake) return undefined
  // Keeps the ticks for coming back.
  const open = async () => {
    await navigate({ to: pages.imagesPdf.path })
    return false
  }
  const { brandId, categoryId, state = 'active', inStock = true, missing, text = '' } = search
  const action: BulkAction<ProductRow> = {
    label: t('panel.catalogue.makeOf'),
    icon: <IconFileTypePdf size={18} aria-hidden />,
    whyNot: (row) => whyDeleted(row) ?? whyHidden(row),
    asksNothing: true,
    run: (rows) => {
      chooseTicked(rows)
      return open()
    },
  }
  if (state !== 'active' || !inStock || missing) return action
  return {
    ...action,
    runAll: () => {
      chooseMatching({
        brandIds: brandId ? [brandId] : [],
        categoryIds: categoryId ? [categoryId] : [],
        search: text,
        onlyInStock: search.inStock ?? false,
      })
      return open()
    },
  }
}

type ChoiceDialogProps = { pendingChoice: PendingChoice; onEnd: (value: string | undefined) => void }

function ChoiceDialog({ pendingChoice: { field, rows }, onEnd }: ChoiceDialogProps) {
  const options = { brandId: useBrandOptions(), categoryId: useCategoryOptions() }[field]
  const isBrand = field === 'brandId'
  return (
    <SelectDialog
      title={t('panel.product.changeCount', { count: rows.length })}
      label={t(isBrand ? 'product.brand' : 'product.category')}
      options={options}
      action={t(isBrand ? 'panel.product.giveBrand' : 'panel.product.giveCategory')}
      // Closed by `onEnd`.
      onChoose={async (value) => {
        onEnd(value)
        return false
      }}
      onClose={() => onEnd(undefined)}
    />
  )
}

type Change = { isActive?: boolean; isDeleted?: boolean; brandId?: string; categoryId?: string }

const maxProductsPerCall = 1000

/** Returns the ids of the change sets that undo it. */
async function changeAll(ids: string[], change: Change): Promise<string[]> {
  const changeSetIds: string[] = []
  for (const part of inParts(ids, maxProductsPerCall)) {
    const { data } = await api.post('/api/Shop/ChangeProducts', { ids: part, ...change })
    if (data.changeSetId) changeSetIds.push(data.changeSetId)
  }
  return changeSetIds
}

/** Can be undone for ten seconds. */
function useProductsChange() {
  const refresh = () => refetch('products')
  return async (rows: ProductRow[], requested: Change, message: string) => {
    const changeSetIds = await changeAll(
      rows.map(({ id }) => id),
      requested,
    )
    const undo = async () => {
      await undoChangeSets(changeSetIds)
      await refresh()
    }
    notifyDone(message, { undo })
    void refresh()
  }
}

function useProductChange(row: ProductRow, name: string) {
  const change = useProductsChange()
  const { isBusy, run: runOne } = useBusy()
  const run = (requested: Change, message: string, onDone?: () => void) =>
    runOne(() => change([row], requested, message).then(onDone), JSON.stringify(requested))
  return {
    isBusy,
    show: (isActive: boolean) =>
      run({ isActive }, t(isActive ? 'panel.product.shown' : 'panel.product.hidden', { name })),
    remove: (onDone?: () => void) => run({ isDeleted: true }, t('panel.person.deleted', { name }), onDone),
    restore: (onDone?: () => void) => run({ isDeleted: false }, t('panel.person.restored', { name }), onDone),
  }
}

function useSheetAction(search: Record<string, unknown>): BulkAction<ProductRow> | undefined {
  const mayEdit = useMayOpen(pages.productSheet)
  const navigate = usePageNavigate()
  if (!mayEdit) return undefined
  // Keeps the ticks for coming back.
  const open = async (sheetSearch: SheetSearch) => {
    await navigate({ to: pages.productSheet.path, search: sheetSearch })
    return false
  }
  return {
    label: t('panel.sheet.open'),
    icon: <IconTable size={18} aria-hidden />,
    whyNot: whyDeleted,
    run: (rows) => open({ ticked: storeTicked(rows.slice(0, maxTickedProducts).map(({ id }) => id)) }),
    runAll: () => open(readSheetSearch(search)),
  }
}
