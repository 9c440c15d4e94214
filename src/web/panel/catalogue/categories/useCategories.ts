import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CategoryRow } from '#shared/catalogue/categories.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { queryClient } from '#web/queryClient.ts'
import { refetch } from '../../refetch.ts'
import { reasonOf } from '../reasonOf.ts'
import { fullNames, isAlreadyAt, type Step, type Target, targetOfStep, withMoved } from './tree.ts'

const categoriesQueryKey = ['categories', 'tree'] as const

const fetchCategories = async ({ signal }: { signal: AbortSignal }) =>
  (await api.post('/api/Shop/GetCategories', {}, { signal })).data.items

/** Runs tasks one by one, so that each sees the previous one's result. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return {
    run<Result>(work: () => Promise<Result>): Promise<Result> {
      waiting += 1
      const result = last.then(work).finally(() => {
        waiting -= 1
      })
      last = result.catch(() => {})
      return result
    },
    isIdle: () => waiting === 0,
  }
}

/** Actions show their errors and always reload the tree. */
export function useCategories() {
  const [queue] = useState(createQueue)
  const tree = useQuery({ queryKey: categoriesQueryKey, queryFn: fetchCategories, staleTime: 0 })
  const cached = () => queryClient.getQueryData<CategoryRow[]>(categoriesQueryKey) ?? []
  const setCached = (next: CategoryRow[]) => queryClient.setQueryData(categoriesQueryKey, next)
  /** Product screens use categories too. */
  const refresh = async () => {
    if (!queue.isIdle()) return
    await refetch('categories', 'productChoices', 'products')
  }
  const run = async (work: () => Promise<unknown>, done?: () => void): Promise<boolean> => {
    try {
      await queue.run(work)
      done?.()
      return true
    } catch (error) {
      notifyFailure(reasonOf(error))
      return false
    } finally {
      await refresh()
    }
  }
  const versionOf = (id: string) => cached().find(({ categoryId }) => categoryId === id)?.version ?? 1

  const moveOnServer = (id: string, { parentId = null, beforeId = null }: Nullable<Target>) =>
    run(async () => {
      const { data } = await api.post('/api/Shop/MoveCategory', {
        id,
        version: versionOf(id),
        parentId,
        beforeId,
      })
      setCached(
        cached().map((candidate) =>
          candidate.categoryId === id ? { ...candidate, version: data.version } : candidate,
        ),
      )
    })

  /** Optimistic. Offers undo for a new parent, except after keyboard moves. */
  const move = async (category: CategoryRow, to: Target, isByKey = false): Promise<boolean> => {
    const before = cached()
    const { categoryId: id, categoryName: name, parentId } = category
    if (isAlreadyAt(before, category, to)) return false
    const siblings = before.filter((candidate) => candidate.parentId === parentId)
    const beforeId = siblings[siblings.findIndex((candidate) => candidate.categoryId === id) + 1]?.categoryId
    await queryClient.cancelQueries({ queryKey: categoriesQueryKey })
    setCached(withMoved(before, id, to))
    const isMoved = await moveOnServer(id, to)
    if (isMoved && !isByKey && to.parentId !== parentId) {
      const parentName = (to.parentId && fullNames(before).get(to.parentId)) ?? ''
      const message = parentName
        ? t('panel.categoryTree.movedUnder', { name, parent: parentName })
        : t('panel.categoryTree.movedToTop', { name })
      notifyDone(message, { undo: () => moveOnServer(id, { parentId, beforeId }) })
    }
    return isMoved
  }

  return {
    tree,
    move,
    add: (categoryName: string, parentId: string | undefined) =>
      run(
        () =>
          rejectPath(categoryName) ??
          api.post('/api/Shop/AddCategory', { categoryName, parentId: parentId ?? null }),
      ),
    change: (
      { categoryId, categoryName, isActive, version }: CategoryRow,
      change: Partial<Pick<CategoryRow, 'categoryName' | 'isActive'>>,
    ) =>
      run(
        () =>
          rejectPath(change.categoryName) ??
          api.post('/api/Shop/UpdateCategory', { categoryId, categoryName, isActive, version, ...change }),
      ),
    remove: ({ categoryId, categoryName: name }: CategoryRow) =>
      run(
        () => api.get('/api/Shop/DeleteCategory', { id: categoryId }),
        () => notifyDone(t('panel.categoryTree.deleted', { name })),
      ),
    merge: ({ categoryId, categoryName: name }: CategoryRow, intoId: string, into: string) =>
      run(
        () => api.post('/api/Shop/MergeCategory', { id: categoryId, intoId }),
        () => notifyDone(t('panel.categoryTree.merged', { name, into })),
      ),
    setImage: ({ categoryId }: CategoryRow, file: File) =>
      run(() => api.upload('/api/Shop/PostCategoryImage', file, { fields: { categoryId } })),
    removeImage: ({ categoryId }: CategoryRow) =>
      run(() => api.get('/api/Shop/DeleteCategoryImage', { id: categoryId })),
  }
}
export type Categories = ReturnType<typeof useCategories>

