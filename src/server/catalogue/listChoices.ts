import type { ProductFacets } from '#shared/catalogue/catalogue.ts'
import { type ColorFamily, colorFamilies } from '#shared/catalogue/colorFamilies.ts'
import { compareSizes } from '#shared/catalogue/sizeOrder.ts'
import { colorNamed } from './dictionary/colorWords.ts'
import { compareCodes } from './memory/order.ts'

/** The most frequent are listed; chosen values always. */
export const maxFacetValues = 200

/**
 * Colours and their families, counted. `byName`: what each colour is counted of, so that a family counts what has several
 * of its colours once.
 */
export function colorFacets(
  byName: ReadonlyMap<string, ReadonlySet<unknown>>,
  chosen: string[],
): Pick<ProductFacets, 'colors' | 'colorFamilies'> {
  const families = new Map<ColorFamily, Set<unknown>>()
  const colors = [...new Set([...byName.keys(), ...chosen])].map((value) => {
    const counted = byName.get(value) ?? new Set()
    const family = colorNamed(value)?.family
    if (family) families.set(family, new Set([...(families.get(family) ?? []), ...counted]))
    return { value, ...(family ? { family } : {}), count: counted.size }
  })
  return {
    colorFamilies: colorFamilies.flatMap((family) => {
      const counted = families.get(family)
      return counted ? [{ family, count: counted.size }] : []
    }),
    colors: frequent(colors, chosen).toSorted((one, other) => compareCodes(one.value, other.value)),
  }
}

/** Sizes in their order. */
export function sizeFacets(sizes: Counted[], chosen: string[]): ProductFacets['sizes'] {
  const known = new Set(sizes.map(({ value }) => value))
  const missing = chosen.filter((value) => !known.has(value)).map((value) => ({ value, count: 0 }))
  return frequent([...sizes, ...missing], chosen).toSorted((one, other) =>
    compareSizes(one.value, other.value),
  )
}

type Counted = { value: string; count: number }

function frequent<Value extends Counted>(values: Value[], chosen: string[]): Value[] {
  if (values.length <= maxFacetValues) return values
  const isChosen = new Set(chosen)
  const rank = ({ value, count }: Counted) => (isChosen.has(value) ? Number.POSITIVE_INFINITY : count)
  return values
    .toSorted((one, other) => {
      const [rankOfOne, rankOfOther] = [rank(one), rank(other)]
      return rankOfOne === rankOfOther ? compareCodes(one.value, other.value) : rankOfOther - rankOfOne
    })
    .slice(0, maxFacetValues)
}
