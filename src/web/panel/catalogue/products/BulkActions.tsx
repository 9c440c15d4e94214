import { IconCategory, IconEye, IconEyeOff, IconFileTypePdf, IconTags } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { pages } from '#shared/pages.ts'
import type { ProductRow } from '#shared/productLists.ts'
import { t } from '#web/i18n.ts'
import { useMayOpen } from '../../access.ts'
import type { ListSearch } from '../../list/listSearch.ts'
import { bulkDelete } from '../../list/removal.tsx'
import type { BulkAction } from '../../list/TableTools.tsx'
import { chooseMatching, chooseTicked } from '../../photos/catalogueChoice.ts'
import { usePageNavigate } from '../../shell/pageAddress.ts'
import { SelectDialog } from '../SelectDialog.tsx'
import { useSheetAction } from '../sheet/useSheetAction.tsx'
import { useBrandOptions, useCategoryOptions } from './productChoices.ts'
import type { productList } from './productSearch.ts'
import { useProductsChange } from './useProductChange.ts'

type Search = ListSearch<typeof productList>
type Field = 'brandId' | 'categoryId'
/** An open dialog; its action waits for `end`, false if cancelled. */
type PendingChoice = { field: Field; rows: ProductRow[]; resolve: (outcome: false | Promise<void>) => void }

export function useBulkActions(search: Search): { actions: BulkAction<ProductRow>[]; dialog: ReactNode } {
  const mayEdit = useMayOpen(pages.productEdit)
  const change = useProductsChange()
  const catalogue = useCatalogueAction(search)
  const sheet = useSheetAction(search)
  const [pendingChoice, setPendingChoice] = useState<PendingChoice>()
  const message = (rows: ProductRow[]) => t('panel.product.changedCount', { count: rows.length })
  const isNotDeleted = (row: ProductRow) => !row.isDeleted
  const askFor = (field: Field) => (rows: ProductRow[]) =>
    new Promise<unknown>((resolve) => setPendingChoice({ field, rows, resolve }))
  const actions: BulkAction<ProductRow>[] = [
    {
      label: t('panel.product.show'),
      icon: <IconEye size={18} aria-hidden />,
      appliesTo: (row) => isNotDeleted(row) && !row.isActive,
      run: (rows) => change(rows, { isActive: true }, message(rows)),
    },
    {
      label: t('panel.product.hide'),
      icon: <IconEyeOff size={18} aria-hidden />,
      appliesTo: (row) => isNotDeleted(row) && row.isActive,
      run: (rows) => change(rows, { isActive: false }, message(rows)),
    },
    {
      label: t('panel.product.giveBrand'),
      icon: <IconTags size={18} aria-hidden />,
      appliesTo: isNotDeleted,
      run: askFor('brandId'),
    },
    {
      label: t('panel.product.giveCategory'),
      icon: <IconCategory size={18} aria-hidden />,
      appliesTo: isNotDeleted,
      run: askFor('categoryId'),
    },
    {
      ...bulkDelete,
      appliesTo: isNotDeleted,
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

/** Of ticked products, or of all matching ones if the catalogue has equal filters. */
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
    appliesTo: (row) => !row.isDeleted && row.isActive,
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
