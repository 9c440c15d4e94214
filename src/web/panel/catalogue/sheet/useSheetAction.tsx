import { IconTable } from '@tabler/icons-react'
import { pages } from '#shared/pages.ts'
import type { ProductRow } from '#shared/productLists.ts'
import { t } from '#web/i18n.ts'
import { useMayOpen } from '../../access.ts'
import type { BulkAction } from '../../list/bulk.ts'
import { usePageNavigate } from '../../shell/pageAddress.ts'
import { keepTicked, mostTicked, readSheetSearch, type SheetSearch } from './sheetSearch.ts'

/** Opens what is ticked in the list of products, or all that its filters let through, as a table. */
export function useSheetAction(search: Record<string, unknown>): BulkAction<ProductRow> | undefined {
  const mayEdit = useMayOpen(pages.productSheet)
  const navigate = usePageNavigate()
  if (!mayEdit) return undefined
  // What is ticked stays: whoever comes back changes it.
  const open = async (asked: SheetSearch) => {
    await navigate({ to: pages.productSheet.path, search: asked })
    return false
  }
  return {
    label: t('panel.sheet.open'),
    icon: <IconTable size={18} aria-hidden />,
    appliesTo: (row) => !row.isDeleted,
    run: (rows) => open({ ticked: keepTicked(rows.slice(0, mostTicked).map(({ id }) => id)) }),
    runAll: () => open(readSheetSearch(search)),
  }
}