/** Checked early; the server rejects it too. */
const rejectPath = (name = '') =>
  name.includes('>') ? Promise.reject(new Error(t('field.noPath'))) : undefined

type Nullable<Fields> = { [Name in keyof Fields]?: Fields[Name] | null | undefined }

export type OpenDialog = { kind: 'move' | 'merge' | 'texts'; category: CategoryRow }

/** Smaller trees start fully unfolded. */
const maxInitiallyUnfolded = 60

export function useTreeActions(all: Categories) {
  const items = all.tree.data ?? []
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>()
  const [editing, setEditing] = useState<string>()
  const [addingBelow, setAddingBelow] = useState<string>()
  const [dialog, setDialog] = useState<OpenDialog>()
  const [announcement, setAnnouncement] = useState('')
  const allIds = () => new Set(items.map(({ categoryId }) => categoryId))
  const open = unfolded ?? (items.length <= maxInitiallyUnfolded ? allIds() : new Set<string>())

  const fold = (id: string, isOpen: boolean) => {
    const next = new Set(open)
    if (isOpen) next.add(id)
    else next.delete(id)
    setUnfolded(next)
  }
  const move = (category: CategoryRow, to: Target, isByKey = false) => {
    // Makes the new place visible.
    if (to.parentId) fold(to.parentId, true)
    const siblings = withMoved(items, category.categoryId, to).filter(
      (sibling) => sibling.parentId === to.parentId,
    )
    const place = siblings.findIndex(({ categoryId }) => categoryId === category.categoryId) + 1
    const parent = items.find(({ categoryId }) => categoryId === to.parentId)?.categoryName
    const where = { name: category.categoryName, place, count: siblings.length }
    setAnnouncement(
      parent
        ? t('panel.categoryTree.placeUnder', { ...where, parent })
        : t('panel.categoryTree.placeAtTop', where),
    )
    return all.move(category, to, isByKey)
  }
  return {
    ...all,
    items,
    open,
    editing,
    addingBelow,
    dialog,
    /** For screen readers. */
    announcement,
    fold,
    foldAll: (isOpen: boolean) => setUnfolded(isOpen ? allIds() : new Set()),
    edit: (id: string | undefined) => setEditing(id),
    openDialog: setDialog,
    addBelow: (id: string | undefined) => {
      if (id) fold(id, true)
      setAddingBelow(id)
    },
    move,
    canStep: (category: CategoryRow, step: Step) => targetOfStep(items, category, step) !== undefined,
    step: async (category: CategoryRow, step: Step) => {
      const to = targetOfStep(items, category, step)
      return to !== undefined && (await move(category, to, true))
    },
  }
}
export type TreeActions = ReturnType<typeof useTreeActions>
