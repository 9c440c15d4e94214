import { useState } from 'react'
import type { CategoryRow } from '#shared/categories.ts'
import { t } from '#web/i18n.ts'
import { type Step, type Target, targetOfStep, withMoved } from './tree.ts'
import type { Categories } from './useCategories.ts'

export type OpenDialog = { kind: 'move' | 'merge'; category: CategoryRow }

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
