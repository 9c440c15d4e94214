import type { Warnings } from '#server/tableFiles/report.ts'
import type { ImportColumn } from '#shared/imports/imports.ts'
import { plainTargets, textTargetOf } from '#shared/imports/importTerms.ts'
import { languages } from '#shared/tenancy.ts'
import { languageNames } from '#shared/text/languageNames.ts'
import type { Shop } from './columns.ts'
import { foldHeading, targetOfHeading } from './headings.ts'

type Found = Pick<ImportColumn, 'target' | 'foundBy'>

const maxHeadRows = 15

/**
 * Our own column name in a heading, such as `priceTF`. New price groups must follow without a space and start with a
 * capital or digit.
 */
export function ownTarget(heading: string, priceGroups: readonly string[]): string | undefined {
  const given = heading.replace(/^\ufeff/, '').trim()
  const name = given.toLowerCase()
  const plain = plainTargets.find((one) => one.toLowerCase() === name)
  if (plain) return plain
  const text = textTargetOf(given)
  if (text) return `${text.of}.${text.language}`
  const attribute = /^attribute0?([1-9]|10)$/.exec(name)?.[1]
  if (attribute) return `attribute${attribute.padStart(2, '0')}`
  const [, kind, group] = /^(price|currency)\s*(\P{Cc}{1,20})$/u.exec(name) ?? []
  const known = priceGroups.find((one) => one.toLowerCase() === group)
  if (kind && known) return `${kind}${known}`
  const [, newKind, newGroup = ''] =
    /^(price|currency)([\p{Lu}\p{N}][\p{Lu}\p{N}_-]{0,19})$/u.exec(given) ?? []
  return newKind && !isCurrency(newGroup) ? `${newKind}${newGroup}` : undefined
}

/** Not a price group. */
const isCurrency = (code: string) => /^(?:TL|TRY|USD|EUR|GBP|RUB|RON)$/.test(code)

/** Warns of each column that is not read. */
export function warnOfLeftOut(
  headings: readonly string[],
  targets: readonly string[],
  shop: Pick<Shop, 'priceGroups'>,
  warnings: Warnings,
): void {
  for (const [index, heading] of headings.entries()) {
    if (heading === '' || targets[index]) continue
    const meant = ownTarget(heading, shop.priceGroups) ?? targetOfHeading(heading, shop.priceGroups) ?? ''
    if (meant !== '' && targets.includes(meant)) warnings.add('repeatedColumn', heading)
    else if (meant.startsWith('price') || /^price/i.test(heading)) warnings.add('priceLeftOut', heading)
    else warnings.add('unknownColumn', heading)
  }
}

/** The row that names most columns, at least two; otherwise the first. */
export function findHeadRow(rows: readonly string[][], priceGroups: readonly string[]): number {
  let headRow = 0
  let mostColumns = 1
  for (const [index, cells] of rows.slice(0, maxHeadRows).entries()) {
    const found = cells.map((cell) =>
      cell.length > 60 ? undefined : (ownTarget(cell, priceGroups) ?? targetOfHeading(cell, priceGroups)),
    )
    const count = new Set(found.filter(Boolean)).size
    if (count > mostColumns) [headRow, mostColumns] = [index, count]
  }
  return headRow
}

const isBarcode = (text: string) => /^(\d{8}|\d{12,14})$/.test(text.trim())

type Naming = Pick<Shop, 'priceGroups' | 'attributes'>

/** Tells what a heading by itself is; undefined if it is not known, '' if of no use. */
export function headingReader({ priceGroups, attributes }: Naming): (heading: string) => string | undefined {
  // The shop's attribute names win over generic words.
  const named = new Map(
    attributes.flatMap(({ name, names }) =>
      Object.values(names)
        .filter(Boolean)
        .flatMap((label) => [
          [foldHeading(label), name] as const,
          ...languages.map(
            (language) =>
              [foldHeading(`${label}, ${languageNames[language]}`), `${name}.${language}`] as const,
          ),
        ]),
    ),
  )
  return (heading) =>
    ownTarget(heading, priceGroups) ??
    named.get(foldHeading(heading)) ??
    targetOfHeading(heading, priceGroups)
}

/** By heading, then by values, each column at most once. */
export function recognise(
  columns: readonly Pick<ImportColumn, 'heading' | 'samples'>[],
  naming: Naming,
): Found[] {
  const taken = new Set<string>()
  const targetOf = headingReader(naming)
  const found = columns.map(({ heading }): Found => {
    const target = targetOf(heading) ?? ''
    if (target === '' || taken.has(target)) return { target: '', foundBy: '' }
    taken.add(target)
    return { target, foundBy: 'name' }
  })
  const hasColor = taken.has('colorCode')
  return found.map((one, index) => {
    // A single colour column holds names.
    if (one.target === 'color' && hasColor) {
      return taken.has('colorDescription')
        ? { target: '', foundBy: '' }
        : { ...one, target: 'colorDescription' }
    }
    const samples = columns[index]?.samples.filter((sample) => sample !== '') ?? []
    if (one.target === '' && !taken.has('barcode') && samples.length > 1 && samples.every(isBarcode)) {
      taken.add('barcode')
      return { target: 'barcode', foundBy: 'values' }
    }
    return one
  })
}

export function signatureOf(headings: readonly string[]): string {
  return headings.map(foldHeading).join('|').slice(0, 2000)
}

/** Applies a remembered layout by heading, in any order. */
export function applyLayout(
  headings: readonly string[],
  layout: readonly (readonly [heading: string, target: string])[],
): string[] {
  const remaining = [...layout]
  return headings.map((heading) => {
    const at = remaining.findIndex(([known]) => known === foldHeading(heading))
    return at < 0 ? '' : (remaining.splice(at, 1)[0]?.[1] ?? '')
  })
}
