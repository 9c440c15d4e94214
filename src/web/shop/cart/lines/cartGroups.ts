import { sizeLabel } from '#web/sizes.ts'
import type { CartLine } from '../stored/cart.ts'

/** Line ids of an item by colour. */
export type ItemGroup = { itemCode: string; colors: { colorCode: string; ids: string[] }[] }

/** In the order added, sizes in catalogue order. Has no quantities, so typing does not change it. */
function groupLines(lines: CartLine[]): ItemGroup[] {
  const items = new Map<string, Map<string, CartLine[]>>()
  for (const line of lines) {
    const colors = items.get(line.itemCode) ?? new Map<string, CartLine[]>()
    items.set(line.itemCode, colors)
    const sizes = colors.get(line.colorCode)
    if (sizes) sizes.push(line)
    else colors.set(line.colorCode, [line])
  }
  return [...items].map(([itemCode, colors]) => ({
    itemCode,
    colors: [...colors].map(([colorCode, sizes]) => ({
      colorCode,
      ids: sizes
        .toSorted((one, other) => sortOrderOf(one) - sortOrderOf(other))
        .map(({ productId }) => productId),
    })),
  }))
}

const sortOrderOf = ({ sortOrder = 0 }: CartLine) => sortOrder

/** The last result, to keep identities. */
let last: { lines: CartLine[]; groups: ItemGroup[] } = { lines: [], groups: [] }

/** {@link groupLines}, but unchanged groups keep their identity. */
export function groupsOf(lines: CartLine[]): ItemGroup[] {
  if (last.lines === lines) return last.groups
  if (hasSameLayout(last.lines, lines)) {
    last = { ...last, lines }
    return last.groups
  }
  const before = new Map(last.groups.map((group) => [group.itemCode, group]))
  const groups = groupLines(lines).map((group) => {
    const known = before.get(group.itemCode)
    return known && isSame(known, group) ? known : group
  })
  const isUnchanged =
    groups.length === last.groups.length && groups.every((group, index) => group === last.groups[index])
  last = { lines, groups: isUnchanged ? last.groups : groups }
  return last.groups
}

/** True when only quantities changed. */
const hasSameLayout = (before: CartLine[], lines: CartLine[]) =>
  before.length === lines.length &&
  before.every((line, index) => {
    const now = lines[index]
    return (
      line === now ||
      (line.productId === now?.productId &&
        line.itemCode === now.itemCode &&
        line.colorCode === now.colorCode &&
        line.sortOrder === now.sortOrder)
    )
  })

const isSame = (one: ItemGroup, other: ItemGroup) =>
  one.colors.length === other.colors.length &&
  one.colors.every(({ colorCode, ids }, index) => {
    const color = other.colors[index]
    return (
      color?.colorCode === colorCode &&
      color.ids.length === ids.length &&
      ids.every((id, at) => color.ids[at] === id)
    )
  })

const indexes = new WeakMap<CartLine[], Map<string, CartLine>>()

/** Indexed lookup. */
export function findLine(lines: CartLine[], productId: string): CartLine | undefined {
  let index = indexes.get(lines)
  if (!index) {
    index = new Map(lines.map((line) => [line.productId, line]))
    indexes.set(lines, index)
  }
  return index.get(productId)
}

/** Codes and names, by which a search finds a line. */
export const searchedText = (line: CartLine) =>
  [
    line.itemCode,
    line.itemDescription,
    line.colorCode,
    line.colorDescription,
    line.brandName,
    line.itemDim1Code,
    sizeLabel(line.itemDim1Code),
    line.lotCode,
  ].join('\n')
