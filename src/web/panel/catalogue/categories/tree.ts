import type { CategoryRow } from '#shared/categories.ts'
import { foldForSearch } from '#shared/text.ts'

/** A row of the tree as it is shown: how deep it stands, and which of its siblings it is. */
export type TreeRow = {
  category: CategoryRow
  depth: number
  /** From 1, among `siblings` of them. */
  place: number
  siblings: number
  hasChildren: boolean
  isOpen: boolean
}

/** Where a category goes: under a parent (undefined: the top), before one of its children or behind them all. */
export type Place = { parentId: string | undefined; beforeId: string | undefined }

type Children = Map<string | undefined, CategoryRow[]>

export const childrenOf = (items: CategoryRow[]): Children => Map.groupBy(items, ({ parentId }) => parentId)

/** The names from the top down to each category, as people write them. */
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

/** A category and all below it. */
export function branchOf(items: CategoryRow[], id: string): Set<string> {
  const children = childrenOf(items)
  const branch = new Set([id])
  for (const one of branch) for (const child of children.get(one) ?? []) branch.add(child.categoryId)
  return branch
}

/** The rows that are seen: what is below an open one, or everything that leads to a name that is looked for. */
export function rowsOf(items: CategoryRow[], open: ReadonlySet<string>, text: string): TreeRow[] {
  const wanted = foldForSearch(text.trim())
  const found = wanted ? withAbove(items, wanted) : undefined
  const children = childrenOf(found ? items.filter(({ categoryId }) => found.has(categoryId)) : items)
  const rows: TreeRow[] = []
  const show = (parentId: string | undefined, depth: number) => {
    const siblings = children.get(parentId) ?? []
    for (const [index, category] of siblings.entries()) {
      const hasChildren = children.has(category.categoryId)
      const isOpen = hasChildren && (found !== undefined || open.has(category.categoryId))
      rows.push({ category, depth, place: index + 1, siblings: siblings.length, hasChildren, isOpen })
      if (isOpen) show(category.categoryId, depth + 1)
    }
  }
  show(undefined, 0)
  return rows
}

function withAbove(items: CategoryRow[], wanted: string): Set<string> {
  const byId = new Map(items.map((item) => [item.categoryId, item]))
  const found = new Set<string>()
  for (const item of items) {
    if (!foldForSearch(item.categoryName).includes(wanted)) continue
    for (let at: CategoryRow | undefined = item; at && !found.has(at.categoryId); ) {
      found.add(at.categoryId)
      at = at.parentId ? byId.get(at.parentId) : undefined
    }
  }
  return found
}

export type Step = 'up' | 'down' | 'in' | 'out'

/** Where a step by key leads; undefined where there is no way. */
export function stepTo(
  items: CategoryRow[],
  { categoryId, parentId }: CategoryRow,
  step: Step,
): Place | undefined {
  const children = childrenOf(items)
  const siblings = children.get(parentId) ?? []
  const index = siblings.findIndex((one) => one.categoryId === categoryId)
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
  const parent = items.find((one) => one.categoryId === parentId)
  if (!parent) return undefined
  const uncles = children.get(parent.parentId) ?? []
  const at = uncles.indexOf(parent)
  return { parentId: parent.parentId, beforeId: uncles[at + 1]?.categoryId }
}

/** What the pointer is at: a row's middle, into which it drops, or the gap above or below it. */
export type Aim = { index: number; zone: 'above' | 'into' | 'below'; depth: number }
export type Drop = Place & { index: number; zone: Aim['zone']; depth: number }

/**
 * Where something that is dragged falls. In a gap several depths are possible: from that of the row below to one below
 * the row above, whichever the pointer is nearest to. Undefined within the branch that is dragged.
 */
export function dropAt(rows: TreeRow[], branch: ReadonlySet<string>, aim: Aim): Drop | undefined {
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
  const least = below?.depth ?? 0
  // A row that is dragged has left its place: what stood under it counts for nothing.
  const most = Math.max(least, above ? above.depth + 1 : 0)
  const depth = Math.min(Math.max(aim.depth, least), most)
  const parent =
    depth === 0
      ? undefined
      : rows.slice(0, gap).findLast((row) => row.depth === depth - 1 && !branch.has(row.category.categoryId))
  const beforeId = below && below.depth === depth ? below.category.categoryId : undefined
  return { ...aim, depth, parentId: parent?.category.categoryId, beforeId }
}

/** Whether a category stands there already. */
export function isThere(items: CategoryRow[], { categoryId, parentId }: CategoryRow, place: Place): boolean {
  if (place.parentId !== parentId) return false
  const siblings = childrenOf(items).get(parentId) ?? []
  const index = siblings.findIndex((one) => one.categoryId === categoryId)
  return place.beforeId === siblings[index + 1]?.categoryId || place.beforeId === categoryId
}

/** The tree with a category in its new place, as it will be. */
export function withMoved(items: CategoryRow[], id: string, { parentId, beforeId }: Place): CategoryRow[] {
  const moved = items.find(({ categoryId }) => categoryId === id)
  if (!moved) return items
  const { parentId: _, ...rest } = moved
  const next = parentId ? { ...rest, parentId } : rest
  const others = items.filter((item) => item !== moved)
  const place = beforeId ? others.findIndex(({ categoryId }) => categoryId === beforeId) : others.length
  return others.toSpliced(place, 0, next)
}
