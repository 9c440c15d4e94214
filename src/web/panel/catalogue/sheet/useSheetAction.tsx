import { IconTable } from '@tabler/icons-react'
import { pages } from '#shared/pages.ts'
import type { ProductRow } from '#shared/productLists.ts'
import { t } from '#web/i18n.ts'
import { useMayOpen } from '../../access.ts'
import type { BulkAction } from '../../list/TableTools.tsx'
import { usePageNavigate } from '../../shell/pageAddress.ts'
import { maxTickedProducts, readSheetSearch, type SheetSearch, storeTicked } from './sheetSearch.ts'

export function useSheetAction(search: Record<string, unknown>): BulkAction<ProductRow> | undefined {
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
    appliesTo: (row) => !row.isDeleted,
    run: (rows) => open({ ticked: storeTicked(rows.slice(0, maxTickedProducts).map(({ id }) => id)) }),
    runAll: () => open(readSheetSearch(search)),
  }
}
