import type { CategoryRow } from '#shared/catalogue/categories.ts'
import { textMatcher } from '#shared/text/textMatch.ts'

export type TreeRow = {
  category: CategoryRow
  depth: number
  /** 1-based, of `siblings`. */
  position: number
  siblings: number
  hasChildren: boolean
  isOpen: boolean
}

/** An undefined `parentId` is the top, an undefined `beforeId` the end. */
export type Target = { parentId: string | undefined; beforeId: string | undefined }

type Children = Map<string | undefined, CategoryRow[]>

export const childrenOf = (items: CategoryRow[]): Children => Map.groupBy(items, ({ parentId }) => parentId)

/** Paths such as 'Women > Dresses'. */
export function fullNames(items: CategoryRow[]): Map<string, string> {
  const children = childrenOf(items)
  const names = new Map<string, string>()
  const name = (parentId: string | undefined, above: string) => {
    for (const { categoryId, categoryName } of children.get(parentId) ?? []) {
      const fullName = above ? `${above} > ${categoryName}` : categoryName
      names.set(categoryId, fullName)
      name(categoryId, fullName)
    }
  }
  name(undefined, '')
  return names
}

/** Includes the category itself. */
export function branchOf(items: CategoryRow[], id: string): Set<string> {
  const children = childrenOf(items)
  const branch = new Set([id])
  for (const ancestorId of branch)
    for (const child of children.get(ancestorId) ?? []) branch.add(child.categoryId)
  return branch
}

/** Rows below open categories, or the paths to search hits. */
export function visibleRows(items: CategoryRow[], open: ReadonlySet<string>, text: string): TreeRow[] {
  const visibleIds = text.trim() ? withAncestors(items, textMatcher(text)) : undefined
  const children = childrenOf(
    visibleIds ? items.filter(({ categoryId }) => visibleIds.has(categoryId)) : items,
  )
  const rows: TreeRow[] = []
  const show = (parentId: string | undefined, depth: number) => {
    const siblings = children.get(parentId) ?? []
    for (const [index, category] of siblings.entries()) {
      const hasChildren = children.has(category.categoryId)
      const isOpen = hasChildren && (visibleIds !== undefined || open.has(category.categoryId))
      rows.push({ category, depth, position: index + 1, siblings: siblings.length, hasChildren, isOpen })
      if (isOpen) show(category.categoryId, depth + 1)
    }
  }
  show(undefined, 0)
  return rows
}

function withAncestors(items: CategoryRow[], isFound: (name: string) => boolean): Set<string> {
  const byId = new Map(items.map((item) => [item.categoryId, item]))
  const visibleIds = new Set<string>()
  for (const item of items) {
    if (!isFound(item.categoryName)) continue
    for (let ancestor: CategoryRow | undefined = item; ancestor && !visibleIds.has(ancestor.categoryId); ) {
      visibleIds.add(ancestor.categoryId)
      ancestor = ancestor.parentId ? byId.get(ancestor.parentId) : undefined
    }
  }
  return visibleIds
}

export type Step = 'up' | 'down' | 'in' | 'out'

/** Undefined if the step is impossible. */
export function targetOfStep(
  items: CategoryRow[],
  { categoryId, parentId }: CategoryRow,
  step: Step,
): Target | undefined {
  const children = childrenOf(items)
  const siblings = children.get(parentId) ?? []
  const index = siblings.findIndex((sibling) => sibling.categoryId === categoryId)
  if (step === 'up') {
    const before = siblings[index - 1]
    return before && { parentId, beforeId: before.categoryId }
  }
  if (step === 'down') {
    return siblings[index + 1] && { parentId, beforeId: siblings[index + 2]?.categoryId }
  }
  if (step === 'in') {
    const under = siblings[index - 1]
    return under && { parentId: under.categoryId, beforeId: undefined }
  }
  const parent = items.find((item) => item.categoryId === parentId)
  if (!parent) return undefined
  const uncles = children.get(parent.parentId) ?? []
  const at = uncles.indexOf(parent)
  return { parentId: parent.parentId, beforeId: uncles[at + 1]?.categoryId }
}

/** A row's middle, or the gap above or below it. */
export type Aim = { index: number; zone: 'above' | 'into' | 'below'; depth: number }
export type Drop = Target & { index: number; zone: Aim['zone']; depth: number }

/**
 * A gap allows several depths: from the next row's to one below the previous row. The pointer picks one.
 * Undefined inside the dragged branch.
 */
export function dropTarget(rows: TreeRow[], branch: ReadonlySet<string>, aim: Aim): Drop | undefined {
  const over = rows[aim.index]
  if (!over) return undefined
  if (aim.zone === 'into') {
    const { categoryId } = over.category
    return branch.has(categoryId)
      ? undefined
      : { ...aim, parentId: categoryId, beforeId: undefined, depth: over.depth }
  }
  const gap = aim.zone === 'above' ? aim.index : aim.index + 1
  const above = rows.slice(0, gap).findLast(({ category }) => !branch.has(category.categoryId))
  const below = rows.slice(gap).find(({ category }) => !branch.has(category.categoryId))
  const minDepth = below?.depth ?? 0
  // Rows of the dragged branch do not count as neighbours.
  const maxDepth = Math.max(minDepth, above ? above.depth + 1 : 0)
  const depth = Math.min(Math.max(aim.depth, minDepth), maxDepth)
  const parent =
    depth === 0
      ? undefined
      : rows.slice(0, gap).findLast((row) => row.depth === depth - 1 && !branch.has(row.category.categoryId))
  const beforeId = below && below.depth === depth ? below.category.categoryId : undefined
  return { ...aim, depth, parentId: parent?.category.categoryId, beforeId }
}

export function isAlreadyAt(
  items: CategoryRow[],
  { categoryId, parentId }: CategoryRow,
  place: Target,
): boolean {
  if (place.parentId !== parentId) return false
  const siblings = childrenOf(items).get(parentId) ?? []
  const index = siblings.findIndex((sibling) => sibling.categoryId === categoryId)
  return place.beforeId === siblings[index + 1]?.categoryId || place.beforeId === categoryId
}

export function withMoved(items: CategoryRow[], id: string, { parentId, beforeId }: Target): CategoryRow[] {
  const moved = items.find(({ categoryId }) => categoryId === id)
  if (!moved) return items
  const { parentId: _, ...rest } = moved
  const next = parentId ? { ...rest, parentId } : rest
  const others = items.filter((item) => item !== moved)
  const place = beforeId ? others.findIndex(({ categoryId }) => categoryId === beforeId) : others.length
  return others.toSpliced(place, 0, next)
}
