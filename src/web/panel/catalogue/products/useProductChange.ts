import type { ProductRow } from '#shared/productLists.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { refetch } from '../../refetch.ts'
import { useBusy } from '../../useBusy.ts'
import { undoChangeSets } from '../undoChangeSets.ts'

type Change = { isActive?: boolean; isDeleted?: boolean; brandId?: string; categoryId?: string }

const maxProductsPerCall = 1000

/** Answers the change sets that undo it. */
async function changeAll(ids: string[], change: Change): Promise<string[]> {
  const changeSetIds: string[] = []
  for (let start = 0; start < ids.length; start += maxProductsPerCall) {
    const request = { ids: ids.slice(start, start + maxProductsPerCall), ...change }
    const { data } = await api.post('/api/Shop/ChangeProducts', request)
    if (data.changeSetId) changeSetIds.push(data.changeSetId)
  }
  return changeSetIds
}

/** Can be undone for ten seconds. */
export function useProductsChange() {
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

/** One call at a time. */
export function useProductChange(row: ProductRow, name: string) {
  const change = useProductsChange()
  const { isBusy, run: runOne } = useBusy()
  const run = (requested: Change, message: string, onDone?: () => void) =>
    runOne(() => change([row], requested, message).then(onDone))
  return {
    isBusy,
    show: (isActive: boolean) =>
      run({ isActive }, t(isActive ? 'panel.product.shown' : 'panel.product.hidden', { name })),
    remove: (onDone?: () => void) => run({ isDeleted: true }, t('panel.person.deleted', { name }), onDone),
    restore: (onDone?: () => void) => run({ isDeleted: false }, t('panel.person.restored', { name }), onDone),
  }
}
