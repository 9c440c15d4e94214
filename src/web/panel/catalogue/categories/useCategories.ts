import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CategoryRow } from '#shared/categories.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { reasonOf } from '../reasonOf.ts'
import { fullNames, isThere, type Place, withMoved } from './tree.ts'

const categoriesKey = ['categories', 'tree'] as const

const fetchCategories = async ({ signal }: { signal: AbortSignal }) =>
  (await api.post('/api/Shop/GetCategories', {}, { signal })).data.items

/** Runs one piece of work after the other: each sees what the one before has made. */
function makeQueue() {
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

/** The tree and what can be done with it. What fails is said, and the tree is read again as it is. */
export function useCategories() {
  const queryClient = useQueryClient()
  const [queue] = useState(makeQueue)
  const tree = useQuery({ queryKey: categoriesKey, queryFn: fetchCategories, staleTime: 0 })
  const known = () => queryClient.getQueryData<CategoryRow[]>(categoriesKey) ?? []
  const show = (next: CategoryRow[]) => queryClient.setQueryData(categoriesKey, next)
  /** Products are found by their categories, and offered them. */
  const readAgain = async () => {
    if (!queue.isIdle()) return
    await Promise.all(
      ['categories', 'productChoices', 'products'].map((key) =>
        queryClient.invalidateQueries({ queryKey: [key] }),
      ),
    )
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
      await readAgain()
    }
  }
  const versionOf = (id: string) => known().find(({ categoryId }) => categoryId === id)?.version ?? 1

  const place = (id: string, { parentId = null, beforeId = null }: Nullable<Place>) =>
    run(async () => {
      const { data } = await api.post('/api/Shop/MoveCategory', {
        id,
        version: versionOf(id),
        parentId,
        beforeId,
      })
      show(known().map((one) => (one.categoryId === id ? { ...one, version: data.version } : one)))
    })

  /** Shown at once, as it will be. Where it goes under another parent it can be taken back, unless a key does that. */
  const move = async (category: CategoryRow, to: Place, isByKey = false): Promise<boolean> => {
    const before = known()
    const { categoryId: id, categoryName: name, parentId } = category
    if (isThere(before, category, to)) return false
    const siblings = before.filter((one) => one.parentId === parentId)
    const beforeId = siblings[siblings.findIndex((one) => one.categoryId === id) + 1]?.categoryId
    await queryClient.cancelQueries({ queryKey: categoriesKey })
    show(withMoved(before, id, to))
    const isMoved = await place(id, to)
    if (isMoved && !isByKey && to.parentId !== parentId) {
      const under = (to.parentId && fullNames(before).get(to.parentId)) ?? ''
      const told = under
        ? t('panel.categoryTree.movedUnder', { name, parent: under })
        : t('panel.categoryTree.movedToTop', { name })
      notifyDone(told, { undo: () => place(id, { parentId, beforeId }) })
    }
    return isMoved
  }

  return {
    tree,
    move,
    add: (categoryName: string, parentId: string | undefined) =>
      run(
        () =>
          refusePath(categoryName) ??
          api.post('/api/Shop/AddCategory', { categoryName, parentId: parentId ?? null }),
      ),
    change: (
      { categoryId, categoryName, isActive, version }: CategoryRow,
      change: Partial<Pick<CategoryRow, 'categoryName' | 'isActive'>>,
    ) =>
      run(
        () =>
          refusePath(change.categoryName) ??
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
    dropImage: ({ categoryId }: CategoryRow) =>
      run(() => api.get('/api/Shop/DeleteCategoryImage', { id: categoryId })),
  }
}
export type Categories = ReturnType<typeof useCategories>

/** What the server refuses too, said at once. */
const refusePath = (name = '') =>
  name.includes('>') ? Promise.reject(new Error(t('field.noPath'))) : undefined

type Nullable<Fields> = { [Name in keyof Fields]?: Fields[Name] | null | undefined }
