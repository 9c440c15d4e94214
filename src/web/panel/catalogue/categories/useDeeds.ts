import { useState } from 'react'
import type { CategoryRow } from '#shared/categories.ts'
import { t } from '#web/i18n.ts'
import { type Place, type Step, stepTo, withMoved } from './tree.ts'
import type { Categories } from './useCategories.ts'

/** What a dialog asks: under which category one goes, or into which it is merged. */
export type Asked = { kind: 'move' | 'merge'; category: CategoryRow }

/** So many categories are shown unfolded at first. */
const fewEnough = 60

/** What a row may ask for, and what of the tree's look belongs to it: what is unfolded, renamed, added below. */
export function useDeeds(all: Categories) {
  const items = all.tree.data ?? []
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>()
  const [editing, setEditing] = useState<string>()
  const [addingBelow, setAddingBelow] = useState<string>()
  const [asked, setAsked] = useState<Asked>()
  const [told, setTold] = useState('')
  const everything = () => new Set(items.map(({ categoryId }) => categoryId))
  const open = unfolded ?? (items.length <= fewEnough ? everything() : new Set<string>())

  const fold = (id: string, isOpen: boolean) => {
    const next = new Set(open)
    if (isOpen) next.add(id)
    else next.delete(id)
    setUnfolded(next)
  }
  const move = (category: CategoryRow, to: Place, isByKey = false) => {
    // Wherever it goes it is seen there.
    if (to.parentId) fold(to.parentId, true)
    const siblings = withMoved(items, category.categoryId, to).filter((one) => one.parentId === to.parentId)
    const place = siblings.findIndex(({ categoryId }) => categoryId === category.categoryId) + 1
    const parent = items.find(({ categoryId }) => categoryId === to.parentId)?.categoryName
    const where = { name: category.categoryName, place, count: siblings.length }
    setTold(
      parent
        ? t('panel.categoryTree.placeUnder', { ...where, parent })
        : t('panel.categoryTree.placeAtTop', where),
    )
    return all.move(category, to, isByKey)
  }
  return {
    items,
    open,
    editing,
    addingBelow,
    asked,
    /** Where the last one went, for those who do not see it. */
    told,
    fold,
    foldAll: (isOpen: boolean) => setUnfolded(isOpen ? everything() : new Set()),
    edit: (id: string | undefined) => setEditing(id),
    ask: setAsked,
    addBelow: (id: string | undefined) => {
      if (id) fold(id, true)
      setAddingBelow(id)
    },
    move,
    mayStep: (category: CategoryRow, step: Step) => stepTo(items, category, step) !== undefined,
    step: async (category: CategoryRow, step: Step) => {
      const to = stepTo(items, category, step)
      return to !== undefined && (await move(category, to, true))
    },
    change: all.change,
    add: all.add,
    remove: all.remove,
    setImage: all.setImage,
    dropImage: all.dropImage,
  }
}
export type Deeds = ReturnType<typeof useDeeds>
