import { Button } from '@mantine/core'
import { IconFileTypePdf, IconPlus, IconTable } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { pages } from '#shared/pages.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { useMayOpen } from '../../access.ts'
import { createFixedExporter } from '../../list/exporters.ts'
import { ListPage } from '../../list/ListPage.tsx'
import { useList } from '../../list/useList.ts'
import { useSelection } from '../../list/useSelection.ts'
import { readSheetSearch } from '../sheet/sheetSearch.ts'
import { ProductFilters } from './ProductFilters.tsx'
import { ProductTable } from './ProductTable.tsx'
import { productList } from './productSearch.ts'

export function ProductListPage() {
  const list = useList({
    savedAs: 'products',
    definition: productList,
    queryKey: ['products'],
    load: async ({ text, ...request }, options) =>
      (await api.post('/api/Shop/GetProducts', { ...request, search: text }, options)).data,
  })
  const selection = useSelection(list)
  const mayAdd = useMayOpen(pages.productCreate)
  const mayExport = useMayOpen(pages.productEdit)
  const mayEdit = useMayOpen(pages.productSheet)
  const mayMake = useMayOpen(pages.imagesPdf)
  const { text: searchText, ...filters } = list.criteria
  const exporter = mayExport
    ? createFixedExporter('/api/Shop/ExportProducts', { ...filters, search: searchText })
    : undefined
  return (
    <ListPage
      title={t('panel.products')}
      list={list}
      total={(count) => t('panel.product.total', { count })}
      empty={{ title: t('panel.product.emptyTitle'), text: t('panel.product.emptyText') }}
      actions={
        <>
          {mayMake && (
            <Button
              variant="default"
              leftSection={<IconFileTypePdf size={18} aria-hidden />}
              renderRoot={(props) => <Link to="/panel-urunler/images-pdf" {...props} />}
            >
              {t('panel.imagesPdf')}
            </Button>
          )}
          {mayEdit && (
            <Button
              variant="default"
              leftSection={<IconTable size={18} aria-hidden />}
              renderRoot={(props) => (
                <Link to="/panel-urunler/sheet" search={readSheetSearch(list.search)} {...props} />
              )}
            >
              {t('panel.sheet.open')}
            </Button>
          )}
          {mayAdd && (
            <Button
              leftSection={<IconPlus size={18} aria-hidden />}
              renderRoot={(props) => <Link to="/panel-urunler/create" {...props} />}
            >
              {t('panel.productCreate')}
            </Button>
          )}
        </>
      }
      filters={<ProductFilters search={list.search} set={list.set} saved={list.saved} />}
    >
      {(rows) => <ProductTable list={list} rows={rows} selection={selection} exporter={exporter} />}
    </ListPage>
  )
}
